// Tables of segments and of their members.
import { json, nullable, text, uuid } from '../../base/store/column.ts'
import type { TeamTx, TeamUnit, Tx } from '../../base/store/database.ts'
import { type InputRow, inputRows } from '../../base/store/input-rows.ts'
import { type Page, PagedList, type PageQuery } from '../../base/store/page.ts'
import { acrossTeams, knownTeam, statement } from '../../base/store/statement.ts'
import { type RecordOf, table } from '../../base/store/table.ts'
import type { SegmentRule } from './rule/fields.ts'

const segments = table('segments', {
  id: uuid,
  team_id: uuid,
  name: text,
  /** The rule that selects the members; `null` for a segment with manually added contacts. */
  rule: nullable(json<SegmentRule>()),
  created_at: text,
})
const members = table('segment_members', {
  contact_id: uuid,
  segment_id: uuid,
  /** Copied from the contact, where it never changes, because members are listed in the order of all contacts. */
  contact_created_at: text,
  added_at: text,
  team_id: uuid,
})

export type Segment = RecordOf<typeof segments>
/** A list item. */
export type ListedSegment = Omit<Segment, 'rule' | 'team_id'>

const list = segments.list('team_id')
const byId = segments.find('team_id', 'id')
const names = segments.only('id', 'name').findAny('id', 'team_id')
const insert = segments.insert()
/** Renames a segment. Returns whether it existed. */
export const renameSegment = segments.update({ by: ['team_id', 'id'], set: ['name'] }).did
/** Saves a segment. Returns whether it existed. */
export const saveSegment = segments.update({ by: ['team_id', 'id'], set: ['name', 'rule'] }).did
const picked = segments.only('id', 'rule').findAny('id', 'team_id')
export const listRuleSegments = segments.query<{ team_id: string }>(({ rows, params }) =>
  rows.where(params('team_id')).whereNotNull('rule').orderBy('id'),
).all
const countRuled = statement<{ team_id: string }, { count: number }>((knex, param) =>
  knex(segments.name).where('team_id', param('team_id')).whereNotNull('rule').count({ count: '*' }),
)
/** Removes the segment. Returns whether it existed. Its memberships remain until `removeMembers`. */
export const removeSegment = segments.remove('team_id', 'id').did

// starts from the memberships of the contact, so that the cost does not depend on the number of segments in the team. A cross
// join, because SQLite preserves its order
const listOfContact = segments.listWhere<{ team_id: string; contact_id: string }>(({ knex, param }) =>
  knex(members.name)
    .crossJoin(knex.ref(segments.name))
    .select(segments.names.map(name => `segments.${name}`))
    .where({ contact_id: param('contact_id'), 'segments.team_id': param('team_id') })
    .where(knownTeam(knex, { 'segment_members.team_id': param('team_id') }))
    .where('id', knex.ref('segment_id')),
)

interface Membership {
  team_id: string
  contact_id: string
  segment_id: string
}

// one statement checks that segment and contact exist in the team and writes the row, even for an existing member: the number
// of rows shows whether both exist
const insertMember = statement<Membership & { added_at: string }>((knex, param) => {
  const conflict = members.conflict(knex, 'contact_id', 'segment_id')
  return knex.raw(
    `insert into segment_members (contact_id, segment_id, contact_created_at, team_id, added_at)
     select contacts.id, segments.id, contacts.created_at, segments.team_id, ?
     from segments join contacts on contacts.team_id = segments.team_id
     where segments.id = ? and segments.team_id = ? and segments.rule is null and contacts.id = ?
     on conflict ? do update set segment_id = excluded.segment_id`,
    [param('added_at'), param('segment_id'), param('team_id'), param('contact_id'), conflict],
  )
})

const among = members.only('contact_id').findAny('contact_id', 'team_id', 'segment_id')
const CONTACTS = { contact_id: 'uuid', created_at: 'text' } as const

/** For contacts that this transaction created or changed, so that they exist. */
const insertMembers = statement<{ team_id: string; rows: InputRow[]; segments: InputRow[]; added_at: string }>(
  (knex, param) => {
    const conflict = members.conflict(knex, 'contact_id', 'segment_id')
    return knex.raw(
      `insert into segment_members (contact_id, segment_id, contact_created_at, team_id, added_at)
       select given.contact_id, segments.id, given.created_at, segments.team_id, ?
       from ? cross join segments cross join ?
       where segments.id = wanted.id and segments.team_id = ? and segments.rule is null on conflict ? do nothing`,
      [
        param('added_at'),
        inputRows(knex, { id: 'uuid' }, 'segments', 'wanted'),
        inputRows(knex, CONTACTS),
        param('team_id'),
        conflict,
      ],
    )
  },
)

export const removeMembership = members.remove('team_id', 'contact_id', 'segment_id').put
/** Deletes some memberships of a removed segment. */
export const removeMembers = members.removeSome({ key: ['contact_id'], by: ['team_id', 'segment_id'], limit: 200 }).more

const teamOfMembers = acrossTeams(
  'for jobs created before jobs stored their team',
  members
    .only('team_id')
    .query<{ segment_id: string }>(({ rows, params }) => rows.where(params('segment_id')), 'limit 1'),
)

export function listSegments(tx: Tx, team_id: string, query: PageQuery): Promise<Page<Segment>> {
  return list.page(tx, { team_id }, query)
}

interface InSegments {
  contact_id: string
  /** The segments by rule that the contact is in. */
  ruled_ids: readonly string[]
}

export function listSegmentsOf(
  { tx, team_id }: TeamTx,
  { contact_id, ruled_ids }: InSegments,
  query: PageQuery,
): Promise<Page<ListedSegment>> {
  if (ruled_ids.length === 0) return listOfContact.page(tx, { team_id, contact_id }, query)
  const both = new PagedList<{ team_id: string; contact_id: string }, ListedSegment>(
    (knex, param) => {
      const own = knex(members.name)
        .select('segment_id')
        .where({ contact_id: param('contact_id'), team_id: param('team_id') })
      return knex(segments.name)
        .select('id', 'name', 'created_at')
        .where('team_id', param('team_id'))
        .where(some => some.whereIn('id', ruled_ids).orWhereIn('id', own))
    },
    { passes: true },
  )
  return both.page(tx, { team_id, contact_id }, query)
}

export function findSegment(tx: Tx, team_id: string, id: string): Promise<Segment | undefined> {
  return tx.get(byId, { team_id, id })
}

/** The segments of the team among these ids. */
export async function findExistingSegments(tx: Tx, team_id: string, ids: readonly string[]): Promise<Set<string>> {
  return new Set((await names.all(tx, { team_id }, ids)).map(({ id }) => id))
}

/** The names of the segments of the team among these ids. */
export async function findSegmentNames(tx: Tx, team_id: string, ids: readonly string[]): Promise<Map<string, string>> {
  return new Map((await names.all(tx, { team_id }, ids)).map(({ id, name }) => [id, name]))
}

export async function insertSegment(
  tx: Tx,
  segment: Omit<Segment, 'rule'> & Partial<Pick<Segment, 'rule'>>,
): Promise<void> {
  await tx.run(insert, { rule: null, ...segment })
}

/** Those of the ids that are segments of the team without a rule. */
export async function findManualSegments(tx: Tx, team_id: string, ids: readonly string[]): Promise<Set<string>> {
  const rows = await picked.all(tx, { team_id }, ids)
  return new Set(rows.filter(({ rule }) => rule === null).map(({ id }) => id))
}

export async function countRuleSegments(tx: Tx, team_id: string): Promise<number> {
  return (await tx.get(countRuled, { team_id }))!.count
}

/** Adds a member. Returns whether segment and contact exist and the segment has no rule. Adding again changes nothing. */
export async function addMember(tx: Tx, membership: Membership, now: Date): Promise<boolean> {
  return (await tx.run(insertMember, { ...membership, added_at: now.toISOString() })) > 0
}

/** The members among these contacts. */
export async function findMemberIdsAmong(
  tx: Tx,
  of: Omit<Membership, 'contact_id'>,
  contact_ids: readonly string[],
): Promise<ReadonlySet<string>> {
  return new Set((await among.all(tx, of, contact_ids)).map(({ contact_id }) => contact_id))
}

/** The team of the segment's memberships, if there are any. */
export async function findTeamOfMembers(tx: Tx, segment_id: string): Promise<string | undefined> {
  return (await tx.get(teamOfMembers, { segment_id }))?.team_id
}

/** Adds contacts of the team to those of these segments that exist. */
export async function addContactsToSegments(
  { tx, team_id, now }: TeamUnit,
  segment_ids: readonly string[],
  contacts: readonly { id: string; created_at: string }[],
): Promise<void> {
  const rows = contacts.map(({ id, created_at }) => [id, created_at])
  const segments = segment_ids.map(id => [id])
  tx.put(insertMembers, { team_id, rows, segments, added_at: now.toISOString() })
}
