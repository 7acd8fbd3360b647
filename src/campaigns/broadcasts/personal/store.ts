// The rows in which broadcasts store data of one contact: its rows among their recipients.
import { STORED_RECIPIENTS } from '../sending/store.ts'
import { STORED_BROADCASTS } from '../store.ts'

/** Oldest first. */
export const listBroadcastsNewer = STORED_BROADCASTS.only('id', 'name').query<{
  team_id: string
  after_id: string
  limit: number
}>(
  ({ rows, param, params }) => rows.where(params('team_id')).andWhere('id', '>', param('after_id')).orderBy('id'),
  'limit :limit',
).all

export const listRecipientRows = STORED_RECIPIENTS.findAny('broadcast_id', 'team_id', 'contact_id').all

/** Clears the address and keeps the row, so that the number of recipients stays correct. */
export const clearRecipientAddress = STORED_RECIPIENTS.update({
  by: ['team_id', 'broadcast_id', 'contact_id'],
  to: { email: '' },
}).put
