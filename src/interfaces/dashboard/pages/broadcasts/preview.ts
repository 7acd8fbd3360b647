// The preview of a broadcast with a contact's values: in a wide and a narrow frame, and as plain text.
import { findContactId, findContact } from '../../../../audience/contacts/actions.ts'
import { findAbTest, versionB } from '../../../../campaigns/broadcasts/ab-test/actions.ts'
import type { TestVersion } from '../../../../campaigns/broadcasts/ab-test/rules.ts'
import type { Broadcast } from '../../../../campaigns/broadcasts/rules.ts'
import { type Html, html } from '../../../../base/html/html.ts'
import { type ContactValues, fillPlaceholders } from '../../../../base/text/placeholders.ts'
import { htmlToDisplayText } from '../../../../base/threads/mails.ts'
import { type DashboardPage, openPage } from '../../page.ts'
import { facts } from '../../ui/facts.ts'
import { backLink } from '../../ui/link.ts'
import { emailFrame, emailText } from '../../ui/mail-frame.ts'
import { NO_UNSUBSCRIBE, type OneVisit, previewHtmlPage, sampleValues } from '../editor/editor.ts'
import { requireBroadcast } from './actions.ts'

const ADDRESS_MAX = 320

/** A broadcast with the values that fill it in. */
interface FilledBroadcast {
  whole: Broadcast
  /** Set if the broadcast has an A/B test. */
  version: TestVersion | undefined
  values: ContactValues
  /** Whether the values belong to a contact and not to a sample. */
  isOfContact: boolean
}

type PreviewFormat = 'desktop' | 'phone' | 'text'

export const previewPages: DashboardPage[] = [
  openPage('GET /broadcasts/:id/preview', 'member', async ({ asVisitor, query }) => {
    const filled = await asVisitor(findFilled)
    const { broadcast, content } = filled.whole
    const as = formatFrom(query, filled.whole)
    const plain =
      as === 'text' ? (content.text ?? (await htmlToDisplayText(content.html ?? '', broadcast.team_id))) : ''
    const text = fillPlaceholders(plain, filled.values, 'text')
    return {
      title: `Preview of ${broadcast.name}`,
      body: () => previewBody(filled, { as, text, contact: contactFrom(query) }),
    }
  }),

  previewHtmlPage('GET /broadcasts/:id/html', async visit => {
    const { whole, values } = await findFilled(visit)
    return { html: whole.content.html ?? '', values }
  }),
]

async function findFilled(visit: OneVisit): Promise<FilledBroadcast> {
  const whole = await requireBroadcast(visit)
  const test = await findAbTest(visit.tx, whole.broadcast)
  const values = await findContactValues(visit, contactFrom(visit.query))
  const isB = test !== undefined && visit.query.get('version') === 'b'
  return {
    whole: isB ? versionB(whole, test) : whole,
    version: test && (isB ? 'b' : 'a'),
    values: values ?? (await sampleValues(visit)),
    isOfContact: values !== undefined,
  }
}

/** The values of the contact with this address, if it exists. */
async function findContactValues({ tx, team_id }: OneVisit, address: string): Promise<ContactValues | undefined> {
  const id = address === '' ? undefined : await findContactId(tx, team_id, address)
  const contact = id === undefined ? undefined : await findContact(tx, team_id, id)
  if (!contact) return undefined
  const { properties, fallbacks } = contact
  return { contact, properties, fallbacks, unsubscribeUrl: NO_UNSUBSCRIBE }
}

function contactFrom(query: URLSearchParams): string {
  return (query.get('contact') ?? '').trim().slice(0, ADDRESS_MAX)
}

function formatFrom(query: URLSearchParams, { content }: Broadcast): PreviewFormat {
  const as = query.get('as')
  if (content.html === null || as === 'text') return 'text'
  return as === 'phone' ? 'phone' : 'desktop'
}

interface PreviewOptions {
  as: PreviewFormat
  /** Empty unless `as` is `text`. */
  text: string
  /** The entered address. */
  contact: string
}

function previewBody(filled: FilledBroadcast, { as, text, contact }: PreviewOptions): Html {
  const { whole, version, values, isOfContact } = filled
  const { id, name, from, subject, preview_text } = whole.broadcast
  const path = `/broadcasts/${id}`
  const kept = { ...(isOfContact && { contact }), ...(version && { version }) }
  const link = (title: string, query: Record<string, string>, isCurrent: boolean): Html =>
    html`<a href="${addressOf(`${path}/preview`, { as, ...kept, ...query })}" ${isCurrent && html`aria-current="page"`}
      >${title}</a
    > `
  const formats: Partial<Record<PreviewFormat, string>> = {
    ...(whole.content.html !== null && { desktop: 'Desktop', phone: 'Phone' }),
    text: 'Plain text',
  }
  const preview = fillPlaceholders(preview_text ?? '', values, 'subject')
  return html`${backLink(path, name)}
    <h1>Preview</h1>
    ${
      version &&
      html`<nav class="views" aria-label="Version">
        ${link('Version A', { version: 'a' }, version === 'a')} ${link('Version B', { version: 'b' }, version === 'b')}
      </nav>`
    }
    ${contactForm(path, filled, { as, contact })}
    ${facts([
      ['From', html`<bdi>${from}</bdi>`],
      ['To', html`<bdi>${values.contact.email}</bdi>`],
      ['Subject', html`<bdi>${fillPlaceholders(subject ?? '', values, 'subject')}</bdi>`],
      preview !== '' && ['Preview text', html`<bdi>${preview}</bdi>`],
    ])}
    <nav class="views" aria-label="View">
      ${Object.entries(formats).map(([format, title]) => link(title, { as: format }, format === as))}
    </nav>
    ${as === 'text' ? textPart(text) : html`<div class="seen-on ${as}">${emailFrame(addressOf(`${path}/html`, kept))}</div>`}
    <p class="soft">The preview disables unsubscribe links and does not load images from other servers.</p>`
}

function textPart(text: string): Html {
  return text === '' ? html`<p class="empty">No content yet. Add it on the page of the broadcast.</p>` : emailText(text)
}

function addressOf(path: string, query: Record<string, string>): string {
  const words = String(new URLSearchParams(query))
  return words === '' ? path : `${path}?${words}`
}

function contactForm(
  path: string,
  { isOfContact, version }: FilledBroadcast,
  { as, contact }: Omit<PreviewOptions, 'text'>,
): Html {
  return html`<form class="search" method="get" action="${path}/preview">
      <input type="hidden" name="as" value="${as}" />
      ${version && html`<input type="hidden" name="version" value="${version}" />`}
      <input
        type="search"
        name="contact"
        aria-label="Email address of a contact"
        placeholder="Email address of a contact"
        maxlength="${ADDRESS_MAX}"
        value="${contact}"
      />
      <button>Show preview</button>
    </form>
    <p class="soft">
      ${!isOfContact && html`${contact !== '' && 'No contact has this email address. '}Showing sample data.`}
    </p>`
}
