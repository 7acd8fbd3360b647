// Statements for removal and export: an email with its files, and the emails from one address.
import { STORED_RECEIVED } from '../store.ts'

const { received, attachments } = STORED_RECEIVED

/** An email with the blobs that contain its bytes. */
const stored = received.only('id', 'raw_blob_id', 'html_blob_id', 'text_blob_id')

export const listFiles = attachments
  .only('id', 'blob_id')
  .query<{ team_id: string; email_id: string; limit: number }>(
    ({ rows, params }) => rows.where(params('team_id', 'email_id')),
    'limit :limit',
  ).all
export const removeReceivedFile = attachments.remove('team_id', 'id').put

export const listStoredFrom = stored.query<{ team_id: string; sender: string; limit: number }>(
  ({ rows, params }) => rows.where(params('team_id', 'sender')).orderBy('id'),
  'limit :limit',
).all

export const listReceivedFromAfter = received
  .only('id', 'message_id', 'from_name', 'subject', 'created_at', 'attachments', 'bytes')
  .query<{ team_id: string; sender: string; after_id: string; limit: number }>(
    ({ rows, param, params }) =>
      rows.where(params('team_id', 'sender')).andWhere('id', '>', param('after_id')).orderBy('id'),
    'limit :limit',
  ).all
