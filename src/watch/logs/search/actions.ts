// Walks through a team's requests in the order of their ids. Rows of several processes overlap, and a slow request is
// in a later row than its neighbors. So a request is held back until no unread row can contain one that precedes it.
import { listApiKeyNames } from '../../../identity/api-keys/store.ts'
import { listClientNamesOfGrants } from '../../../identity/oauth/store/grants.ts'
import { noCursor, refuseBothCursors } from '../../../base/text/cursor.ts'
import { isUuid } from '../../../base/store/column.ts'
import type { Tx } from '../../../base/store/database.ts'
import type { Page, PageQuery } from '../../../base/store/page.ts'
import { searchInParts } from '../../../base/store/scan.ts'
import { timeFromId } from '../../../base/text/uuids.ts'
import { type LogLine, logLinesIn } from '../line.ts'
import { type LogBodies, loggedBodiesOf, type LogPart } from '../part.ts'
import type { CallerNames } from '../present.ts'
import { type LogHead, listNewerParts, listOlderParts, listPartsAround } from '../store.ts'
import { matchesLogSearch, LIST_LENGTH, type LogSearch } from './rules.ts'

/** Rows that are read per query: few at first, because a page is full soon if most requests match. */
const PARTS = 2
const PARTS_MAX = 8
/** Maximum number of requests that one search reads. */
const LOGS_EXAMINED_MAX = 20_000

/** The number of requests in one minute without an entry, because too many arrived at the same time. */
export interface OmittedRequests {
  /** The start of the minute. */
  at: string
  count: number
}

export interface FoundLogs {
  rows: LogLine[]
  /** The id to continue after; `undefined`: there are no more. */
  behind: string | undefined
  not_kept: OmittedRequests[]
}

interface LogWalk {
  team_id: string
  /** The id to start after; `undefined`: from the very end. */
  from_id: string | undefined
  most: number
  /** The direction: `older` starts with the newest, `newer` with the oldest. */
  onward: 'older' | 'newer'
  meant?: LogSearch | undefined
}

/** Finds up to `most` requests. Pauses between reads, so that other work continues. */
export async function searchLogs(tx: Tx, { team_id, from_id, most, onward, meant }: LogWalk): Promise<FoundLogs> {
  const isOlder = onward === 'older'
  const isBeyond = (id: string, place: string | undefined): boolean =>
    place === undefined || (isOlder ? id < place : id > place)
  const inOrder = ({ id: one }: LogLine, { id: other }: LogLine): number => (isBeyond(one, other) ? 1 : -1)
  const gaps: LogHead[] = []
  let waiting: LogLine[] = []
  const limits = { part: PARTS, part_max: PARTS_MAX, ...(meant && { looked_max: LOGS_EXAMINED_MAX }) }
  const asked = { after: undefined, most, ...limits, cursorOf: ({ id }: LogLine) => id }
  const found = await searchInParts<LogLine, string>(tx, asked, async (read_id, limit) => {
    const list = isOlder ? listOlderParts : listNewerParts
    const parts = await list(tx, { team_id, from_id, read_id, limit })
    gaps.push(...parts.filter(({ not_kept }) => not_kept > 0))
    const lines = parts.flatMap(part => logLinesIn(part.lines)).filter(({ id }) => isBeyond(id, from_id))
    waiting = [...waiting, ...lines.filter(line => !meant || matchesLogSearch(line, meant))].toSorted(inOrder)
    const last = parts.length < limit ? undefined : parts.at(-1)
    const end = isOlder ? last?.last_id : last?.first_id
    const ready = waiting.filter(({ id }) => end === undefined || !isBeyond(id, end))
    waiting = waiting.slice(ready.length)
    return { rows: ready, behind: end, looked: lines.length }
  })
  const isOnPage = ({ first_id }: LogHead): boolean => found.behind === undefined || !isBeyond(first_id, found.behind)
  return { ...found, not_kept: byMinute(gaps.filter(isOnPage)) }
}

function byMinute(gaps: readonly LogHead[]): OmittedRequests[] {
  const counts = new Map<string, number>()
  for (const { first_id, not_kept } of gaps) {
    const minute = `${new Date(timeFromId(first_id)).toISOString().slice(0, 16)}:00.000Z`
    counts.set(minute, (counts.get(minute) ?? 0) + not_kept)
  }
  return [...counts].map(([at, count]) => ({ at, count }))
}

/** A page of requests, newest first. Refuses (422) a request with both cursors, and a cursor that is not in the log. */
export async function listLogs(
  tx: Tx,
  team_id: string,
  { limit = LIST_LENGTH, after, before }: PageQuery,
): Promise<Page<LogLine> & { not_kept: OmittedRequests[] }> {
  refuseBothCursors({ after, before })
  const cursor = after ?? before
  if (cursor !== undefined && !(await findLine(tx, team_id, cursor)))
    throw noCursor(before === undefined ? 'after' : 'before', cursor)
  const onward = before === undefined ? 'older' : 'newer'
  const { rows, behind, not_kept } = await searchLogs(tx, { team_id, from_id: cursor, most: limit, onward })
  return { rows: before === undefined ? rows : rows.toReversed(), has_more: behind !== undefined, not_kept }
}

/** A request with its bodies. */
export type FoundLog = LogLine & { bodies: LogBodies }

export async function findLog(tx: Tx, team_id: string, id: string): Promise<FoundLog | undefined> {
  const found = await findLine(tx, team_id, id)
  return found && { ...found.line, bodies: loggedBodiesOf(found.line, found.part.bodies) }
}

async function findLine(tx: Tx, team_id: string, id: string): Promise<{ line: LogLine; part: LogPart } | undefined> {
  if (!isUuid(id)) return undefined
  for (const part of await listPartsAround(tx, { team_id, id })) {
    const line = logLinesIn(part.lines).find(each => each.id === id)
    if (line) return { line, part }
  }
  return undefined
}

/** The names of the API keys and clients that sent these requests, if they still exist. */
export async function findCallerNames(tx: Tx, team_id: string, lines: readonly LogLine[]): Promise<CallerNames> {
  const idsOf = (kind: LogLine['caller']['kind']): string[] =>
    lines.flatMap(({ caller }) => (caller.kind === kind ? [caller.id] : []))
  const [keys, grants] = [idsOf('api_key'), idsOf('oauth_token')]
  const named = keys.length > 0 ? await listApiKeyNames(tx, { team_id }, keys) : []
  const clients = grants.length > 0 ? await listClientNamesOfGrants(tx, { team_id }, grants) : []
  return new Map([
    ...named.map(({ id, name }) => [id, name] as const),
    ...clients.map(({ id, client_name }) => [id, client_name] as const),
  ])
}
