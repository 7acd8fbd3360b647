// What broadcasts hold of one contact: that it was a recipient.
import { nullable, text, uuid } from '../../../base/store/column.ts'
import type { Tx } from '../../../base/store/database.ts'
import { type RecordOf, table } from '../../../base/store/table.ts'

const broadcasts = table('broadcasts', { id: uuid, team_id: uuid, name: text })

const recipients = table('broadcast_recipients', {
  broadcast_id: uuid,
  contact_id: uuid,
  team_id: uuid,
  email: text,
  email_id: nullable(uuid),
})

export type NamedBroadcast = RecordOf<typeof broadcasts>
export type PersonalRecipient = RecordOf<typeof recipients>

interface OfContact {
  team_id: string
  contact_id: string
}

const newer = broadcasts.query<{ team_id: string; after_id: string; limit: number }>(
  ({ rows, param, params }) => rows.where(params('team_id')).andWhere('id', '>', param('after_id')).orderBy('id'),
  'limit :limit',
)
const recipientOf = recipients.findAny('broadcast_id', 'team_id', 'contact_id')
const eraseRecipient = recipients.update({ by: ['team_id', 'broadcast_id', 'contact_id'], to: { email: '' } })
/** That there was a recipient stays. */
export function dropAddress(tx: Tx, { team_id, contact_id }: OfContact, broadcast_id: string): void {
  tx.put(eraseRecipient, { team_id, broadcast_id, contact_id })
}

/** The oldest first. */
export function listBroadcastsNewer(
  tx: Tx,
  newerThan: { team_id: string; after_id: string; limit: number },
): Promise<NamedBroadcast[]> {
  return tx.all(newer, newerThan)
}

export function listRecipientRows(tx: Tx, of: OfContact, ids: readonly string[]): Promise<PersonalRecipient[]> {
  return recipientOf.all(tx, of, ids)
}
