// The table of drafts. Files of a draft are attachments with the draft's id in the column `email_id`.
import { json, nullable, text, uuid } from '../../../base/store/column.ts'
import type { TeamTx, Tx } from '../../../base/store/database.ts'
import { acrossTeams } from '../../../base/store/statement.ts'
import { type RecordOf, table } from '../../../base/store/table.ts'
import { removeAttachments } from '../../../mail/attachments/store/attachments.ts'

const drafts = table('inbox_drafts', {
  id: uuid,
  team_id: uuid,
  inbox_id: uuid,
  /** `null`: not given yet. */
  to: nullable(json<string[]>()),
  cc: json<string[]>(),
  bcc: json<string[]>(),
  subject: nullable(text),
  /** The start of the text on one line. */
  snippet: nullable(text),
  thread_id: nullable(uuid),
  /** The email that it replies to. */
  reply_to_email_id: nullable(uuid),
  /** The email sent from the draft; `null`: it is not sent yet. */
  email_id: nullable(uuid),
  /** The user who last changed it. */
  writer_id: nullable(uuid),
  created_at: text,
  updated_at: text,
  html: nullable(text),
  text: nullable(text),
})

export type DraftRecord = RecordOf<typeof drafts>

interface OfInbox {
  team_id: string
  inbox_id: string
}

/** The columns of lists, without the bodies, which can be large. */
const listed = drafts.only(
  ...(['id', 'to', 'cc', 'bcc', 'subject', 'snippet', 'thread_id', 'reply_to_email_id', 'created_at'] as const),
  ...(['writer_id', 'updated_at'] as const),
)

/** A page of the unsent drafts of an inbox. */
export const listUnsentDrafts = listed.listWhere<OfInbox>(({ rows, params }) =>
  rows.where(params('team_id', 'inbox_id')).whereNull('email_id'),
).page
export const findInboxDraft = drafts.find('team_id', 'inbox_id', 'id').one
/** The unsent draft of a reply to an email. */
export const findUnsentReply = drafts
  .only('id')
  .query<OfInbox & { reply_to_email_id: string }>(({ rows, params }) =>
    rows.where(params('team_id', 'inbox_id', 'reply_to_email_id')).whereNull('email_id'),
  ).one
/** The unsent drafts in a thread. */
export const listUnsentDraftsIn = listed.query<OfInbox & { thread_id: string }>(({ rows, params }) =>
  rows
    .where(params('team_id', 'inbox_id', 'thread_id'))
    .whereNull('email_id')
    .orderBy('id'),
).all
export const insertDraft = drafts.insert().put
export const saveDraft = drafts.update({
  by: ['team_id', 'id'],
  set: [...(['to', 'cc', 'bcc', 'subject', 'snippet', 'writer_id', 'updated_at', 'html', 'text'] as const)],
}).put
/** Marks an unsent draft as sent. Changes no row if it was already sent, so a draft is never sent twice. */
export const markDraftSent = drafts.write<{ team_id: string; id: string; thread_id: string; email_id: string }>(
  ({ rows, params }) =>
    rows.where(params('team_id', 'id')).whereNull('email_id').update(params('thread_id', 'email_id')),
)
const remove = drafts.remove('team_id', 'id')

/** Moves the drafts of a thread that is merged into another one. */
export const moveDrafts = drafts.write<{ team_id: string; thread_id: string; to_id: string }>(
  ({ rows, params, param }) => rows.where(params('team_id', 'thread_id')).update({ thread_id: param('to_id') }),
).put
const some_of_thread = drafts
  .only('id')
  .query<{ team_id: string; thread_id: string; limit: number }>(
    ({ rows, params }) => rows.where(params('team_id', 'thread_id')),
    'limit :limit',
  )
const some_of_inbox = drafts
  .only('id')
  .query<OfInbox & { limit: number }>(({ rows, params }) => rows.where(params('team_id', 'inbox_id')), 'limit :limit')
const oldest = acrossTeams(
  'a sweep',
  drafts.query<{ limit: number }>(({ rows }) => rows.orderBy('id'), 'limit :limit'),
)

/** Maximum drafts that one transaction removes. */
export const DRAFTS_AT_ONCE = 20

/** Removes some drafts, sent or not, of a deleted thread or inbox. Returns whether more may remain. */
export async function removeSomeDrafts(
  { tx, team_id }: TeamTx,
  of: { thread_id: string } | { inbox_id: string },
): Promise<boolean> {
  const limit = DRAFTS_AT_ONCE
  const some =
    'thread_id' in of
      ? await tx.all(some_of_thread, { team_id, limit, ...of })
      : await tx.all(some_of_inbox, { team_id, limit, ...of })
  for (const { id } of some) removeWithFiles(tx, { team_id, id })
  return some.length === DRAFTS_AT_ONCE
}

export function removeWithFiles(tx: Tx, { team_id, id }: { team_id: string; id: string }): void {
  tx.put(remove, { team_id, id })
  removeAttachments(tx, { team_id, email_id: id })
}

/** Some drafts that were created before that time, oldest first. */
export async function listOldDrafts(tx: Tx, before: Date): Promise<DraftRecord[]> {
  const some = await tx.all(oldest, { limit: DRAFTS_AT_ONCE })
  return some.filter(({ created_at }) => created_at < before.toISOString())
}
