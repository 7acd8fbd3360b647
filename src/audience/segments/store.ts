import { json, nullable, text, uuid } from '../../base/store/column.ts'
import type { InTeam, TeamUnit, Tx } from '../../base/store/database.ts'
import { type GivenRow, givenRows } from '../../base/store/given.ts'
import { type Page, PagedList, type PageQuery } from '../../base/store/page.ts'
import { acrossTeams, knownTeam, statement } from '../../base/store/statement.ts'
import { type RecordOf, table } from '../../base/store/table.ts'
import type { SegmentRule } from './rule/fields.ts'

const segments = table('segments', {
  id: uuid,
  team_id: uuid,
  name: text,
  /** Who is in it; `null` where contacts are put into it. */
  rule: nullable(json<SegmentRule>()),
  created_at: text,
})
const members = table('segment_members', {
  contact_id: uuid,
  segment_id: uuid,
  /** Of the contact, which never changes: a segment's contacts are listed in the order of all contacts. */
  contact_created_at: text,
  added_at: text,
  team_id: uuid,
})

export type Segment = RecordOf<typeof segments>
/** As lists show it. */
export type ListedSegment = Omit<Segment, 'rule' | 'team_id'>

const list = segments.list('team_id')
const byId = segments.find('team_id', 'id')
const names = segments.only('id', 'name').findAny('id', 'team_id')
const insert = segments.insert()
/** Whether there was such a segment. */
export const renameSegment = segments.update({ by: ['team_id', 'id'], set: ['name'] }).did
/** Whether there was such a segment. */
export const saveSegment = segments.update({ by: ['team_id', 'id'], set: ['name', 'rule'] }).did
const picked = segments.only('id', 'rule').findAny('id', 'team_id')
export const listRuledSegments = segments.query<{ team_id: string }>(({ rows, params }) =>
  rows.where(params('team_id')).whereNotNull('rule').orderBy('id'),
).all
const countRuled = statement<{ team_id: string }, { count: number }>((knex, param) =>
  knex(segments.name).where('team_id', param('team_id')).whereNotNull('rule').count({ count: '*' }),
)
/** Whether there was such a segment. Its members stay until `removeMembers`. */
export const removeSegment = segments.remove('team_id', 'id').did

// from the members' side: a contact in few segments of a team with many costs what it is in. A cross join is one whose
// order SQLite keeps
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

// one statement that finds segment and contact in the team and writes a row for a member, too, so that the count of rows
// says whether both are there
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

/** Of contacts that the unit has made or changed, so that they are there. */
const insertMembers = statement<{ team_id: string; rows: GivenRow[]; segments: GivenRow[]; added_at: string }>(
  (knex, param) => {
    const conflict = members.conflict(knex, 'contact_id', 'segment_id')
    return knex.raw(
      `insert into segment_members (contact_id, segment_id, contact_created_at, team_id, added_at)
       select given.contact_id, segments.id, given.created_at, segments.team_id, ?
       from ? cross join segments cross join ?
       where segments.id = wanted.id and segments.team_id = ? and segments.rule is null on conflict ? do nothing`,
      [
        param('added_at'),
        givenRows(knex, { id: 'uuid' }, 'segments', 'wanted'),
        givenRows(knex, CONTACTS),
        param('team_id'),
        conflict,
      ],
    )
  },
)

export const removeMembership = members.remove('team_id', 'contact_id', 'segment_id').put
/** The members of a segment that is gone. */
export const removeMembers = members.removeSome({ key: ['contact_id'], by: ['team_id', 'segment_id'], limit: 200 }).more

const teamOfMembers = acrossTeams(
  'for a job that was left before jobs named their team',
  members
    .only('team_id')
    .query<{ segment_id: string }>(({ rows, params }) => rows.where(params('segment_id')), 'limit 1'),
)

export function listSegments(tx: Tx, team_id: string, query: PageQuery): Promise<Page<Segment>> {
  return list.page(tx, { team_id }, query)
}

interface InSegments {
  contact_id: string
  /** Of the segments by rule that it is in. */
  ruled_ids: readonly string[]
}

export function listSegmentsOf(
  { tx, team_id }: InTeam,
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

/** Those of the ids that are segments of the team. */
export async function knownSegments(tx: Tx, team_id: string, ids: readonly string[]): Promise<Set<string>> {
  return new Set((await names.all(tx, { team_id }, ids)).map(({ id }) => id))
}

/** Those of the ids that are segments of the team, with their names. */
export async function findSegmentNames(tx: Tx, team_id: string, ids: readonly string[]): Promise<Map<string, string>> {
  return new Map((await names.all(tx, { team_id }, ids)).map(({ id, name }) => [id, name]))
}

export async function insertSegment(
  tx: Tx,
  segment: Omit<Segment, 'rule'> & Partial<Pick<Segment, 'rule'>>,
): Promise<void> {
  await tx.run(insert, { rule: null, ...segment })
}

/** Those of the ids that are segments of the team into which contacts are put. */
export async function findPickedSegments(tx: Tx, team_id: string, ids: readonly string[]): Promise<Set<string>> {
  const rows = await picked.all(tx, { team_id }, ids)
  return new Set(rows.filter(({ rule }) => rule === null).map(({ id }) => id))
}

export async function countRuledSegments(tx: Tx, team_id: string): Promise<number> {
  return (await tx.get(countRuled, { team_id }))!.count
}

/** Whether segment and contact are there, and it has no rule; adding a member again changes nothing. */
export async function addMember(tx: Tx, membership: Membership, now: Date): Promise<boolean> {
  return (await tx.run(insertMember, { ...membership, added_at: now.toISOString() })) > 0
}

/** Those of these contacts that are in it. */
export async function pickMembers(
  tx: Tx,
  of: Omit<Membership, 'contact_id'>,
  contact_ids: readonly string[],
): Promise<ReadonlySet<string>> {
  return new Set((await among.all(tx, of, contact_ids)).map(({ contact_id }) => contact_id))
}

/** Whose they are, if there are any. */
export async function findTeamOfMembers(tx: Tx, segment_id: string): Promise<string | undefined> {
  return (await tx.get(teamOfMembers, { segment_id }))?.team_id
}

/** Puts contacts of the team into those of these segments that are there. */
export async function addMembers(
  { tx, team_id, now }: TeamUnit,
  segment_ids: readonly string[],
  contacts: readonly { id: string; created_at: string }[],
): Promise<void> {
  const rows = contacts.map(({ id, created_at }) => [id, created_at])
  const segments = segment_ids.map(id => [id])
  tx.put(insertMembers, { team_id, rows, segments, added_at: now.toISOString() })
}
