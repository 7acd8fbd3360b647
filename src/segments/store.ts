import { AnyOf } from '../store/any-of.ts'
import type { Tx } from '../store/database.ts'
import { PagedList, type Page, type PageQuery } from '../store/page.ts'
import { statement } from '../store/statement.ts'

export interface Segment {
  id: string
  team_id: string
  name: string
  created_at: string
}

const LEFT_BEHIND = 200

const list = new PagedList<{ team_id: string }, Segment>((knex, place) =>
  knex('segments').select('*').where('team_id', place('team_id')),
)

const listOfContact = new PagedList<{ contact_id: string }, Segment>((knex, place) =>
  knex('segments')
    .select('*')
    .whereIn('id', knex('segment_members').select('segment_id').where('contact_id', place('contact_id'))),
)

const byId = statement<{ team_id: string; id: string }, Segment>((knex, place) =>
  knex('segments')
    .select('*')
    .where({ id: place('id'), team_id: place('team_id') }),
)

const byIds = new AnyOf<{ team_id: string }, { id: string; name: string }>((knex, place, ids) =>
  knex('segments').select('id', 'name').where('team_id', place('team_id')).whereIn('id', ids),
)

const insert = statement<Segment>((knex, place) =>
  knex('segments').insert({
    id: place('id'),
    team_id: place('team_id'),
    name: place('name'),
    created_at: place('created_at'),
  }),
)

const rename = statement<{ team_id: string; id: string; name: string }>((knex, place) =>
  knex('segments')
    .where({ id: place('id'), team_id: place('team_id') })
    .update({ name: place('name') }),
)

const remove = statement<{ team_id: string; id: string }>((knex, place) =>
  knex('segments')
    .where({ id: place('id'), team_id: place('team_id') })
    .delete(),
)

interface Membership {
  team_id: string
  contact_id: string
  segment_id: string
}

// one statement that finds segment and contact in the team and writes a row for a member, too, so that the count of rows
// says whether both are there
const insertMember = statement<Membership & { added_at: string }>((knex, place) =>
  knex.raw(
    `insert into segment_members (contact_id, segment_id, contact_created_at, added_at)
     select contacts.id, segments.id, contacts.created_at, ?
     from segments join contacts on contacts.team_id = segments.team_id
     where segments.id = ? and segments.team_id = ? and contacts.id = ?
     on conflict (contact_id, segment_id) do update set segment_id = excluded.segment_id`,
    [place('added_at'), place('segment_id'), place('team_id'), place('contact_id')],
  ),
)

const removeMember = statement<{ contact_id: string; segment_id: string }>((knex, place) =>
  knex('segment_members')
    .where({ contact_id: place('contact_id'), segment_id: place('segment_id') })
    .delete(),
)

const removeSomeMembers = statement<{ segment_id: string }>((knex, place) =>
  knex('segment_members')
    .where('segment_id', place('segment_id'))
    .whereIn(
      'contact_id',
      knex('segment_members').select('contact_id').where('segment_id', place('segment_id')).limit(LEFT_BEHIND),
    )
    .delete(),
)

export function listSegments(tx: Tx, team_id: string, query: PageQuery): Promise<Page<Segment>> {
  return list.page(tx, { team_id }, query)
}

export function listSegmentsOf(tx: Tx, contact_id: string, query: PageQuery): Promise<Page<Segment>> {
  return listOfContact.page(tx, { contact_id }, query)
}

export function findSegment(tx: Tx, team_id: string, id: string): Promise<Segment | undefined> {
  return tx.get(byId, { team_id, id })
}

/** Those of the ids that are segments of the team. */
export async function knownSegments(tx: Tx, team_id: string, ids: readonly string[]): Promise<Set<string>> {
  return new Set((await byIds.all(tx, { team_id }, ids)).map(({ id }) => id))
}

/** Those of the ids that are segments of the team, with their names. */
export async function segmentNames(tx: Tx, team_id: string, ids: readonly string[]): Promise<Map<string, string>> {
  return new Map((await byIds.all(tx, { team_id }, ids)).map(({ id, name }) => [id, name]))
}

export async function insertSegment(tx: Tx, segment: Segment): Promise<void> {
  await tx.run(insert, segment)
}

/** Whether there was such a segment. */
export async function renameSegment(tx: Tx, team_id: string, id: string, name: string): Promise<boolean> {
  return (await tx.run(rename, { team_id, id, name })) > 0
}

/** Whether there was such a segment. Its members stay until `removeMembers`. */
export async function removeSegment(tx: Tx, team_id: string, id: string): Promise<boolean> {
  return (await tx.run(remove, { team_id, id })) > 0
}

/** Whether segment and contact are there; adding a member again changes nothing. */
export async function addMember(tx: Tx, membership: Membership, now: Date): Promise<boolean> {
  return (await tx.run(insertMember, { ...membership, added_at: now.toISOString() })) > 0
}

export async function removeMembership(tx: Tx, contact_id: string, segment_id: string): Promise<void> {
  await tx.run(removeMember, { contact_id, segment_id })
}

/** Removes some of the members of a segment that is gone; whether more may be left. */
export async function removeMembers(tx: Tx, segment_id: string): Promise<boolean> {
  return (await tx.run(removeSomeMembers, { segment_id })) === LEFT_BEHIND
}
