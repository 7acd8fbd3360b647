// The preview of a broadcast with a contact's values: in a wide and a narrow frame, as plain text, and as a test email to
// oneself.
import { contactIdOf, findContact } from '../../../../../audience/contacts/actions.ts'
import type { Broadcast } from '../../../../../campaigns/broadcasts/rules.ts'
import { sendTest } from '../../../../../campaigns/broadcasts/testing/actions.ts'
import { type ContactValues, fillPlaceholders } from '../../../../../base/text/placeholders.ts'
import { shownTextOf } from '../../../../../base/threads/mails.ts'
import type { Tx } from '../../../../../base/store/database.ts'
import { type DashboardPage, openPage } from '../../../page.ts'
import { framedPreview, mailHeaders } from '../../../ui/mail-frame.ts'
import { exampleValues, NO_WAY_OUT } from '../../writing/content.ts'
import type { Version } from '../../../../../campaigns/broadcasts/ab-test/rules.ts'
import { findShownVersion } from '../ab-test/actions.ts'
import { savingPage, type VisitOfBroadcast } from '../actions.ts'
import { type PreviewAs, previewBody } from './view.ts'

const ADDRESS_MAX = 320

export const previewPages: DashboardPage[] = [
  openPage('GET /broadcasts/:id/preview', 'member', async ({ asVisitor, query }) => {
    const found = await asVisitor(findFilled)
    const as = asIn(query, found.whole)
    const text = as === 'text' ? await filledText(found) : null
    const { broadcast } = found.whole
    const subject = fillPlaceholders(broadcast.subject ?? '', found.values, 'subject')
    const preview_text = fillPlaceholders(broadcast.preview_text ?? '', found.values, 'subject')
    const contact = contactIn(query)
    return {
      title: `Preview of ${broadcast.name}`,
      body: () => previewBody({ ...found, subject, preview_text, as, text, contact }),
    }
  }),

  /** As in the API, every member of the team may do this, but only to their own address. */
  savingPage('POST /broadcasts/:id/test', 'No test was sent', async (visit, whole) => {
    const [made] = await sendTest(visit, whole, [visit.visitor.user.email])
    return { location: `/emails/${made!.id}?done=test` }
  }),

  openPage('GET /broadcasts/:id/html', 'member', async ({ asVisitor, parts, query }) => {
    const { whole, values } = await asVisitor(findFilled)
    const content = framedPreview(fillPlaceholders(whole.content.html ?? '', values, 'html'), query)
    return { type: 'text/html', headers: mailHeaders(parts.site.public_url), content }
  }),
]

interface Filled {
  whole: Broadcast
  version: Version | undefined
  values: ContactValues
  /** Whether the values belong to a contact and not to an example. */
  isOfContact: boolean
}

async function findFilled(visit: VisitOfBroadcast): Promise<Filled> {
  return { ...(await findShownVersion(visit)), ...(await findValues(visit, contactIn(visit.query))) }
}

/** The values of the contact with this address, otherwise of an example. */
async function findValues(
  { tx, team_id }: VisitOfBroadcast,
  address: string,
): Promise<Omit<Filled, 'whole' | 'version'>> {
  const contact = await findNamed(tx, team_id, address)
  if (contact) {
    const { properties, fallbacks } = contact
    return { values: { contact, properties, fallbacks, unsubscribeUrl: NO_WAY_OUT }, isOfContact: true }
  }
  return { values: await exampleValues({ tx, team_id }), isOfContact: false }
}

async function findNamed(tx: Tx, team_id: string, address: string): Promise<Awaited<ReturnType<typeof findContact>>> {
  const id = address === '' ? undefined : await contactIdOf(tx, team_id, address)
  return id === undefined ? undefined : findContact(tx, team_id, id)
}

function contactIn(query: URLSearchParams): string {
  return (query.get('contact') ?? '').trim().slice(0, ADDRESS_MAX)
}

function asIn(query: URLSearchParams, { content }: Broadcast): PreviewAs {
  const as = query.get('as')
  if (content.html === null || as === 'text') return 'text'
  return as === 'phone' ? 'phone' : 'desktop'
}

async function filledText({ whole: { broadcast, content }, values }: Filled): Promise<string> {
  return fillPlaceholders(content.text ?? (await shownTextOf(content.html ?? '', broadcast.team_id)), values, 'text')
}
