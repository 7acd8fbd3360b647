// Searching a team's emails, and what pages show of one. Each search reads a bounded part, the newest first, so that it takes
// no longer among many emails than among few; the next one goes on where it ended.
import type { Tx } from '../../store/database.ts'
import { leastIdAt } from '../../text/uuids.ts'
import {
  type FoundEmail,
  listAddressedNewer,
  listAddressedOlder,
  listFoundById,
  listFoundOlder,
  listIdsWithState,
} from './store.ts'
import { type EmailSearch, goesTo, isMeant, TROUBLED } from './rules.ts'

export { type EmailSearch, searchedAddress } from './rules.ts'
export {
  type EmailSummary,
  findEmailSummary,
  type FoundEmail,
  listEventsOf,
  listReceived,
  type ReceivedEmail,
  type StoredEvent,
} from './store.ts'

export interface FoundEmails {
  rows: FoundEmail[]
  /** The email to go on behind, when there may be more. */
  behind: string | undefined
}

/** Emails that one search looks at: all of them are read, or first whom they go to alone. */
export const LOOKED_AT = 5_000
export const ADDRESSED_LOOKED_AT = 100_000
/** Without letting others go on. */
const PART = 500
const ADDRESSED_PART = 1_000

/** Greater than every id. */
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
/** Ids tell about when: the clock may have been put back. */
const MARGIN_MS = 3_600_000

export interface SearchPlace {
  /** Only older ones than this. */
  after?: string | undefined
  most: number
}

/** The automation of each of these runs that is still there. */
export type AutomationsOf = (tx: Tx, team_id: string, run_ids: string[]) => Promise<ReadonlyMap<string, string>>

/** For a read, in which others come between the parts. */
export async function searchEmails(
  tx: Tx,
  team_id: string,
  search: EmailSearch,
  { after, most }: SearchPlace,
  automationsOf: AutomationsOf,
): Promise<FoundEmails> {
  const isPlain = Object.values(search).every(each => each === undefined)
  const limits = limitsOf(search, isPlain ? most + 1 : undefined)
  const meant: FoundEmail[] = []
  let looked = 0
  const until_id = search.until ? leastIdAt(search.until.getTime() + MARGIN_MS) : LAST_ID
  let next: string | undefined = after !== undefined && after < until_id ? after : until_id
  while (next !== undefined && meant.length <= most && looked < limits.all) {
    const { rows, last_id } = await lookAt(tx, team_id, search, { before_id: next, limit: limits.part })
    const automations = await automationsFor(tx, team_id, search, rows, automationsOf)
    meant.push(...rows.filter(row => isMeant({ ...row, automation_id: automations.get(row.origin_id ?? '') }, search)))
    looked += limits.part
    next = isBefore(last_id, search.from) ? undefined : last_id
    await tx.pause()
  }
  const rows = meant.slice(0, most)
  return { rows, behind: rows.length < meant.length ? rows.at(-1)!.id : next }
}

function limitsOf({ address }: EmailSearch, plain: number | undefined): { part: number; all: number } {
  if (plain !== undefined) return { part: plain, all: plain }
  return address === undefined ? { part: PART, all: LOOKED_AT } : { part: ADDRESSED_PART, all: ADDRESSED_LOOKED_AT }
}

async function automationsFor(
  tx: Tx,
  team_id: string,
  { automation_id }: EmailSearch,
  rows: readonly FoundEmail[],
  automationsOf: AutomationsOf,
): Promise<ReadonlyMap<string, string>> {
  const runs = automation_id === undefined ? [] : rows.flatMap(({ origin_id }) => origin_id ?? [])
  return runs.length > 0 ? automationsOf(tx, team_id, runs) : new Map()
}

interface Looked {
  rows: FoundEmail[]
  /** The last one that was looked at, if there may be more behind it. */
  last_id: string | undefined
}

/**
 * The ids of those of the next emails that go to a bare address in small letters, the oldest first; behind which one to go
 * on, if there may be more.
 */
export async function findIdsTo(
  tx: Tx,
  team_id: string,
  address: string,
  after_id: string,
): Promise<{ ids: string[]; behind: string | undefined }> {
  const some = await listAddressedNewer(tx, { team_id, after_id, limit: ADDRESSED_PART })
  const ids = some.filter(email => goesTo(email, address)).map(({ id }) => id)
  return { ids, behind: lastOf(some, ADDRESSED_PART)?.id }
}

/** A part of the list, or of those that something went wrong with, which an index leads to. The newest first. */
async function lookAt(
  tx: Tx,
  team_id: string,
  { address, status }: EmailSearch,
  part: { before_id: string; limit: number },
): Promise<Looked> {
  const of = { team_id, ...part }
  const troubled = TROUBLED.find(each => each === status)
  if (address !== undefined) {
    const some = await listAddressedOlder(tx, of)
    const to = some.filter(email => goesTo(email, address)).map(({ id }) => id)
    return { rows: await byId(tx, team_id, to), last_id: lastOf(some, part.limit)?.id }
  }
  if (troubled !== undefined) {
    const ids = await listIdsWithState(tx, { ...of, last_event: troubled })
    return { rows: await byId(tx, team_id, ids), last_id: lastOf(ids, part.limit) }
  }
  const rows = await listFoundOlder(tx, of)
  return { rows, last_id: lastOf(rows, part.limit)?.id }
}

async function byId(tx: Tx, team_id: string, ids: readonly string[]): Promise<FoundEmail[]> {
  const rows = ids.length === 0 ? [] : await listFoundById(tx, team_id, ids)
  return rows.toSorted((one, other) => (one.id < other.id ? 1 : -1))
}

/** Behind which to go on, when there may be more. */
function lastOf<T>(list: readonly T[], limit: number): T | undefined {
  return list.length < limit ? undefined : list.at(-1)
}

function isBefore(id: string | undefined, from: Date | undefined): boolean {
  return id !== undefined && from !== undefined && id < leastIdAt(from.getTime() - MARGIN_MS)
}
