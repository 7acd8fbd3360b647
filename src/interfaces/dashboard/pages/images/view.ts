// The list of a team's images, the page of one, and the part of the editors that inserts images.
import { type Image, pathOfImage } from '../../../../mail/images/rules.ts'
import { type Html, html } from '../../../../base/html/html.ts'
import type { FormOutcome } from '../../ui/reader.ts'
import type { Visitor } from '../../session/visitor.ts'
import { facts } from '../../ui/facts.ts'
import { confirmForm, csrfField, troubleBox } from '../../ui/forms.ts'
import { emptyWords, item, type ListPage, listPage } from '../../ui/table.ts'
import { moment } from '../../ui/time.ts'
import { fileField } from '../inboxes/writing.ts'

interface Shown extends FormOutcome {
  visitor: Visitor
  public_url: string
}

/** A template or broadcast that shows an image. */
export interface Use {
  path: string
  name: string
}

const KINDS = 'PNG, JPEG, GIF or WebP, at most 5 MB'

export function imagesBody({ page, public_url, done, trouble }: Shown & { page: ListPage<Image> }): Html {
  return html`<h1>Images</h1>
    <p class="lead">Images of your mail. Recipients load them from here, so the address of an image is public.</p>
    ${done} ${troubleBox(trouble)}
    <section class="panel">${uploadForm()}</section>
    <div data-images-listed>
      ${listPage('/images', page, {
        row: image => imageRow(image, public_url),
        empty: emptyWords(page, 'There is no image yet. Upload one, and copy its address into a mail.'),
        label: 'Images',
      })}
    </div>`
}

function uploadForm(): Html {
  return html`<form method="post" action="/images/upload" enctype="multipart/form-data">
    ${csrfField()} ${fileField(`An image: ${KINDS}`)}
    <div class="choice"><button>Upload the image</button></div>
  </form>`
}

function imageRow(image: Image, public_url: string): Html {
  const path = pathOfImage(image)
  return item(
    html`<h2>
        <a href="/images/${image.id}"><bdi>${image.filename}</bdi></a>
      </h2>
      <p><code class="copied">${public_url}${path}</code></p>
      <p class="soft">${sizeOf(image)}, uploaded ${moment(image.created_at)}</p>`,
    html`<img class="thumb" src="${path}" alt="" loading="lazy" />`,
  )
}

function sizeOf({ bytes }: Image): string {
  return bytes < 100_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}

interface ShownImage extends Shown {
  image: Image
  uses: readonly Use[]
  /** The number of templates, and of broadcasts, that were searched. */
  looked: number
}

export function imageBody({ image, uses, looked, public_url, done }: ShownImage): Html {
  const path = pathOfImage(image)
  const url = public_url + path
  const name = image.filename.replaceAll(/["&<>[\]\\]/g, ' ')
  return html`<p><a class="back" href="/images">Images</a></p>
    <h1><bdi>${image.filename}</bdi></h1>
    ${done}
    <p><img class="whole" src="${path}" alt="The image" /></p>
    ${facts([
      ['Address', html`<code>${url}</code>`],
      ['In Markdown', html`<code>![${name}](${url})</code>`],
      ['In HTML', html`<code>&lt;img src="${url}" alt="${name}"&gt;</code>`],
      ['Type and size', html`${image.content_type}, ${sizeOf(image)}`],
      ['Uploaded', moment(image.created_at)],
    ])}
    <h2>Where it is used</h2>
    ${
      uses.length > 0
        ? html`<ul aria-label="Where it is used">
            ${uses.map(
              use =>
                html`<li>
                  <a href="${use.path}"><bdi>${use.name}</bdi></a>
                </li>`,
            )}
          </ul>`
        : html`<p>Nowhere in the newest ${looked} templates and ${looked} broadcasts.</p>`
    }
    ${confirmForm({
      path: `/images/${image.id}/delete`,
      label: 'Delete the image',
      about: image.filename,
      question: `Mails that were sent with it show an empty space there from then on${uses.length > 0 ? ', and so does what is listed here' : ''}.`,
    })}`
}

/** Maximum images in the part of an editor. */
export const IMAGES_BESIDE = 10

/** Images to insert. A script uploads without leaving the page, and inserts at the cursor. */
export function imagesPart(images: readonly Image[], visitor: Visitor, public_url: string): Html {
  return html`<details class="panel" data-images>
    <summary>Images</summary>
    <p class="soft" role="status">Save before you upload, as this page is left then.</p>
    ${uploadForm()}
    <div data-images-listed>
      ${
        images.length > 0 &&
        html`<ul class="rows" aria-label="Newest images">
          ${images.map(image => imageRow(image, public_url))}
        </ul>`
      }
    </div>
    <p><a class="alone" href="/images">All images</a></p>
  </details>`
}
