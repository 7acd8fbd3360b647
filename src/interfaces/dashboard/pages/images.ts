// The images that a team uploaded for its emails: the list, the page of one, and the part of the editors that inserts images.
import { listBroadcasts, listBroadcastsContaining } from '../../../campaigns/broadcasts/store.ts'
import { addImage, deleteImage, type UploadedImage } from '../../../mail/images/actions.ts'
import { findImage, listImages } from '../../../mail/images/store.ts'
import { type Image, imagePath } from '../../../mail/images/rules.ts'
import { findRecipientBranding } from '../../../mail/recipient-pages/actions.ts'
import { listTemplates, listTemplatesContaining } from '../../../mail/templates/store.ts'
import { type Html, html } from '../../../base/html/html.ts'
import type { TeamTx } from '../../../base/store/database.ts'
import { FILE_PART } from '../../http/multipart.ts'
import { type DashboardPage, page, type Visit } from '../page.ts'
import { FormFault, requireFound } from '../problems.ts'
import { UPLOAD_FAULT_FIELD } from '../session/read-upload.ts'
import type { Visitor } from '../session/visitor.ts'
import { facts } from '../ui/facts.ts'
import { field } from '../ui/fields.ts'
import { confirmForm, csrfField, formMessages } from '../ui/forms.ts'
import { backLink } from '../ui/link.ts'
import { doneNote } from '../ui/reader.ts'
import { emptyText, findPage, listItem, listPage } from '../ui/table.ts'
import { dateTime } from '../ui/time.ts'

/** Maximum templates, and maximum broadcasts, that are searched for an image: the newest ones. */
const SEARCHED_MAX = 50
/** Maximum images next to an editor. */
export const IMAGES_IN_EDITOR = 10

const imageList = page('GET /images', 'member', async ({ tx, team_id, query, parts }) => {
  const rows = await findPage(query, part => listImages(tx, { team_id }, part))
  const body = (): Html =>
    html`<h1>Images</h1>
      <p class="lead">Images for your emails. Anyone with the URL of an image can view it.</p>
      ${formMessages()}
      <section class="panel">${uploadForm()}</section>
      <div data-images-listed>
        ${listPage('/images', rows, {
          row: image => imageRow(image, parts.site.public_url),
          empty: emptyText(rows, 'No images yet. Upload one and insert its URL into an email.'),
          label: 'Images',
        })}
      </div>`
  return { title: 'Images', done: { uploaded: 'Image uploaded.', deleted: 'Image deleted.' }, body }
})

export const imagePages: DashboardPage[] = [
  imageList,

  page(
    'POST /images/upload',
    'member',
    async visit => {
      const { form, parts } = visit
      const upload = form.get(FILE_PART)
      if (!upload) throw new FormFault(form.get(UPLOAD_FAULT_FIELD) ?? 'Choose an image.')
      const { content, ...about } = JSON.parse(upload) as Omit<UploadedImage, 'hash'> & { content: string }
      await addImage(visit, { ...about, hash: content.split(':', 1)[0]! }, parts.images_bytes_max)
      return { location: '/images?done=uploaded' }
    },
    { takes_file: 'image', refused: imageList },
  ),

  page('GET /images/:id', 'member', async visit => {
    const image = await requireImage(visit)
    const uses = await findUses(visit, image)
    return { title: image.filename, body: () => imageBody(image, uses, visit.parts.site.public_url) }
  }),

  page(
    'POST /images/:id/delete',
    'member',
    async visit => {
      const image = await requireImage(visit)
      if ((await findRecipientBranding(visit)).logo_id === image.id)
        throw new FormFault('This image is the logo of the team. Choose another logo under Branding first.')
      await deleteImage(visit, image)
      return { location: '/images?done=deleted' }
    },
    { refused: 'Image not deleted' },
  ),
]

async function requireImage({ tx, team_id, params }: Visit<Visitor, 'GET /images/:id'>): Promise<Image> {
  return requireFound(await findImage(tx, { team_id, id: params.id }), 'image')
}

/** A page that shows an image. */
interface ImageUse {
  path: string
  name: string
}

/** Templates and broadcasts that show the image, if they can be found quickly. */
async function findUses({ tx, team_id }: TeamTx, image: Image): Promise<ImageUse[]> {
  const newest = { limit: SEARCHED_MAX }
  const of = { team_id, text: imagePath(image) }
  const templates = (await listTemplates(tx, { team_id }, newest)).rows
  const broadcasts = (await listBroadcasts(tx, { team_id }, newest)).rows
  const in_templates = await listTemplatesContaining(tx, of, templates)
  const in_broadcasts = await listBroadcastsContaining(tx, of, broadcasts)
  const { logo_id } = await findRecipientBranding({ tx, team_id })
  return [
    ...(logo_id === image.id ? [{ path: '/recipient-pages', name: 'Branding (logo)' }] : []),
    ...in_templates.map(({ id, name }) => ({ path: `/templates/${id}`, name })),
    ...in_broadcasts.map(({ id, name }) => ({ path: `/broadcasts/${id}`, name })),
  ]
}

function imageBody(image: Image, uses: readonly ImageUse[], public_url: string): Html {
  const path = imagePath(image)
  const url = public_url + path
  const name = image.filename.replaceAll(/["&<>[\]\\]/g, ' ')
  return html`${backLink('/images', 'Images')}
    <h1><bdi>${image.filename}</bdi></h1>
    ${doneNote()}
    <p><img class="whole" src="${path}" alt="The image" /></p>
    ${facts([
      ['URL', html`<code>${url}</code>`],
      ['Markdown', html`<code>![${name}](${url})</code>`],
      ['HTML', html`<code>&lt;img src="${url}" alt="${name}"&gt;</code>`],
      ['Type and size', html`${image.content_type}, ${sizeOf(image)}`],
      ['Uploaded', dateTime(image.created_at)],
    ])}
    <h2>Used in</h2>
    ${
      uses.length > 0
        ? html`<ul aria-label="Used in">
            ${uses.map(
              use =>
                html`<li>
                  <a href="${use.path}"><bdi>${use.name}</bdi></a>
                </li>`,
            )}
          </ul>`
        : html`<p>Not used in the latest ${SEARCHED_MAX} templates and ${SEARCHED_MAX} broadcasts.</p>`
    }
    ${confirmForm({
      path: `/images/${image.id}/delete`,
      label: 'Delete image',
      about: image.filename,
      question: `The image disappears from emails that were already sent${uses.length > 0 ? ' and from the pages listed above' : ''}.`,
    })}`
}

function uploadForm(): Html {
  return html`<form method="post" action="/images/upload" enctype="multipart/form-data">
    ${csrfField()} ${field('Image', { name: 'file', type: 'file', hint: 'PNG, JPEG, GIF or WebP, up to 5 MB.' })}
    <div class="choice"><button>Upload image</button></div>
  </form>`
}

function imageRow(image: Image, public_url: string): Html {
  const path = imagePath(image)
  return listItem(
    html`<h2>
        <a href="/images/${image.id}"><bdi>${image.filename}</bdi></a>
      </h2>
      <p><code class="copied">${public_url}${path}</code></p>
      <p class="soft">${sizeOf(image)}, uploaded ${dateTime(image.created_at)}</p>`,
    html`<img class="thumb" src="${path}" alt="" loading="lazy" />`,
  )
}

function sizeOf({ bytes }: Image): string {
  return bytes < 100_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}

/** The images next to an editor. A script uploads without leaving the page, and inserts at the cursor. */
export function imagesPart({ images, public_url }: { images: readonly Image[]; public_url: string }): Html {
  return html`<details class="panel" data-images>
    <summary>Images</summary>
    <p class="soft" role="status">Save your changes first. Uploading an image opens another page.</p>
    ${uploadForm()}
    <div data-images-listed>
      ${
        images.length > 0 &&
        html`<ul class="rows" aria-label="Latest images">
          ${images.map(image => imageRow(image, public_url))}
        </ul>`
      }
    </div>
    <p><a class="alone" href="/images">All images</a></p>
  </details>`
}
