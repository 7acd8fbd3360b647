// The SQL of lists of received emails, of their files, and of where bytes are.
import { STORED_RECEIVED } from '../store.ts'

const { received, listed, attachments } = STORED_RECEIVED

/** The ids of a whole list, whose rows are read a part at a time. */
export const listIds = received.only('id', 'created_at').list('team_id').page
export const findListedByIds = listed.findAny('id', 'team_id').all

export const findRaw = received.only('id', 'raw_blob_id', 'bytes', 'trace').find('team_id', 'id').one

/** Those of a mail behind a place in it, in their order. */
export const listFilesBehind = attachments.query<{
  team_id: string
  email_id: string
  number: number
  limit: number
}>(
  ({ rows, param, params }) =>
    rows.where(params('team_id', 'email_id')).andWhere('number', '>', param('number')).orderBy('number'),
  'limit :limit',
).all
