// The initial inbox of a sandbox, its received emails, and the objects that the examples delete.
import { createInbox } from '../../src/inbound/inboxes/actions.ts'
import { createInboxDraft } from '../../src/inbound/inboxes/drafts/actions.ts'
import { storeReceivedEmail } from '../../src/inbound/receiving/actions.ts'
import { bodySummary } from '../../src/inbound/receiving/reading/summary.ts'
import type { TeamUnit } from '../../src/base/store/database.ts'

export const INBOX_DOMAIN = 'example.com'
const FROM = 'mira@example.net'
const NONE = '00000000-0000-4000-8000-000000000000'

/** Two inboxes, of which the second one has two threads and two drafts. */
export async function createInboxes(unit: TeamUnit): Promise<void> {
  await createInbox(unit, { email_address: `old@${INBOX_DOMAIN}`, forwarding: false })
  const inbox = await createInbox(unit, {
    email_address: `help@${INBOX_DOMAIN}`,
    name: 'Help',
    from_name: 'Example Help',
    forwarding: false,
  })
  for (const subject of ['Old question', 'Invoice 7']) await comeIn(unit, inbox.email_address, subject)
  for (const subject of ['Old draft', 'Your invoice'])
    await createInboxDraft(unit, inbox, { to: FROM, subject, text: 'It is on its way.' })
}

async function comeIn(unit: TeamUnit, to: string, subject: string): Promise<void> {
  const message_id = `<${subject.toLowerCase().replaceAll(' ', '-')}@example.net>`
  const peer = { ip: '192.0.2.1', helo: 'mx.example.net', protocol: 'ESMTPS' }
  const id = unit.tx.newId('received_emails')
  const arrival = { id, team_id: unit.team_id, domain_id: NONE, envelope_from: FROM, recipients: [to], peer }
  const people = { from_address: FROM, from_name: 'Mira', to: [to], cc: [], bcc: [], reply_to: [], received_for: [] }
  const conversation = { subject, message_id, in_reply_to: [], references: [] }
  const found = { is_automatic: false, verdict: 'ok', authentication: null, problems: [] } as const
  const bodies = { html: null, text: 'Where is the invoice?', html_blob_id: null, text_blob_id: null }
  await storeReceivedEmail(
    unit,
    { ...arrival, raw_blob_id: NONE, bytes: 0, created_at: unit.now.toISOString() },
    {
      state: 'read',
      ...people,
      ...conversation,
      ...found,
      ...bodies,
      problems: [],
      ...bodySummary(bodies),
      trace: '',
      headers: [],
      files: [],
    },
  )
}
