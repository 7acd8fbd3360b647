// The page with the preview of a broadcast.
import type { Broadcast } from '../../../../../campaigns/broadcasts/rules.ts'
import { type Html, html } from '../../../../../base/html/html.ts'
import type { Version } from '../../../../../campaigns/broadcasts/ab-test/rules.ts'
import { facts } from '../../../ui/facts.ts'
import type { ContactValues } from '../../../../../base/text/placeholders.ts'
import { mailFrame, mailText } from '../../../ui/mail-frame.ts'

/** The size or form of the preview. */
export type PreviewAs = 'desktop' | 'phone' | 'text'

interface Shown {
  whole: Broadcast
  /** Set if the broadcast has an A/B test. */
  version: Version | undefined
  values: ContactValues
  isOfContact: boolean
  subject: string
  preview_text: string
  as: PreviewAs
  /** `null` unless the text view is selected. */
  text: string | null
  /** The typed address. */
  contact: string
}

export function previewBody(shown: Shown): Html {
  const { whole, version, values, isOfContact, subject, preview_text, as, text, contact } = shown
  const { id, name, from } = whole.broadcast
  const path = `/broadcasts/${id}`
  const kept = { ...(isOfContact && { contact }), ...(version && { version }) }
  const viewLink = (view: PreviewAs, title: string): Html => {
    const address = addressOf(`${path}/preview`, { as: view, ...kept })
    return html`<a href="${address}" ${view === as && html`aria-current="page"`}>${title}</a> `
  }
  const versionLink = (each: Version): Html => {
    const address = addressOf(`${path}/preview`, { as, ...kept, version: each })
    return html`<a href="${address}" ${each === version && html`aria-current="page"`}>Version ${each.toUpperCase()}</a>`
  }
  return html`<p>
      <a class="back" href="${path}"><bdi>${name}</bdi></a>
    </p>
    <h1>Preview</h1>
    ${version && html`<nav class="views" aria-label="Version">${versionLink('a')} ${versionLink('b')}</nav>`}
    ${contactForm(path, { as, contact, isOfContact, version })}
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

function addressOf(path: string, query: Record<string, string>): string {
  const words = String(new URLSearchParams(query))
  return words === '' ? path : `${path}?${words}`
}

function contactForm(
  path: string,
  { as, contact, isOfContact, version }: Pick<Shown, 'as' | 'contact' | 'isOfContact' | 'version'>,
): Html {
  return html`<form class="search" method="get" action="${path}/preview">
      <input type="hidden" name="as" value="${as}" />
      ${version && html`<input type="hidden" name="version" value="${version}" />`}
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
