// The attachments of emails: name, type and a reference to the content of each.
import { nullable, number, text, uuid } from '../../../base/store/column.ts'
import type { Tx } from '../../../base/store/database.ts'
import type { Page, PageQuery } from '../../../base/store/page.ts'
import { acrossTeams } from '../../../base/store/statement.ts'
import { type RecordOf, table } from '../../../base/store/table.ts'
import type { StoredAttachment } from '../rules.ts'

const attachments = table('email_attachments', {
  id: uuid,
  email_id: uuid,
  team_id: uuid,
  /** The index in the email, from 0; `SUBMITTED_NUMBER` for the MIME content of the whole email, which is not one of its files. */
  number,
  filename: nullable(text),
  content_type: text,
  /** Set: the file is inline. */
  content_id: nullable(text),
  /** The URL that the file is fetched from, unless the request contained the file. */
  path: nullable(text),
  /** `null`: not fetched yet. */
  blob_id: nullable(uuid),
  bytes: nullable(number),
  created_at: text,
})

export const SUBMITTED_NUMBER = -1

export type AttachmentRecord = RecordOf<typeof attachments>

interface OfEmail {
  team_id: string
  email_id: string
}

// includes `created_at`, which lists require for their cursor
const whole = attachments.only('id', 'filename', 'content_type', 'content_id', 'blob_id', 'bytes', 'created_at')

const list = whole.listWhere<OfEmail>(({ rows, params }) =>
  rows.where(params('team_id', 'email_id')).where('number', '>', SUBMITTED_NUMBER).whereNotNull('blob_id'),
)
const byId = whole.query<OfEmail & { id: string }>(({ rows, params }) =>
  rows.where(params('team_id', 'email_id', 'id')).where('number', '>', SUBMITTED_NUMBER),
)
/** All attachments of an email, in order. */
export const listAttachments = attachments.query<OfEmail>(({ rows, params }) =>
  rows.where(params('team_id', 'email_id')).where('number', '>', SUBMITTED_NUMBER).orderBy('number'),
).all
/** Like `listAttachments`, after the MIME content that the email was submitted with, if any. */
export const listContents = attachments.query<OfEmail>(({ rows, params }) =>
  rows.where(params('team_id', 'email_id')).orderBy('number'),
).all
/** All attachments of several drafts, unordered. */
export const listAttachmentsOfSome = attachments.findAny('email_id', 'team_id').all
const ofBlob = attachments
  .only('id')
  .query<{ team_id: string; blob_id: string }>(
    ({ rows, params }) => rows.where(params('team_id', 'blob_id')),
    'limit 1',
  )
export const insertAttachment = attachments.insert().put
/** Stores the reference to fetched content. */
export const saveFetched = attachments.update({ by: ['team_id', 'id'], set: ['blob_id', 'bytes'] }).put
export const removeAttachments = attachments.remove('team_id', 'email_id').put
/** Removes attachments of emails with smaller ids. */
export const removeAttachmentsUntilEmail = acrossTeams(
  'a sweep',
  attachments.removeSome<never, { until_id: string }>({
    key: ['id'],
    where: ({ rows, param }) => rows.where('email_id', '<', param('until_id')),
  }),
).more

type Whole = Pick<AttachmentRecord, 'id' | 'filename' | 'content_type' | 'content_id' | 'blob_id' | 'bytes'>

/** The attachment, if its content is stored. */
function stored<Of extends Whole>(attachment: Of): (Of & StoredAttachment)[] {
  const { blob_id, bytes } = attachment
  return blob_id === null || bytes === null ? [] : [{ ...attachment, blob_id, bytes }]
}

/** Attachments of an email whose content is stored. */
export async function listStoredAttachments(tx: Tx, of: OfEmail, query: PageQuery): Promise<Page<StoredAttachment>> {
  const { rows, has_more } = await list.page(tx, of, query)
  return { rows: rows.flatMap(stored), has_more }
}

/** An attachment whose content is stored. */
export async function findStoredAttachment(
  tx: Tx,
  of: OfEmail & { id: string },
): Promise<StoredAttachment | undefined> {
  const found = await tx.get(byId, of)
  return found && stored(found)[0]
}

export async function hasBlobInEmail(tx: Tx, { team_id, id }: { team_id: string; id: string }): Promise<boolean> {
  return (await tx.get(ofBlob, { team_id, blob_id: id })) !== undefined
}
