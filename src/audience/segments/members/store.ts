// The members of a segment in parts, for jobs that read all of them or write a row for each.
import { noCursor, refuseBothCursors } from '../../../base/text/cursor.ts'
import { comparisonsIn } from '../../../base/rules/tree.ts'
import type { TimedTx, Tx } from '../../../base/store/database.ts'
import { type Page, type PageQuery, WHOLE_LIST_MAX } from '../../../base/store/page.ts'
import { type SearchPage, searchInParts } from '../../../base/store/scan.ts'
import {
  knownTeam,
  dynamicStatement,
  positionFunction,
  type SqlRows,
  type SqlBuilder,
} from '../../../base/store/statement.ts'
import { isContactColumn, type SegmentRule } from '../rule/fields.ts'
import { type MemberSource, memberSourceOf, segmentCondition, INDEXED_CHARACTERS, type RuleFacts } from '../rule/sql.ts'
import { readRuleFacts } from '../rule/store.ts'
import { findSegment, findMemberIdsAmong } from '../store.ts'

/** A segment with the data required to find its members; it is read again in each transaction. */
export interface Members {
  team_id: string
  segment_id: string
  /** For a segment by rule: the rule, and the objects that it names. */
  by?: { rule: SegmentRule; facts: RuleFacts }
}

/** The contacts between two ids; ids are in order of creation. */
export interface MembersPart {
  /** The last contact of the previous part; empty for the first part. */
  after_id: string
  /** The last contact of this part. */
  until_id: string
  /**
   * Contacts that were created, or added to the segment, later than this are excluded. A rule evaluates contacts as
   * they are when they are read, except for their age, which is calculated from this time.
   */
  snapshot_at: string
}

/** A comparison with an id. */
type Comparison = readonly ['<' | '<=' | '>' | '>=', string]

/** Maximum comparisons of one statement. Each takes some microseconds on SQLite, where it blocks other transactions. */
const COMPARED_MAX = 4000
const LOOKED_AT_MAX = 10_000
const LOOKED_AT_MIN = 40
/** Parts that one page examines. */
const PARTS_OF_PAGE = 50
/** The cost of reading a contact, and of comparing its own fields, relative to a lookup in another table. */
const EASY = 0.2

/** The segment for finding its members; `undefined` if it does not exist. */
export async function findMembers(tx: Tx, team_id: string, segment_id: string): Promise<Members | undefined> {
  const segment = await findSegment(tx, team_id, segment_id)
  if (!segment) return undefined
  const { rule } = segment
  return { team_id, segment_id, ...(rule && { by: { rule, facts: await readRuleFacts(tx, team_id, [rule]) } }) }
}

/**
 * The next part after `after_id`: `size` contacts, members or not, or fewer if the rule requires many comparisons for
 * each, so that every part takes about the same time. `undefined` at the end.
 */
export async function findNextMembersPart(
  tx: Tx,
  members: Members,
  { after_id, snapshot_at, size }: Pick<MembersPart, 'after_id' | 'snapshot_at'> & { size: number },
): Promise<MembersPart | undefined> {
  const bounds: Comparison[] = after_id === '' ? [] : [['>', after_id]]
  const until_id = await findEnd(tx, members, { bounds, order: 'asc', size })
  return until_id === undefined ? undefined : { after_id, until_id, snapshot_at }
}

/**
 * The members in a part, each a row of `contacts` with the alias `contact`: without columns, order or limit, for a
 * `dynamicStatement` of any module. To copy all of them, a part in each transaction:
 *
 * ```ts
 * const members = await findMembers(tx, team_id, segment_id)
 * const part = members && (await findNextPart(tx, members, { after_id: cursor, snapshot_at, size: 1000 }))
 * if (!part) return finished()
 * const copy = dynamicStatement<{ broadcast_id: string }>((knex, param) =>
 *   knex(knex.raw('broadcast_recipients (broadcast_id, contact_id, team_id, address)')).insert(
 *     memberRows(knex, members, part)
 *       .where('contact.unsubscribed', 0)
 *       .select(knex.raw('?', [param('broadcast_id')]), 'contact.id', 'contact.team_id', 'contact.email'),
 *   ),
 * )
 * const count = await tx.run(copy, { broadcast_id })
 * cursor = part.until_id
 * ```
 */
export function memberRows(
  knex: SqlBuilder,
  members: Members,
  { after_id, until_id, snapshot_at }: MembersPart,
): SqlRows {
  const bounds: Comparison[] = [...(after_id === '' ? [] : [['>', after_id] as const]), ['<=', until_id]]
  const rows = rowsWithin(knex, members, { bounds, now: new Date(snapshot_at) }).where(
    'contact.created_at',
    '<=',
    snapshot_at,
  )
  return members.by ? rows : rows.where('member.added_at', '<=', snapshot_at)
}

/**
 * A page of the contacts in a segment by rule, sorted by id. Refuses (422 validation_error) invalid cursors like other
 * lists.
 */
export async function listMemberIds(
  { tx, now }: TimedTx,
  members: Members,
  { limit = WHOLE_LIST_MAX, after, before }: PageQuery,
): Promise<Page<string>> {
  refuseBothCursors({ after, before })
  const cursor = after ?? before
  if (cursor !== undefined && !(await findMembersAmong({ tx, now }, members, [cursor])).has(cursor)) {
    const name = before === undefined ? 'after' : 'before'
    throw noCursor(name, cursor)
  }
  const order = before === undefined ? 'desc' : 'asc'
  const { rows, behind } = await listBeyond({ tx, now }, members, { from_id: cursor, order, most: limit })
  return { rows: before === undefined ? rows : rows.toReversed(), has_more: behind !== undefined }
}

interface FoundMembers {
  /** Newest contacts first. */
  ids: string[]
  /** The contact to continue after, a member or not; `undefined` at the end. */
  behind: string | undefined
}

/**
 * Like `listMemberIds`, but ends after the parts that fit into some tenths of a second, even if no member was found, so
 * that the caller can continue later instead of waiting. `after`: any contact.
 */
export async function findMemberIds(
  { tx, now }: TimedTx,
  members: Members,
  { after, most }: { after?: string | undefined; most: number },
): Promise<FoundMembers> {
  const asked = { from_id: after, order: 'desc', most, parts: PARTS_OF_PAGE } as const
  const { rows, behind } = await listBeyond({ tx, now }, members, asked)
  return { ids: rows, behind }
}

/** The members among these contacts. */
export async function findMembersAmong(
  { tx, now }: TimedTx,
  members: Members,
  contact_ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const { team_id, segment_id, by } = members
  if (!by) return findMemberIdsAmong(tx, { team_id, segment_id }, contact_ids)
  const found = new Set<string>()
  for (let start = 0; start < contact_ids.length; start += LOOKED_AT_MIN) {
    const some = contact_ids.slice(start, start + LOOKED_AT_MIN)
    const among = dynamicStatement<object, { id: string }>(knex =>
      rowsOf(knex, members, { in: 'contacts' })
        .whereIn('contact.id', some)
        .where(ruled(knex, by, now))
        .select('contact.id as id'),
    )
    for (const { id } of await tx.all(among, {})) found.add(id)
  }
  return found
}

type Way = 'asc' | 'desc'

interface FoundRange {
  /** The last contact that was examined; `undefined` if there were none. */
  end: string | undefined
  ids: string[]
}

interface PartsQuery {
  from_id: string | undefined
  order: Way
  most: number
  /** Maximum parts that are examined; by default as many as required. */
  parts?: number
}

function listBeyond(
  { tx, now }: TimedTx,
  members: Members,
  { from_id, order, most, parts = Infinity }: PartsQuery,
): Promise<SearchPage<string>> {
  const beyond = order === 'asc' ? '>' : '<'
  // small parts first, because most contacts may be members
  const sizes = { part: 2 * (most + 1), part_max: Infinity, looked_max: parts }
  const asked = { ...sizes, after: from_id, most, cursorOf: (id: string) => id }
  return searchInParts(tx, asked, async (place, size) => {
    const bounds: Comparison[] = place === undefined ? [] : [[beyond, place]]
    const { ids, end } = await findSome(tx, members, { bounds, order, size, now })
    return { rows: ids, behind: end, looked: 1 }
  })
}

interface MemberCondition {
  bounds: readonly Comparison[]
  /** The time from which the rule calculates ages. */
  now: Date
}

interface PartSearch extends MemberCondition {
  order: Way
  size: number
}

/**
 * The members in the next part, in order. One statement reads both, because the compared values are next to the
 * examined rows.
 */
async function findSome(tx: Tx, members: Members, looking: PartSearch): Promise<FoundRange> {
  const { order, size } = looking
  const some = dynamicStatement<object, { place_id: string | null; ids: string | null }>(knex => {
    const rows = lookedAt(knex, members, { ...looking, size: partOf(members, size) })
    const end = order === 'asc' ? 'max' : 'min'
    return knex(rows.as('part')).select(
      knex.raw(`${end}(cast(place_id as text)) as place_id`),
      knex.raw(`string_agg(cast(id as text), ',') as ids`),
    )
  })
  const { place_id = null, ids = null } = (await tx.get(some, {})) ?? {}
  const sorted = (ids?.split(',') ?? []).toSorted()
  return { end: place_id ?? undefined, ids: order === 'asc' ? sorted : sorted.toReversed() }
}

/** The examined contacts: the id as `place_id`, and as `id` only if the contact is a member. */
function lookedAt(knex: SqlBuilder, members: Members, { bounds, order, size, now }: PartSearch): SqlRows {
  const among = amongIn(members)
  const id = idOf(members)
  const rows = bounded(rowsOf(knex, members, among), id, bounds)
    .orderBy(id, order)
    .limit(size)
  const isMember = members.by ? ruled(knex, members.by, now) : knex.raw('1 = 1')
  const met = knex.raw('case when ? then contact.id end as id', [isMember])
  if (among.in === 'contacts') return rows.select('contact.id as place_id', met)
  const once = isOnce(among) ? rows.select('member.contact_id') : rows.distinct('member.contact_id')
  // a left join: a deleted contact counts as examined, but is not a member
  return knex(once.as('member'))
    .joinRaw('left join contacts as contact on contact.id = member.contact_id and contact.team_id = ?', [
      members.team_id,
    ])
    .select('member.contact_id as place_id', met)
}

/** Contacts that one statement examines, so that other work does not wait long. */
function partOf(members: Members, size: number): number {
  return Math.min(size, LOOKED_AT_MAX, Math.max(LOOKED_AT_MIN, Math.floor(COMPARED_MAX / effortOf(members))))
}

/** The last contact of the next part. */
async function findEnd(
  tx: Tx,
  members: Members,
  { bounds, order, size }: Omit<PartSearch, 'now'>,
): Promise<string | undefined> {
  const last = dynamicStatement<object, { place_id: string }>(knex => {
    const id = idOf(members)
    const some = bounded(rowsOf(knex, members, amongIn(members)), id, bounds)
      .select(`${id} as place_id`)
      .orderBy(id, order)
      .limit(partOf(members, size))
    return knex(some.as('part'))
      .select('place_id')
      .orderBy('place_id', order === 'asc' ? 'desc' : 'asc')
      .limit(1)
  })
  return (await tx.get(last, {}))?.place_id
}

/** The cost of one examined contact; a condition on another table costs a separate lookup. */
function effortOf({ by }: Members): number {
  if (!by) return 1
  const efforts = comparisonsIn(by.rule).map(({ field }) => (isContactColumn(field) ? EASY : 1))
  const way: number = memberSourceOf(by.rule, by.facts).in === 'contacts' ? EASY : 1
  return efforts.reduce<number>((sum, effort) => sum + effort, way)
}

// ---- the parts of a statement -------------------------------------------------------------------------------------

function rowsWithin(knex: SqlBuilder, members: Members, { bounds, now }: MemberCondition): SqlRows {
  const among = amongIn(members)
  const rows = isOnce(among)
    ? bounded(rowsOf(knex, members, among), idOf(members), bounds)
    : knex(
        bounded(rowsOf(knex, members, among), 'member.contact_id', bounds)
          .distinct('member.contact_id')
          .as('member'),
      )
  if (among.in !== 'contacts') {
    // a cross join, because SQLite preserves its order
    rows.crossJoin(knex.ref('contacts').as('contact'))
    rows.where({ 'contact.id': knex.ref('member.contact_id'), 'contact.team_id': members.team_id })
  }
  return members.by ? rows.where(ruled(knex, members.by, now)) : rows
}

/** The rows that include the members, by an index sorted by contact id. */
function rowsOf(knex: SqlBuilder, { team_id }: Pick<Members, 'team_id'>, among: MemberSource): SqlRows {
  if (among.in === 'contacts') return knex('contacts as contact').where('contact.team_id', team_id)
  const rows = knex(`${among.in} as member`).where(knownTeam(knex, { 'member.team_id': team_id }))
  switch (among.in) {
    case 'segment_members':
      return rows.where('member.segment_id', among.segment_id)
    case 'broadcast_recipients':
      return rows.where('member.broadcast_id', among.broadcast_id).whereNotNull('member.email_id')
    case 'broadcast_facts':
      // an index has these columns after the team
      return among.broadcast_id === undefined
        ? rows.where({ 'member.team_id': team_id, 'member.type': among.type })
        : rows.where({ 'member.broadcast_id': among.broadcast_id, 'member.type': among.type })
    case 'topic_choices':
      return rows.where({ 'member.topic_id': among.topic_id, 'member.subscription': among.subscription })
    case 'contact_property_values': {
      const start = [...among.value].slice(0, INDEXED_CHARACTERS).join('')
      rows.where('member.property_id', among.property_id).whereRaw('substr(member.value, 1, 200) = ?', [start])
      return start === among.value ? rows : rows.where('member.value', among.value)
    }
  }
}

/** Whether each contact has at most one row. */
const isOnce = (among: MemberSource): boolean => among.in !== 'broadcast_facts' || among.broadcast_id !== undefined

function amongIn({ segment_id, by }: Members): MemberSource {
  return by ? memberSourceOf(by.rule, by.facts) : { in: 'segment_members', segment_id }
}

const idOf = (members: Members): string => (amongIn(members).in === 'contacts' ? 'contact.id' : 'member.contact_id')

function bounded(rows: SqlRows, id: string, bounds: readonly Comparison[]): SqlRows {
  for (const [sign, value] of bounds) rows.where(id, sign, value)
  return rows
}

function ruled(
  knex: SqlBuilder,
  { rule, facts }: NonNullable<Members['by']>,
  now: Date,
): ReturnType<SqlBuilder['raw']> {
  const { sql, values } = segmentCondition(rule, { ...facts, now, position: positionFunction(knex) })
  return knex.raw(`(${sql})`, values)
}
