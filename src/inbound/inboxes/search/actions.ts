// Lists and searches of threads. Each page reads a bounded part of an index, so that a page of a million threads takes
// no longer than a page of a thousand.
import { noCursor, refuseBothCursors } from '../../../base/text/cursor.ts'
import type { TeamTx, Tx } from '../../../base/store/database.ts'
import type { Page, PageQuery } from '../../../base/store/page.ts'
import { searchInParts } from '../../../base/store/scan.ts'
import type { WordQuery } from '../../../base/store/full-text.ts'
import { LABELED_THREADS_BEYOND, listLabelIdsOfThreads, listLabels } from '../store/labels.ts'
import { findNumberUntil, listMatchedIn, MATCHED_BEYOND, type MatchedEmail } from '../store/messages.ts'
import * as store from '../store/threads.ts'
import type { ThreadRecord } from '../store/threads.ts'
import { parseSearchDate } from '../threads/dates.ts'
import {
  matchesThreadFilter,
  mergeNearest,
  sortedParts,
  type ThreadFilter,
  type ListDirection,
} from '../threads/listing.ts'
import { wordQuery } from '../threads/words.ts'

interface OfInbox {
  team_id: string
  inbox_id: string
}

const LAST: Record<ListDirection, string> = {
  older: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
  newer: '00000000-0000-0000-0000-000000000000',
}
/** Rows of one label that are read at a time. */
const LOOKED_AT_ONCE = 200
const LIMIT = 20

/**
 * The filter without labels that no longer exist: threads still have a deleted label until a job has removed it.
 * `undefined`: none of the labels exists, so no thread can match.
 */
export async function checkThreadFilter(
  tx: Tx,
  of: OfInbox,
  { folders, labels = [], read }: ThreadFilter,
): Promise<ThreadFilter | undefined> {
  if (labels.length === 0) return { folders, read }
  const known = new Set((await listLabels(tx, of)).map(({ id }) => id))
  const there = labels.filter(id => known.has(id))
  return there.length === 0 ? undefined : { folders, read, labels: there }
}

/** A page of the threads of an inbox, ordered by their newest emails, newest first. */
export async function pageOfThreads(
  tx: Tx,
  of: OfInbox,
  filter: ThreadFilter,
  { limit = LIMIT, after, before }: PageQuery,
): Promise<Page<ThreadRecord>> {
  refuseBothCursors({ after, before })
  const way: ListDirection = before === undefined ? 'older' : 'newer'
  const cursor = after ?? before
  const place = cursor === undefined ? LAST.older : await placeOf(tx, of, cursor, before ? 'before' : 'after')
  const found = await threadsBeyond(tx, of, filter, { way, place, most: limit + 1 })
  const rows = found.slice(0, limit)
  return { rows: way === 'older' ? rows : rows.toReversed(), has_more: found.length > limit }
}

async function placeOf(tx: Tx, of: OfInbox, id: string, name: string): Promise<string> {
  const thread = await store.findThread(tx, { ...of, id })
  if (!thread) throw noCursor(name, id)
  return thread.newest_id
}

interface ThreadsQuery {
  way: ListDirection
  place: string
  most: number
}

async function threadsBeyond(tx: Tx, of: OfInbox, filter: ThreadFilter, beyond: ThreadsQuery): Promise<ThreadRecord[]> {
  const { way, place, most } = beyond
  const { labels = [] } = filter
  if (labels.length > 0) {
    const lists = []
    for (const label_id of new Set(labels)) lists.push(await labelledBeyond(tx, { ...of, label_id }, filter, beyond))
    return mergeNearest(lists, way, most)
  }
  const parts = sortedParts(filter)
  if (!parts) return store.THREADS_BEYOND[way](tx, { ...of, place_id: place, limit: most })
  const lists = await Promise.all(
    parts.map(part => store.SORTED_THREADS_BEYOND[way](tx, { ...of, ...part, place_id: place, limit: most })),
  )
  return mergeNearest(lists, way, most)
}

/** Reads along the index of one label. */
async function labelledBeyond(
  tx: Tx,
  { label_id, ...of }: OfInbox & { label_id: string },
  filter: ThreadFilter,
  { way, place, most }: ThreadsQuery,
): Promise<ThreadRecord[]> {
  const { team_id } = of
  const asked = {
    after: place,
    most: most - 1,
    part: LOOKED_AT_ONCE,
    cursorOf: ({ newest_id }: ThreadRecord) => newest_id,
  }
  const rows: ThreadRecord[] = []
  await searchInParts<ThreadRecord, string>(tx, asked, async (from, limit) => {
    const part = await LABELED_THREADS_BEYOND[way](tx, { team_id, label_id, place_id: from ?? place, limit })
    const threads = await store.listThreadsById(
      tx,
      of,
      part.map(({ thread_id }) => thread_id),
    )
    const meant = mergeNearest([threads.filter(thread => matchesThreadFilter(thread, filter))], way, limit)
    rows.push(...meant)
    return { rows: meant, behind: part.length < limit ? undefined : part.at(-1)!.newest_id }
  })
  return rows.slice(0, most)
}

// ---- searches -----------------------------------------------------------------------------------------------------

interface FoundThread {
  thread: ThreadRecord
  /** The newest email that matches; `null` without criteria about emails. */
  email_id: string | null
}

/** The criteria for an email: words, and a time from `from_date` to `until_date`, both inclusive. */
interface EmailCriteria {
  words: WordQuery
  from_date?: string | undefined
  until_date?: string | undefined
}

/** The criteria of a request or a form. */
export interface ThreadSearch extends ThreadFilter {
  query?: string | undefined
  from?: readonly string[] | undefined
  to?: readonly string[] | undefined
  cc?: readonly string[] | undefined
  bcc?: readonly string[] | undefined
  has_attachment?: boolean | undefined
  start_date?: string | undefined
  end_date?: string | undefined
}

/** A page of the threads that match all criteria; the plain list without criteria about emails. */
export async function searchThreads(
  { tx, team_id }: TeamTx,
  inbox_id: string,
  asked: ThreadSearch,
  page: PageQuery,
): Promise<Page<FoundThread>> {
  const of = { team_id, inbox_id }
  const from_date = parseSearchDate(asked.start_date, 'start_date')
  const until_date = parseSearchDate(asked.end_date, 'end_date')
  const { from, to, cc, bcc, query, has_attachment } = asked
  const isDated = from_date !== undefined || until_date !== undefined
  const words = wordQuery(inbox_id, { query, has_attachment, people: { from, to, cc, bcc } }, isDated)
  const filter = await checkThreadFilter(tx, of, asked)
  if (!filter) return { rows: [], has_more: false }
  if (words) return findThreads(tx, of, { ...filter, words, from_date, until_date }, page)
  const { rows, has_more } = await pageOfThreads(tx, of, filter, page)
  return { rows: rows.map(thread => ({ thread, email_id: null })), has_more }
}

const FIRST_PART = 50
const PART_MAX = 1_000
const ENDS: Record<ListDirection, number> = { older: Number.MAX_SAFE_INTEGER, newer: 0 }

/** A page of threads with an email that matches all criteria, ordered by the newest such email, newest first. */
export async function findThreads(
  tx: Tx,
  of: OfInbox,
  asked: EmailCriteria & ThreadFilter,
  { limit = LIMIT, after, before }: PageQuery,
): Promise<Page<FoundThread>> {
  refuseBothCursors({ after, before })
  const way: ListDirection = before === undefined ? 'older' : 'newer'
  const cursor = after ?? before
  const start = cursor === undefined ? undefined : await matchPlace(tx, of, asked, cursor, before ? 'before' : 'after')
  const match = { ...of, words: asked.words }
  const scan = {
    after: start ?? (await endOf(tx, of, asked)),
    most: limit,
    part: FIRST_PART,
    part_max: PART_MAX,
    cursorOf: ({ number }: FoundPage) => number,
  }
  const seen = new Set<string>()
  const { rows, behind } = await searchInParts<FoundPage, number>(tx, scan, async (place, size) => {
    const part = await MATCHED_BEYOND[way](tx, { ...match, place: place ?? ENDS[way], limit: size })
    const last = part.length < size ? undefined : part.at(-1)!
    const isOver = last && way === 'older' && isBefore(last.received_at, asked.from_date)
    return { rows: await meantAmong(tx, of, asked, part, seen, cursor), behind: isOver ? undefined : last?.number }
  })
  return { rows: way === 'older' ? rows : rows.toReversed(), has_more: behind !== undefined }
}

type FoundPage = FoundThread & { number: number }

/** The rows of a page for some matching emails: each thread once, with its newest matching email. */
async function meantAmong(
  tx: Tx,
  of: OfInbox,
  asked: EmailCriteria & ThreadFilter,
  part: readonly MatchedEmail[],
  seen: Set<string>,
  cursor: string | undefined,
): Promise<FoundPage[]> {
  const { team_id } = of
  const fresh = part.filter(email => isBetween(email, asked) && !seen.has(email.thread_id))
  const threads = await meantThreads(tx, of, asked, fresh)
  const rows: FoundPage[] = []
  for (const { thread_id, id, number } of fresh) {
    const thread = threads.get(thread_id)
    if (!thread || seen.has(thread_id)) continue
    // with a cursor: a thread whose newest match is another email is shown on another page
    if (cursor !== undefined && (await newestMatch(tx, team_id, asked, thread_id)) !== number) continue
    seen.add(thread_id)
    rows.push({ thread, email_id: id, number })
  }
  return rows
}

async function meantThreads(
  tx: Tx,
  of: OfInbox,
  filter: ThreadFilter,
  emails: readonly MatchedEmail[],
): Promise<Map<string, ThreadRecord>> {
  const ids = [...new Set(emails.map(({ thread_id }) => thread_id))]
  if (ids.length === 0) return new Map()
  const threads = (await store.listThreadsById(tx, of, ids)).filter(thread => matchesThreadFilter(thread, filter))
  const { labels = [] } = filter
  if (labels.length === 0) return new Map(threads.map(thread => [thread.id, thread]))
  const given = await listLabelIdsOfThreads(tx, { team_id: of.team_id }, ids)
  const labelled = new Set(given.filter(({ label_id }) => labels.includes(label_id)).map(({ thread_id }) => thread_id))
  return new Map(threads.filter(({ id }) => labelled.has(id)).map(thread => [thread.id, thread]))
}

async function newestMatch(
  tx: Tx,
  team_id: string,
  { words, ...dates }: EmailCriteria,
  thread_id: string,
): Promise<number | undefined> {
  const all = await listMatchedIn(tx, { team_id, words, thread_id })
  return all.find(email => isBetween(email, dates))?.number
}

async function matchPlace(tx: Tx, of: OfInbox, asked: EmailCriteria, id: string, name: string): Promise<number> {
  const isThere = await store.findThread(tx, { ...of, id })
  const number = isThere && (await newestMatch(tx, of.team_id, asked, id))
  if (number === undefined) throw noCursor(name, id)
  return number
}

/** The number to start at, so that emails after `until_date` are skipped. */
async function endOf(tx: Tx, { team_id, inbox_id }: OfInbox, { until_date }: EmailCriteria): Promise<number> {
  if (until_date === undefined) return ENDS.older
  const newest = await findNumberUntil(tx, { team_id, inbox_id, until: until_date })
  return newest === undefined ? ENDS.newer : newest.number + LATE_ROWS
}

/** Slack at both ends: the numbers of emails that are stored concurrently can be in another order than their times. */
const LATE_ROWS = 1_000
const LATE_MS = 60_000

function isBefore(at: string, from: string | undefined): boolean {
  return from !== undefined && Date.parse(at) < Date.parse(from) - LATE_MS
}

function isBetween(
  { received_at: at }: Pick<MatchedEmail, 'received_at'>,
  { from_date, until_date }: Pick<EmailCriteria, 'from_date' | 'until_date'>,
): boolean {
  return (from_date === undefined || at >= from_date) && (until_date === undefined || at <= until_date)
}
