// Creates, changes and deletes labels of inboxes, and adds them to threads and removes them.
import type { InSchemas } from '../../../../generated/api.ts'
import { enqueue } from '../../../base/queue/enqueue.ts'
import type { TeamTx, TeamUnit } from '../../../base/store/database.ts'
import { record } from '../../../base/store/signals/record.ts'
import { refusal } from '../../../base/text/refusal.ts'
import { labelColor, labelKey, LABELS_MAX, takenLabelRefusal, tooManyLabelsRefusal } from '../rules.ts'
import type { InboxRecord } from '../store/inboxes.ts'
import * as store from '../store/labels.ts'
import type { LabelRecord, LabelSummary } from '../store/labels.ts'
import type { ThreadRecord } from '../store/threads.ts'
import { guardInbox, inboxSourceOf } from '../threads/actions.ts'

const unknownLabel = (): Error => refusal('not_found', 'Label not found')

export async function createInboxLabel(
  { tx, team_id, now }: TeamUnit,
  inbox: InboxRecord,
  { name, color }: InSchemas['CreateInboxLabel'],
): Promise<LabelRecord> {
  const inbox_id = inbox.id
  guardInbox(tx, inbox)
  const known = await store.listLabels(tx, { team_id, inbox_id })
  if (known.length >= LABELS_MAX) throw tooManyLabelsRefusal()
  const id = tx.newId('inbox_labels')
  const named = { name, name_key: labelKey(name), color: labelColor(color, known.length) }
  if (known.some(({ name_key }) => name_key === named.name_key)) throw takenLabelRefusal(name)
  const label = { id, team_id, inbox_id, ...named, created_at: now.toISOString() }
  store.insertLabel(tx, label)
  return label
}

export async function updateInboxLabel(
  { tx, team_id }: TeamUnit,
  inbox: InboxRecord,
  label_id: string,
  { name, color }: InSchemas['UpdateInboxLabel'],
): Promise<void> {
  guardInbox(tx, inbox)
  const known = await store.listLabels(tx, { team_id, inbox_id: inbox.id })
  const before = known.find(({ id }) => id === label_id)
  if (!before) throw unknownLabel()
  const named = name === undefined ? {} : { name, name_key: labelKey(name) }
  const label = { ...before, ...named, color: (color ?? before.color).toUpperCase() }
  if (known.some(({ id, name_key }) => id !== label_id && name_key === label.name_key))
    throw takenLabelRefusal(label.name)
  store.saveLabel(tx, label)
}

/** Removes a label. A job removes it from its threads. */
export async function removeInboxLabel(
  { tx, team_id, now }: TeamUnit,
  inbox: InboxRecord,
  label_id: string,
): Promise<void> {
  if (!(await store.findLabel(tx, { team_id, inbox_id: inbox.id, id: label_id }))) throw unknownLabel()
  store.removeLabelRecord(tx, { team_id, id: label_id })
  await enqueue(tx, 'drop_inbox_label', { team_id, label_id }, now)
}

/** A function that returns the labels of a thread, for these threads of an inbox. */
export async function listLabelsOf(
  { tx, team_id }: TeamTx,
  inbox_id: string,
  thread_ids: readonly string[],
): Promise<(thread_id: string) => LabelSummary[]> {
  const has = await store.listLabelIdsOfThreads(tx, { team_id }, thread_ids)
  const labels = has.length === 0 ? [] : await store.listLabels(tx, { team_id, inbox_id })
  return thread_id => {
    const ids = new Set(has.flatMap(each => (each.thread_id === thread_id ? each.label_id : [])))
    return labels.filter(({ id }) => ids.has(id)).toReversed()
  }
}

/**
 * Changes the labels of a thread to the result of `wanted`, and records the change. Refuses (404) an unknown label in `asked`.
 */
export async function labelThread(
  unit: TeamUnit,
  thread: ThreadRecord,
  asked: readonly string[],
  wanted: (has: ReadonlySet<string>) => ReadonlySet<string>,
): Promise<LabelSummary[]> {
  const { tx, team_id, now: at } = unit
  const { inbox_id, id: thread_id, newest_id } = thread
  const labels = (await store.listLabels(tx, { team_id, inbox_id })).toReversed()
  if (asked.some(id => !labels.some(label => label.id === id))) throw unknownLabel()
  const has = new Set((await store.listLabelIdsOf(tx, { team_id, thread_id })).map(({ label_id }) => label_id))
  const after = wanted(has)
  const [added, removed] = [
    labels.filter(({ id }) => after.has(id) && !has.has(id)),
    labels.filter(({ id }) => has.has(id) && !after.has(id)),
  ]
  for (const { id } of added) store.addLabelToThread(tx, { team_id, thread_id, label_id: id, newest_id })
  for (const { id } of removed) store.removeLabelFromThread(tx, { team_id, thread_id, label_id: id })
  const now_has = labels.filter(({ id }) => after.has(id))
  if (added.length > 0 || removed.length > 0) {
    const facts = { inbox_id, source: inboxSourceOf(tx.actor), thread, added, removed }
    await record(tx, { type: 'inbox.thread.labels.updated', team_id, at, ...facts })
  }
  return now_has
}
