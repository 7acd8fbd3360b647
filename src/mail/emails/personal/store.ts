// Erases a person's data from emails. The rows remain, because they are counted.
import type { Tx } from '../../../base/store/database.ts'
import type { RecordOf } from '../../../base/store/table.ts'
import { STORED_EMAILS } from '../store.ts'

const { emails, states, whole, history } = STORED_EMAILS

const addressed = whole.only('id', 'team_id', 'to', 'cc', 'bcc', 'last_event', 'settled', 'recipients')
export const listErasable = addressed.findAny('id', 'team_id').all
export const listErasableEvents = history.findAny('email_id', 'team_id').all

const saveContent = emails.update({
  by: ['team_id', 'id'],
  set: ['to', 'cc', 'bcc', 'broadcast_id', 'contact_id'],
  to: {
    reply_to: [],
    subject: '',
    tags: [],
    headers: {},
    html: null,
    text: null,
  },
})
const saveState = states.update({ by: ['team_id', 'email_id'], set: ['last_event', 'settled', 'recipients'] })
const insertState = states.insertIfNew('email_id')
export const saveErasedDetail = history.update({ by: ['team_id', 'id'], set: ['detail'] }).put

export type ErasableEmail = RecordOf<typeof addressed>

export function saveErased(tx: Tx, email: ErasableEmail): void {
  const { id: email_id, team_id, last_event, settled, recipients } = email
  tx.put(saveContent, { ...email, broadcast_id: null, contact_id: null })
  tx.put(insertState, { email_id, team_id, last_event, settled, recipients, scheduled_at: null, topic_id: null })
  tx.put(saveState, { email_id, team_id, last_event, settled, recipients })
}
