// The page with the preview of a broadcast.
import type { Broadcast } from '../../../../../campaigns/broadcasts/actions.ts'
import { type Html, html } from '../../../../../base/html/html.ts'
import { facts } from '../../../ui/facts.ts'
import type { ContactValues } from '../../../../../base/text/placeholders.ts'
import { mailFrame, mailText } from '../../../ui/mail-frame.ts'

/** The size or form of the preview. */
export type PreviewAs = 'desktop' | 'phone' | 'text'

interface Shown {
  whole: Broadcast
  values: ContactValues
  isOfContact: boolean
  subject: string
  preview_text: string
  as: PreviewAs
  /** `null` unless the text is shown. */
  text: string | null
  /** The address that was typed. */
  contact: string
}

export function previewBody({ whole, values, isOfContact, subject, preview_text, as, text, contact }: Shown): Html {
  const { id, name, from } = whole.broadcast
  const path = `/broadcasts/${id}`
  const kept = isOfContact ? { contact } : undefined
  const viewLink = (view: PreviewAs, title: string): Html => {
    const address = addressOf(`${path}/preview`, { as: view, ...kept })
    return html`<a href="${address}" ${view === as && html`aria-current="page"`}>${title}</a> `
  }
  return html`<p>
      <a class="back" href="${path}"><bdi>${name}</bdi></a>
    </p>
    <h1>Preview</h1>
    ${contactForm(path, { as, contact, isOfContact })}
    ${facts([
      ['From', html`<bdi>${from}</bdi>`],
      ['To', html`<bdi>${values.contact.email}</bdi>`],
      ['Subject', html`<bdi>${subject}</bdi>`],
      preview_text !== '' && ['Beside it', html`<bdi>${preview_text}</bdi>`],
    ])}
    <nav class="views" aria-label="Seen on">
      ${whole.content.html !== null && html`${viewLink('desktop', 'Desktop')} ${viewLink('phone', 'Phone')}`}
      ${viewLink('text', 'Plain text')}
    </nav>
    ${as === 'text' ? plain(text ?? '') : framed(addressOf(`${path}/html`, kept), as)}
    <p class="soft">Its links to unsubscribe lead nowhere here, and pictures from elsewhere are not loaded.</p>`
}

function plain(text: string): Html {
  return text === '' ? html`<p class="empty">It has no content yet.</p>` : mailText(text)
}

function framed(src: string, as: PreviewAs): Html {
  return html`<div class="seen-on ${as}">${mailFrame(src)}</div>`
}

function addressOf(path: string, query: Record<string, string> | undefined): string {
  return query === undefined ? path : `${path}?${new URLSearchParams(query)}`
}

function contactForm(path: string, { as, contact, isOfContact }: Pick<Shown, 'as' | 'contact' | 'isOfContact'>): Html {
  return html`<form class="search" method="get" action="${path}/preview">
      <input type="hidden" name="as" value="${as}" />
      <input
        type="search"
        name="contact"
        aria-label="As the contact with this address gets it"
        placeholder="As the contact with this address gets it"
        maxlength="320"
        value="${contact}"
      />
      <button>Show</button>
    </form>
    <p class="soft">
      ${!isOfContact && html`${contact !== '' && 'There is no contact with this address. '}Shown for a contact with a name and no properties.`}
    </p>`
}
