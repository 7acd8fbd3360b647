// Statements for responses: lists of received emails, their files, and the blob of the original.
import { STORED_RECEIVED } from '../store.ts'

const { received, listed, attachments } = STORED_RECEIVED

/** The ids of a list without a limit; its rows are read in batches. */
export const listIds = received.only('id', 'created_at').list('team_id').page
export const findListedByIds = listed.findAny('id', 'team_id').all

export const findRawMessage = received.only('id', 'raw_blob_id', 'bytes', 'trace').find('team_id', 'id').one

/** Some files of an email with a greater number, in order. */
export const listFilesAfter = attachments.query<{
  team_id: string
  email_id: string
  number: number
  limit: number
}>(
  ({ rows, param, params }) =>
    rows.where(params('team_id', 'email_id')).andWhere('number', '>', param('number')).orderBy('number'),
  'limit :limit',
).all
