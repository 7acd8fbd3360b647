// Tables of labels, and of their assignment to threads.
import { text, uuid } from '../../../base/store/column.ts'
import { statement } from '../../../base/store/statement.ts'
import { type RecordOf, table } from '../../../base/store/table.ts'

const labels = table('inbox_labels', {
  id: uuid,
  team_id: uuid,
  inbox_id: uuid,
  name: text,
  /** The result of `labelKey`; unique in an inbox. */
  name_key: text,
  color: text,
  created_at: text,
})

const has = table('inbox_thread_labels', { thread_id: uuid, label_id: uuid, team_id: uuid, newest_id: uuid })

export type LabelRecord = RecordOf<typeof labels>
export type LabelSummary = Pick<LabelRecord, 'id' | 'name' | 'color'>

/** All labels of an inbox, newest first; at most `LABELS_MAX`. */
export const listLabels = labels.query<{ team_id: string; inbox_id: string }>(({ rows, params }) =>
  rows.where(params('team_id', 'inbox_id')).orderBy('id', 'desc'),
).all
export const findLabel = labels.find('team_id', 'inbox_id', 'id').one
export const insertLabel = labels.insert().put
export const saveLabel = labels.update({ by: ['team_id', 'id'], set: ['name', 'name_key', 'color'] }).put
export const removeLabelRecord = labels.remove('team_id', 'id').put
export const removeLabelsOfInbox = labels.remove('team_id', 'inbox_id').put

export const addLabelToThread = has.insertIfNew('thread_id', 'label_id').put
export const removeLabelFromThread = has.remove('team_id', 'thread_id', 'label_id').put
export const removeLabelsOfThread = has.remove('team_id', 'thread_id').put
export const removeLabelFromSome = has.removeSome({
  key: ['thread_id', 'label_id'],
  by: ['team_id', 'label_id'],
  limit: 200,
}).more
/**
 * Copies the newest email of a thread to its labels: an index over them returns the threads of a label in the order of lists.
 */
export const renewLabels = has.update({ by: ['team_id', 'thread_id'], set: ['newest_id'] }).put
export const listLabelIdsOf = has.only('label_id').find('team_id', 'thread_id').all

/** The labels of several threads. */
export const listLabelIdsOfThreads = has.only('thread_id', 'label_id').findAny('thread_id', 'team_id').all

interface Walk {
  team_id: string
  label_id: string
  place_id: string
  limit: number
}
const walk = (sign: '<' | '>', order: 'asc' | 'desc') =>
  statement<Walk, { thread_id: string; newest_id: string }>(
    (knex, param) =>
      knex(has.name)
        .select('thread_id', 'newest_id')
        .where({ team_id: param('team_id'), label_id: param('label_id') })
        .andWhere('newest_id', sign, param('place_id'))
        .orderBy('newest_id', order),
    'limit :limit',
  ).all
/** Threads with a label that are older or newer than an email, nearest first. */
export const LABELED_THREADS_BEYOND = { older: walk('<', 'desc'), newer: walk('>', 'asc') }
