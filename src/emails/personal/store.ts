// What emails hold of one person, taken away: the rows stay, as they are counted.
import { json, nullable, text, uuid } from '../../store/column.ts'
import type { Tx } from '../../store/database.ts'
import { type RecordOf, table } from '../../store/table.ts'
import type { EmailEvent } from '../events.ts'
import type { Email } from '../rules.ts'
import { STORED_EMAILS } from '../store.ts'

const { states, whole, history } = STORED_EMAILS

const content = table('emails', {
  id: uuid,
  team_id: uuid,
  to: json<string[]>(),
  cc: json<string[]>(),
  bcc: json<string[]>(),
  reply_to: json<string[]>(),
  subject: text,
  tags: json<Email['tags']>(),
  headers: json<Email['headers']>(),
  html: nullable(text),
  text: nullable(text),
  broadcast_id: nullable(uuid),
  contact_id: nullable(uuid),
})

const addressed = whole.only('id', 'team_id', 'to', 'cc', 'bcc', 'last_event', 'settled', 'recipients')
const addressedById = addressed.findAny('id', 'team_id')
const eventsOf = history.findAny('email_id', 'team_id')

const saveContent = content.update({
  by: ['team_id', 'id'],
  set: ['to', 'cc', 'bcc'],
  to: {
    reply_to: [],
    subject: '',
    tags: [],
    headers: {},
    html: null,
    text: null,
    broadcast_id: null,
    contact_id: null,
  },
})
const saveState = states.update({ by: ['team_id', 'email_id'], set: ['last_event', 'settled', 'recipients'] })
const insertState = states.insertIfNew('email_id')
const saveDetail = table('email_events', { id: uuid, team_id: uuid, detail: json<EmailEvent['detail']>() }).update({
  by: ['team_id', 'id'],
  set: ['detail'],
})

export type ErasableEmail = RecordOf<typeof addressed>
export type ErasableEvent = RecordOf<typeof history>
/** What is left of it. */
export type ErasedEmail = ErasableEmail

export function listErasable(tx: Tx, team_id: string, ids: readonly string[]): Promise<ErasableEmail[]> {
  return addressedById.all(tx, { team_id }, ids)
}

export function listErasableEvents(tx: Tx, team_id: string, ids: readonly string[]): Promise<ErasableEvent[]> {
  return eventsOf.all(tx, { team_id }, ids)
}

export function saveErased(tx: Tx, email: ErasedEmail): void {
  const { id: email_id, team_id, last_event, settled, recipients } = email
  tx.put(saveContent, email)
  tx.put(insertState, { email_id, team_id, last_event, settled, recipients, scheduled_at: null, topic_id: null })
  tx.put(saveState, { email_id, team_id, last_event, settled, recipients })
}

export function saveErasedDetail(tx: Tx, { id, team_id, detail }: ErasableEvent): void {
  tx.put(saveDetail, { id, team_id, detail })
}
