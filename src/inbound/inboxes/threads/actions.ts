// Adds emails to threads, and changes, merges and removes threads. Each such transaction acquires the guard of the inbox.
// Therefore counts are exact, and of two emails of one conversation that arrive at the same time, the second one finds the
// first.
import { enqueue } from '../../../base/queue/enqueue.ts'
import { type Actor, AGENT, userIdOfActor } from '../../../base/store/actor.ts'
import type { TeamUnit, Tx } from '../../../base/store/database.ts'
import { record } from '../../../base/store/signals/record.ts'
import type { InboxSource } from '../../../base/store/signals/signal.ts'
import { smallestIdAt } from '../../../base/text/uuids.ts'
import { type Folder, TRASH_DAYS } from '../rules.ts'
import { addToInbox, type InboxRecord } from '../store/inboxes.ts'
import { moveDrafts, removeSomeDrafts } from '../drafts/store.ts'
import * as labels from '../store/labels.ts'
import * as messages from '../store/messages.ts'
import * as store from '../store/threads.ts'
import type { ThreadRecord } from '../store/threads.ts'
import { type GroupedEmail, type GroupingKeys, groupingKeys } from './grouping.ts'
import {
  newThread,
  updatedThread,
  isCounted,
  threadWithEmail,
  type JoiningEmail,
  mergedThread,
  mergeTargetOf,
} from './state.ts'
import { indexedWords } from './words.ts'

/** An email that an inbox receives or sends. */
export interface InboxEmail extends JoiningEmail, GroupedEmail {
  reply_to: readonly string[]
  attachments: readonly { id: string; filename: string | null; size: number | null }[]
  /** The words of its bodies, for the search index: see `distinctWords`. */
  words: string
  isSpam?: boolean
}

type Inbox = Pick<InboxRecord, 'id' | 'team_id'>

/** Acquires the guard of an inbox, which serializes transactions. */
export function guardInbox(tx: Tx, { team_id, id }: Inbox): void {
  tx.guard(team_id, 'inbox', id)
}

/** The origin of a change, in the form of webhook events. */
export function inboxSourceOf(actor: Actor): InboxSource {
  const { kind } = actor
  if (actor === AGENT) return 'agent'
  if (kind === 'person') return 'dashboard'
  return kind === 'api_key' || kind === 'client' ? 'api' : 'system'
}

/**
 * Adds an email to its thread, or starts a new one, and records that. `into`: the thread, if it is known. Otherwise the thread
 * is found by the messages that the email references; if these are in several threads, the threads are merged. A full thread
 * accepts no more emails.
 */
export async function addEmailToThread(
  unit: TeamUnit,
  inbox: Inbox,
  email: InboxEmail,
  into?: ThreadRecord,
): Promise<ThreadRecord> {
  const { tx, team_id } = unit
  guardInbox(tx, inbox)
  const keys = groupingKeys(email)
  const chosen = mergeTargetOf(into ? [into] : email.isSpam ? [] : await findThreads(unit, inbox, keys))
  const before = chosen.into
  const thread = before
    ? await mergeAndAdd(unit, { into: before, merged: chosen.merged }, email)
    : begin(unit, inbox, email)
  saveGroupingKeys(tx, thread, keys, email.isSpam === true)
  const { id, direction, message_id, has_attachment, created_at } = email
  const isInbound = direction === 'inbound'
  const source = { received_id: isInbound ? id : null, email_id: isInbound ? null : id }
  const row = { id, inbox_id: inbox.id, team_id, thread_id: thread.id, direction, ...source }
  const writer_id = isInbound ? null : userIdOfActor(tx.actor)
  messages.insertMessage(tx, { ...row, message_id, has_attachment, writer_id, created_at })
  const words = indexedWords({ ...email, inbox_id: inbox.id })
  messages.insertText(tx, { team_id, inbox_id: inbox.id, id, words, received_at: created_at })
  count(unit, inbox, before ? [before, ...chosen.merged] : [], [thread])
  await recordJoining(unit, inbox, { before, thread, email })
  return thread
}

/**
 * The threads that share a message with the email. For a reply without references: the newest thread with its subject and
 * person.
 */
async function findThreads(
  { tx, team_id }: TeamUnit,
  { id: inbox_id }: Inbox,
  keys: GroupingKeys,
): Promise<ThreadRecord[]> {
  const of = { team_id, inbox_id }
  const known = await store.listReferences(tx, of, keys.messages)
  const alike = known.length === 0 && keys.isAnswer ? await store.listReferences(tx, of, keys.subjects) : []
  const ids = [...new Set([...known, ...alike].map(({ thread_id }) => thread_id))]
  if (ids.length === 0) return []
  const threads = await store.listThreadsById(tx, of, ids)
  if (known.length > 0) return threads
  return threads.toSorted((one, other) => (one.newest_id > other.newest_id ? -1 : 1)).slice(0, 1)
}

function begin({ tx, team_id }: TeamUnit, inbox: Inbox, email: InboxEmail): ThreadRecord {
  const id = tx.newId('inbox_threads')
  const thread = newThread({ id, team_id, inbox_id: inbox.id, isSpam: email.isSpam === true }, email)
  store.insertThread(tx, thread)
  return thread
}

async function mergeAndAdd(
  { tx }: TeamUnit,
  { into, merged }: { into: ThreadRecord; merged: readonly ThreadRecord[] },
  email: InboxEmail,
): Promise<ThreadRecord> {
  let whole = into
  for (const other of merged) {
    await moveAll(tx, other, into)
    whole = mergedThread(whole, other)
  }
  const thread = threadWithEmail(whole, email)
  store.saveThread(tx, thread)
  labels.renewLabels(tx, { team_id: thread.team_id, thread_id: thread.id, newest_id: thread.newest_id })
  return thread
}

/**
 * Moves everything from one thread to another and removes it. `mergeAndAdd` then sets the right `newest_id` of the
 * labels.
 */
async function moveAll(tx: Tx, { team_id, id: thread_id }: ThreadRecord, { id: to_id }: ThreadRecord): Promise<void> {
  messages.moveMessages(tx, { team_id, thread_id, to_id })
  store.moveReferences(tx, { team_id, thread_id, to_id })
  moveDrafts(tx, { team_id, thread_id, to_id })
  for (const { label_id } of await labels.listLabelIdsOf(tx, { team_id, thread_id }))
    labels.addLabelToThread(tx, { team_id, thread_id: to_id, label_id, newest_id: to_id })
  labels.removeLabelsOfThread(tx, { team_id, thread_id })
  store.removeThreadRecord(tx, { team_id, id: thread_id })
}

/** Stores the keys that later emails find this thread by. Spam stores none, so that no other email can join it. */
function saveGroupingKeys(
  tx: Tx,
  { inbox_id, team_id, id: thread_id }: ThreadRecord,
  keys: GroupingKeys,
  isSpam: boolean,
): void {
  if (isSpam) return
  for (const reference of [...keys.messages, ...keys.subjects])
    store.saveReference(tx, { inbox_id, reference, team_id, thread_id })
}

function count(
  { tx, team_id }: TeamUnit,
  { id }: Inbox,
  before: readonly ThreadRecord[],
  after: readonly ThreadRecord[],
): void {
  const unread = after.filter(isCounted).length - before.filter(isCounted).length
  if (unread !== 0) addToInbox(tx, { team_id, id, unread, drafts: 0 })
}

interface JoinedEmail {
  before: ThreadRecord | undefined
  thread: ThreadRecord
  email: InboxEmail
}

async function recordJoining(
  { tx, team_id, now: at }: TeamUnit,
  inbox: Inbox,
  { before, thread, email }: JoinedEmail,
): Promise<void> {
  const facts = { team_id, at, inbox_id: inbox.id, thread, email: { ...email, read: email.direction === 'outbound' } }
  if (!before) await record(tx, { type: 'inbox.thread.created', source: 'system', ...facts })
  const type = email.direction === 'inbound' ? 'inbox.email.received' : 'inbox.email.sent'
  await record(tx, { type, source: email.direction === 'inbound' ? 'system' : inboxSourceOf(tx.actor), ...facts })
  if (before) await recordMove({ tx, team_id, now: at }, before, thread, 'system')
}

async function recordMove(
  { tx, team_id, now: at }: TeamUnit,
  before: ThreadRecord,
  thread: ThreadRecord,
  source: InboxSource,
): Promise<void> {
  const [from, to] = [before.folder, thread.folder]
  if (from === to) return
  await record(tx, {
    type: 'inbox.thread.folder.updated',
    team_id,
    at,
    source,
    inbox_id: thread.inbox_id,
    thread,
    from,
    to,
  })
}

/** Marks a thread as read or unread, moves it to a folder, or both. */
export async function updateInboxThread(
  unit: TeamUnit,
  before: ThreadRecord,
  asked: { read?: boolean | undefined; folder?: Folder | undefined },
): Promise<ThreadRecord> {
  const { tx, team_id, now } = unit
  const inbox = { team_id, id: before.inbox_id }
  const thread = updatedThread(before, asked, now)
  store.saveThread(tx, thread)
  count(unit, inbox, [before], [thread])
  await recordMove(unit, before, thread, inboxSourceOf(tx.actor))
  return thread
}

/**
 * Removes a thread permanently; a job removes its emails and drafts. The transaction must have acquired the guard of the inbox.
 */
export async function removeInboxThread(unit: TeamUnit, thread: ThreadRecord): Promise<void> {
  const { tx, team_id, now } = unit
  const { inbox_id, id: thread_id } = thread
  store.removeThreadRecord(tx, { team_id, id: thread_id })
  labels.removeLabelsOfThread(tx, { team_id, thread_id })
  count(unit, { team_id, id: inbox_id }, [thread], [])
  if (thread.drafts > 0) addToInbox(tx, { team_id, id: inbox_id, unread: 0, drafts: -thread.drafts })
  await enqueue(tx, 'drop_inbox_thread', { team_id, thread_id }, now)
}

/** Maximum emails that one transaction removes from the search index, which takes a few milliseconds. */
const EMAILS_AT_ONCE = 10

/** Removes some of the content of a deleted thread. Returns whether more may remain. */
export async function removeSomeOfThread({ tx, team_id }: TeamUnit, thread_id: string): Promise<boolean> {
  if (await removeSomeDrafts({ tx, team_id }, { thread_id })) return true
  const some = await messages.listSomeMessages(tx, { team_id, thread_id, limit: EMAILS_AT_ONCE })
  for (const { inbox_id, id } of some) removeMessageFromThread(tx, { team_id, inbox_id, id })
  if (some.length === EMAILS_AT_ONCE) return true
  return store.removeSomeReferences(tx, { team_id, thread_id })
}

function removeMessageFromThread(tx: Tx, of: { team_id: string; inbox_id: string; id: string }): void {
  messages.removeMessage(tx, of)
  messages.removeText(tx, of)
}

/** Removes an email from all inboxes that contain it. A thread is removed with its last email. */
export async function removeFromInboxes(unit: TeamUnit, id: string): Promise<void> {
  const { tx, team_id } = unit
  for (const message of await messages.listMessagesOf(tx, { team_id, id })) {
    const { inbox_id, thread_id } = message
    guardInbox(tx, { team_id, id: inbox_id })
    removeMessageFromThread(tx, { team_id, inbox_id, id })
    const thread = await store.findThread(tx, { team_id, inbox_id, id: thread_id })
    if (!thread) continue
    const newest = await messages.findNewestMessage(tx, { team_id, thread_id })
    if (!newest) await removeInboxThread(unit, thread)
    else {
      const { id: newest_id, created_at: received_at } = newest
      const email_count = Math.max(1, thread.email_count - 1)
      // the addresses in the thread were those of the removed email
      const shows = newest_id === thread.newest_id ? {} : { from: null, to: [], cc: [], bcc: [] }
      store.saveThread(tx, { ...thread, ...shows, newest_id, received_at, email_count })
      labels.renewLabels(tx, { team_id, thread_id, newest_id })
    }
  }
}

/** Removes some emails from inboxes that were sent before that time. Returns whether more may remain. */
export async function removeOldSent(tx: Tx, now: Date, before: Date): Promise<boolean> {
  const until_id = smallestIdAt(before.getTime())
  const some = await messages.listOldSent(tx, { until_id, limit: EMAILS_AT_ONCE })
  for (const { team_id, id } of some) await removeFromInboxes({ tx, team_id, now }, id)
  return some.length === EMAILS_AT_ONCE
}

/**
 * Erases the data that inboxes store about an email to an erased contact: its words in the index, and the addresses in its
 * threads.
 */
export function eraseFromInboxes(tx: Tx, { team_id, email_id }: { team_id: string; email_id: string }): void {
  messages.removeTextsOf(tx, { team_id, id: email_id })
  store.blankThreadsOf(tx, { team_id, email_id })
}

const DAY_MS = 86_400_000

/** Removes some threads that have been in the trash for `TRASH_DAYS`. Returns whether more may remain. */
export async function purgeTrash(tx: Tx, now: Date): Promise<boolean> {
  const before = new Date(now.getTime() - TRASH_DAYS * DAY_MS)
  const some = await store.listTrashed(tx, { before: before.toISOString(), limit: EMAILS_AT_ONCE })
  for (const thread of some) {
    guardInbox(tx, { team_id: thread.team_id, id: thread.inbox_id })
    await removeInboxThread({ tx, team_id: thread.team_id, now }, thread)
  }
  return some.length === EMAILS_AT_ONCE
}
