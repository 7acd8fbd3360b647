// The state of a thread after an email joined it, after it was read or moved, and after a merge.
import type { Direction, Folder } from '../rules.ts'
import { THREAD_EMAILS_MAX } from '../rules.ts'
import type { ThreadRecord } from '../store/threads.ts'

/** The fields of an email that its thread shows or depends on. */
export interface JoiningEmail {
  id: string
  direction: Direction
  from: string
  to: readonly string[]
  cc: readonly string[]
  bcc: readonly string[]
  subject: string | null
  has_attachment: boolean
  created_at: string
}

interface ThreadStart {
  id: string
  team_id: string
  inbox_id: string
  isSpam: boolean
}

const shownOf = ({ id, from, to, cc, bcc, created_at }: JoiningEmail) => ({
  newest_id: id,
  from,
  to: [...to],
  cc: [...cc],
  bcc: [...bcc],
  received_at: created_at,
})

/** A thread that starts with this email. */
export function newThread({ isSpam, ...of }: ThreadStart, email: JoiningEmail): ThreadRecord {
  const isInbound = email.direction === 'inbound'
  return {
    ...of,
    subject: email.subject,
    folder: !isInbound ? 'sent' : isSpam ? 'spam' : 'inbox',
    is_read: !isInbound,
    read_id: null,
    ...shownOf(email),
    email_count: 1,
    has_attachment: email.has_attachment,
    drafts: 0,
    trashed_at: null,
    created_at: email.created_at,
  }
}

/**
 * A received email marks the thread as unread and moves it to `inbox`, unless it is in `spam`. A sent email changes neither.
 * The thread shows its newest email; an email that was received earlier can join it later.
 */
export function threadWithEmail(thread: ThreadRecord, email: JoiningEmail): ThreadRecord {
  const isInbound = email.direction === 'inbound'
  const folder = isInbound && thread.folder !== 'spam' ? 'inbox' : thread.folder
  return {
    ...thread,
    ...(email.id > thread.newest_id && shownOf(email)),
    folder,
    trashed_at: folder === 'trash' ? thread.trashed_at : null,
    is_read: thread.is_read && !isInbound,
    email_count: thread.email_count + 1,
    has_attachment: thread.has_attachment || email.has_attachment,
  }
}

/** The thread after a request to mark it as read or unread, or to move it. */
export function updatedThread(
  thread: ThreadRecord,
  { read, folder = thread.folder }: { read?: boolean | undefined; folder?: Folder | undefined },
  now: Date,
): ThreadRecord {
  const stays = folder === thread.folder
  const trashed_at = folder === 'trash' ? now.toISOString() : null
  const reading = read === undefined ? {} : { is_read: read, read_id: read ? thread.newest_id : null }
  return { ...thread, ...reading, folder, trashed_at: stays ? thread.trashed_at : trashed_at }
}

/** Whether the thread counts in `unread` of its inbox. */
export function isCounted({ folder, is_read }: Pick<ThreadRecord, 'folder' | 'is_read'>): boolean {
  return folder === 'inbox' && !is_read
}

/** The folder of a merged thread: the first of these that contained one of the two, so that no email disappears from view. */
const SEEN_FIRST: readonly Folder[] = ['inbox', 'archive', 'sent', 'trash', 'spam']

/** Of threads that one email belongs to: the one that it joins, and those to merge into that, within `THREAD_EMAILS_MAX`. */
export function mergeTargetOf(threads: readonly ThreadRecord[]): { into?: ThreadRecord; merged: ThreadRecord[] } {
  const [largest, ...others] = threads.toSorted(
    (one, other) => other.email_count - one.email_count || (one.id < other.id ? -1 : 1),
  )
  if (!largest) return { merged: [] }
  const open = [largest, ...others].filter(({ email_count }) => email_count < THREAD_EMAILS_MAX)
  const [into, ...rest] = open
  if (!into) return { merged: [] }
  let count = into.email_count + 1
  const merged = rest.filter(({ email_count }) => {
    if (count + email_count > THREAD_EMAILS_MAX) return false
    count += email_count
    return true
  })
  return { into, merged }
}

/** The state of two threads after a merge. */
export function mergedThread(into: ThreadRecord, other: ThreadRecord): ThreadRecord {
  const newest = into.newest_id > other.newest_id ? into : other
  const { newest_id, from, to, cc, bcc, received_at } = newest
  const is_read = into.is_read && other.is_read
  const folder = SEEN_FIRST.find(each => each === into.folder || each === other.folder)!
  const lesser = [into.read_id, other.read_id].toSorted()[0] ?? null
  return {
    ...into,
    newest_id,
    from,
    to,
    cc,
    bcc,
    received_at,
    folder,
    is_read,
    read_id: is_read ? newest_id : into.read_id === null || other.read_id === null ? null : lesser,
    email_count: into.email_count + other.email_count,
    has_attachment: into.has_attachment || other.has_attachment,
    drafts: into.drafts + other.drafts,
    trashed_at: folder === 'trash' ? [into.trashed_at, other.trashed_at].toSorted()[0]! : null,
  }
}
