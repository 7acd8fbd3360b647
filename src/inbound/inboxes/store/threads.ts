// Tables of threads, which lists order by their newest emails, and of the references that associate emails with threads.
import { flag, json, nullable, number, oneOf, text, uuid } from '../../../base/store/column.ts'
import { acrossTeams } from '../../../base/store/statement.ts'
import { type Query, type RecordOf, table } from '../../../base/store/table.ts'
import type { SqlRows } from '../../../base/store/statement.ts'
import type { Folder } from '../rules.ts'

const threads = table('inbox_threads', {
  id: uuid,
  team_id: uuid,
  inbox_id: uuid,
  subject: nullable(text),
  folder: oneOf<Folder>(),
  is_read: flag,
  /** The last read email: received emails up to it count as read. */
  read_id: nullable(uuid),
  newest_id: uuid,
  from: nullable(text),
  to: json<string[]>(),
  cc: json<string[]>(),
  bcc: json<string[]>(),
  received_at: text,
  email_count: number,
  has_attachment: flag,
  drafts: number,
  trashed_at: nullable(text),
  created_at: text,
})

const references = table('inbox_references', { inbox_id: uuid, reference: text, team_id: uuid, thread_id: uuid })

export type ThreadRecord = RecordOf<typeof threads>

interface OfInbox {
  team_id: string
  inbox_id: string
}
interface Place extends OfInbox {
  place_id: string
  limit: number
}

export const findThread = threads.find('team_id', 'inbox_id', 'id').one
export const listThreadsById = threads.findAny('id', 'team_id', 'inbox_id').all
export const insertThread = threads.insert().put
export const saveThread = threads.update({
  by: ['team_id', 'id'],
  set: [
    ...(['folder', 'is_read', 'read_id', 'newest_id', 'from', 'to', 'cc', 'bcc', 'received_at'] as const),
    ...(['email_count', 'has_attachment', 'drafts', 'trashed_at'] as const),
  ],
}).put
export const removeThreadRecord = threads.remove('team_id', 'id').put

const older = ({ rows, param, params }: Query<Place>): SqlRows =>
  rows.where(params('team_id', 'inbox_id')).andWhere('newest_id', '<', param('place_id')).orderBy('newest_id', 'desc')
const newer = ({ rows, param, params }: Query<Place>): SqlRows =>
  rows.where(params('team_id', 'inbox_id')).andWhere('newest_id', '>', param('place_id')).orderBy('newest_id')
interface Sorted extends Place {
  folder: Folder
  is_read: boolean
}
const sorted =
  (walk: typeof older) =>
  (query: Query<Sorted>): SqlRows =>
    walk(query as unknown as Query<Place>).where(query.params('folder', 'is_read'))

/** Threads of an inbox that are older or newer than an email, nearest first. */
export const THREADS_BEYOND = {
  older: threads.query(older, 'limit :limit').all,
  newer: threads.query(newer, 'limit :limit').all,
}
/** Like `THREADS_BEYOND`, for one folder and one read state. */
export const SORTED_THREADS_BEYOND = {
  older: threads.query(sorted(older), 'limit :limit').all,
  newer: threads.query(sorted(newer), 'limit :limit').all,
}

/** Clears the addresses and the subject of this email in threads that show it as their newest one, for an erasure. */
export const blankThreadsOf = threads.write<{ team_id: string; email_id: string }>(({ rows, param, knex }) =>
  rows
    .where({ team_id: param('team_id'), newest_id: param('email_id') })
    .whereIn(
      'id',
      knex('inbox_messages')
        .select('thread_id')
        .where({ team_id: param('team_id'), id: param('email_id') }),
    )
    .update({ from: null, to: '[]', cc: '[]', bcc: '[]', subject: null }),
).put

/** Some threads of a deleted inbox. */
export const listSomeThreads = threads
  .only('id')
  .query<OfInbox & { limit: number }>(
    ({ rows, params }) => rows.where(params('team_id', 'inbox_id')),
    'limit :limit',
  ).all

/** Some threads that were moved to the trash before a time. */
export const listTrashed = acrossTeams(
  'a sweep',
  threads.query<{ before: string; limit: number }>(
    ({ rows, param }) => rows.where('trashed_at', '<', param('before')).orderBy('trashed_at'),
    'limit :limit',
  ),
).all

export const listReferences = references.findAny('reference', 'team_id', 'inbox_id').all
export const saveReference = references.upsert(['inbox_id', 'reference'], ['thread_id']).put
export const moveReferences = references.write<{ team_id: string; thread_id: string; to_id: string }>(
  ({ rows, params, param }) => rows.where(params('team_id', 'thread_id')).update({ thread_id: param('to_id') }),
).put
export const removeSomeReferences = references.removeSome({
  key: ['inbox_id', 'reference'],
  by: ['team_id', 'thread_id'],
  limit: 500,
}).more
