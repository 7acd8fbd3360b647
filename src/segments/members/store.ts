// Who is in a segment, part by part: for whoever reads all of its members, or writes something of each.
import type { Tx } from '../../store/database.ts'
import { knownTeam, passingStatement, type SqlRows, type SqlWriter } from '../../store/statement.ts'
import { findSegment } from '../store.ts'

/** A segment as its members are asked for: what is read anew in each unit. */
export interface Members {
  team_id: string
  segment_id: string
}

/** The contacts between two, in the order of their ids, which is the one in which they were made. */
export interface MembersPart {
  /** The last one of the part before; empty for the first part. */
  after_id: string
  /** The last one of this part. */
  until_id: string
  /** Who was made, or put into the segment, later than that is left out. */
  snapshot_at: string
}

/** `undefined` without such a segment. */
export async function findMembers(tx: Tx, team_id: string, segment_id: string): Promise<Members | undefined> {
  const segment = await findSegment(tx, team_id, segment_id)
  return segment && { team_id, segment_id }
}

/**
 * The next part behind `after_id`, in which `size` contacts are looked at, whether they are members or not: so a part takes
 * about the same time, whatever the segment. `undefined` when nobody is left.
 */
export async function findNextPart(
  tx: Tx,
  members: Members,
  { after_id, snapshot_at, size }: Pick<MembersPart, 'after_id' | 'snapshot_at'> & { size: number },
): Promise<MembersPart | undefined> {
  const last = passingStatement<object, { contact_id: string }>(knex => {
    const some = behind(candidates(knex, members), after_id).select('contact_id').orderBy('contact_id').limit(size)
    return knex(some.as('part')).select('contact_id').orderBy('contact_id', 'desc').limit(1)
  })
  const found = await tx.get(last, {})
  return found && { after_id, until_id: found.contact_id, snapshot_at }
}

/**
 * The members in a part, each a row of `contacts` by the name of `contact`: without columns, order or limit, for a
 * `passingStatement` of any room. This is how all of them are copied, a part in each unit of work:
 *
 * ```ts
 * const members = await findMembers(tx, team_id, segment_id)
 * const part = members && (await findNextPart(tx, members, { after_id: cursor, snapshot_at, size: 1000 }))
 * if (!part) return finished()
 * const copy = passingStatement<{ broadcast_id: string }>((knex, param) =>
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
  knex: SqlWriter,
  members: Members,
  { after_id, until_id, snapshot_at }: MembersPart,
): SqlRows {
  return behind(candidates(knex, members), after_id)
    .crossJoin(knex.ref('contacts').as('contact'))
    .where('member.contact_id', '<=', until_id)
    .where('member.added_at', '<=', snapshot_at)
    .where('contact.id', knex.ref('member.contact_id'))
    .where('contact.team_id', members.team_id)
}

/** Those among whom the members are, by an index in the order of their ids. */
function candidates(knex: SqlWriter, { team_id, segment_id }: Members): SqlRows {
  return knex('segment_members as member')
    .where('member.segment_id', segment_id)
    .where(knownTeam(knex, { 'member.team_id': team_id }))
}

function behind(rows: SqlRows, after_id: string): SqlRows {
  return after_id === '' ? rows : rows.where('member.contact_id', '>', after_id)
}
