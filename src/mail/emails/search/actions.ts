// Searches a team's emails, and reads what pages show of one. Each search reads a bounded part, newest first, so that its
// duration does not depend on the number of emails. The next search continues where this one ended.
import type { TeamTx, Tx } from '../../../base/store/database.ts'
import { type SearchPage, ROWS_PER_READ, searchInParts } from '../../../base/store/scan.ts'
import { smallestIdAt } from '../../../base/text/uuids.ts'
import {
  type FoundEmail,
  listAddressedNewer,
  listAddressedOlder,
  listFoundById,
  listFoundOlder,
  listIdsOfOrigin,
  listIdsOlder,
  listIdsWithState,
  listLatestOfTypes,
  listWordedOlder,
  type StoredEvent,
} from './store.ts'
import {
  EMAIL_ORIGINS,
  type EmailOrigin,
  type EmailSearch,
  isAddressedTo,
  matchesEmailSearch,
  mayContainWords,
  STORED_ORIGINS,
  TROUBLE_STATES,
} from './rules.ts'

export type FoundEmails = SearchPage<FoundEmail>

/** Maximum emails that one search reads: whole rows, or only addresses in the first pass. */
export const EMAILS_EXAMINED_MAX = 5_000
const ADDRESSED_LOOKED_AT = 100_000
/** Addresses read together before yielding to other work. */
const ADDRESSED_PART = 1_000

/** Greater than every id. */
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
/** Ids are only roughly chronological: the clock may have been set back. */
const MARGIN_MS = 3_600_000

interface SearchPlace {
  /** Only emails older than this id. */
  after?: string | undefined
  most: number
}

/** The automation of each of these runs that still exists. */
type AutomationsOf = (tx: Tx, team_id: string, run_ids: string[]) => Promise<ReadonlyMap<string, string>>

interface SearchContext extends TeamTx {
  automationsOf: AutomationsOf
}

/** Searches emails, in a read transaction that yields to other work between the parts. */
export async function searchEmails(
  { tx, team_id, automationsOf }: SearchContext,
  search: EmailSearch,
  { after, most }: SearchPlace,
): Promise<FoundEmails> {
  const isPlain = Object.entries(search).every(([name, each]) => name === 'origins' || each === undefined)
  const until_id = search.until ? smallestIdAt(search.until.getTime() + MARGIN_MS) : LAST_ID
  const asked = {
    ...limitsOf(search, isPlain ? most + 1 : undefined),
    after: after !== undefined && after < until_id ? after : undefined,
    most,
    cursorOf: ({ id }: FoundEmail) => id,
  }
  return searchInParts(tx, asked, async (before_id = until_id, limit, wanted) => {
    const { rows, last_id } = await examinePart({ tx, team_id }, search, {
      before_id,
      limit,
      wanted: isPlain ? wanted : limit,
    })
    const automations = await automationsFor({ tx, team_id, automationsOf }, search, rows)
    const meant = rows.filter(row =>
      matchesEmailSearch({ ...row, automation_id: automations.get(row.origin_id ?? '') }, search),
    )
    return { rows: meant, behind: isBefore(last_id, search.from) ? undefined : last_id }
  })
}

function limitsOf(
  { address, origins }: EmailSearch,
  plain: number | undefined,
): { part: number; part_max?: number; looked_max: number } {
  // a small part first, because most emails may match
  if (plain !== undefined && origins) {
    return { part: plain, part_max: Math.max(plain, ADDRESSED_PART), looked_max: ADDRESSED_LOOKED_AT }
  }
  if (plain !== undefined) return { part: plain, looked_max: plain }
  if (address === undefined) return { part: ROWS_PER_READ, looked_max: EMAILS_EXAMINED_MAX }
  return { part: ADDRESSED_PART, looked_max: ADDRESSED_LOOKED_AT }
}

async function automationsFor(
  { tx, team_id, automationsOf }: SearchContext,
  { automation_id }: EmailSearch,
  rows: readonly FoundEmail[],
): Promise<ReadonlyMap<string, string>> {
  const runs = automation_id === undefined ? [] : rows.flatMap(({ origin_id }) => origin_id ?? [])
  return runs.length > 0 ? automationsOf(tx, team_id, runs) : new Map()
}

/** An email with the event that describes its failure. */
export interface FailedEmail extends StoredEvent {
  email: FoundEmail
}

const FAILURES = ['bounced', 'failed', 'suppressed', 'complained'] as const

/** The latest failures, whenever the email was accepted; newest first. */
export async function listFailures({ tx, team_id }: TeamTx, limit: number): Promise<FailedEmail[]> {
  const events = await listLatestOfTypes(tx, { team_id, types: FAILURES, limit })
  const emails = await byId(tx, team_id, [...new Set(events.map(({ email_id }) => email_id))])
  const known = new Map(emails.map(email => [email.id, email]))
  return events.flatMap(event => {
    const email = known.get(event.email_id)
    return email ? [{ ...event, email }] : []
  })
}

/** Whether the team has sent any email that is still stored. */
export async function hasEmail({ tx, team_id }: TeamTx): Promise<boolean> {
  return (await listIdsOlder(tx, { team_id, before_id: LAST_ID, limit: 1 })).length > 0
}

interface ExaminedRows {
  rows: FoundEmail[]
  /** The last id read, if more may follow. */
  last_id: string | undefined
}

/**
 * The ids of emails to a bare address in lower case, among the next emails, oldest first. `behind`: where to continue, if more
 * may follow.
 */
export async function findIdsTo(
  { tx, team_id }: TeamTx,
  address: string,
  after_id: string,
): Promise<{ ids: string[]; behind: string | undefined }> {
  const some = await listAddressedNewer(tx, { team_id, after_id, limit: ADDRESSED_PART })
  const ids = some.filter(email => isAddressedTo(email, address)).map(({ id }) => id)
  return { ids, behind: lastOf(some, ADDRESSED_PART)?.id }
}

/** Reads a part of the list, newest first. Emails with problems have a separate index. */
async function examinePart(
  { tx, team_id }: TeamTx,
  { address, words, status, origins }: EmailSearch,
  { wanted, ...part }: { before_id: string; limit: number; wanted: number },
): Promise<ExaminedRows> {
  const of = { team_id, ...part }
  const troubled = TROUBLE_STATES.find(each => each === status)
  if (address !== undefined) {
    const some = await listAddressedOlder(tx, of)
    const to = some.filter(email => isAddressedTo(email, address)).map(({ id }) => id)
    return { rows: await byId(tx, team_id, to), last_id: lastOf(some, part.limit)?.id }
  }
  if (troubled !== undefined) {
    const ids = await listIdsWithState(tx, { ...of, last_event: troubled })
    return { rows: await byId(tx, team_id, ids), last_id: lastOf(ids, part.limit) }
  }
  if (origins) {
    const { ids, last_id } = await examineOrigins(tx, of, origins)
    return { rows: await byId(tx, team_id, ids.slice(0, wanted)), last_id }
  }
  if (words !== undefined) {
    const some = await listWordedOlder(tx, of)
    const with_words = some.filter(mayContainWords(words.toLowerCase())).map(({ id }) => id)
    return { rows: await byId(tx, team_id, with_words), last_id: lastOf(some, part.limit)?.id }
  }
  const rows = await listFoundOlder(tx, of)
  return { rows, last_id: lastOf(rows, part.limit)?.id }
}

type Part = Parameters<typeof listIdsOlder>[1]

/** The ids of those of the next emails that have one of these origins, read from indexes only. */
async function examineOrigins(
  tx: Tx,
  part: Part,
  origins: readonly EmailOrigin[],
): Promise<{ ids: string[]; last_id: string | undefined }> {
  if (!origins.includes('single')) {
    const ids = (await listOfOrigins(tx, { ...part, from_id: FIRST_ID }, origins)).slice(0, part.limit)
    return { ids, last_id: lastOf(ids, part.limit) }
  }
  const all = await listIdsOlder(tx, part)
  const others = EMAIL_ORIGINS.filter(each => !origins.includes(each))
  const not_meant = new Set(await listOfOrigins(tx, { ...part, from_id: all.at(-1) ?? FIRST_ID }, others))
  return { ids: all.filter(id => !not_meant.has(id)), last_id: lastOf(all, part.limit) }
}

const FIRST_ID = '00000000-0000-0000-0000-000000000000'

/** Newest first, up to the part's limit for each origin. */
async function listOfOrigins(
  tx: Tx,
  behind: Part & { from_id: string },
  origins: readonly EmailOrigin[],
): Promise<string[]> {
  const kinds = origins.flatMap(each => (each === 'single' ? [] : STORED_ORIGINS[each]))
  const lists = await Promise.all(kinds.map(origin_kind => listIdsOfOrigin(tx, { ...behind, origin_kind })))
  return lists.flat().toSorted((one, other) => (one < other ? 1 : -1))
}

async function byId(tx: Tx, team_id: string, ids: readonly string[]): Promise<FoundEmail[]> {
  const rows = ids.length === 0 ? [] : await listFoundById(tx, { team_id }, ids)
  return rows.toSorted((one, other) => (one.id < other.id ? 1 : -1))
}

/** The element to continue after, if more may follow. */
function lastOf<T>(list: readonly T[], limit: number): T | undefined {
  return list.length < limit ? undefined : list.at(-1)
}

function isBefore(id: string | undefined, from: Date | undefined): boolean {
  return id !== undefined && from !== undefined && id < smallestIdAt(from.getTime() - MARGIN_MS)
}
