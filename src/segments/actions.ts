// What others may ask of segments: which there are, making and ending one, and who is in them.
import { enqueue } from '../queue/enqueue.ts'
import type { Tx } from '../store/database.ts'
import type { Schemas } from '../../generated/api.ts'
import type { Page, PageQuery } from '../store/page.ts'
import { segmentItem } from './present.ts'
import * as store from './store.ts'

export { findSegment, findSegmentNames, listSegments, renameSegment } from './store.ts'
export { usableSegmentName } from './rules.ts'
export type { Segment } from './store.ts'
export { findMembers, findNextPart, memberRows, type Members, type MembersPart } from './members/store.ts'

/** An empty one. Its name is not looked at. */
export async function makeSegment(
  tx: Tx,
  team_id: string,
  name: string,
  now: Date,
  id = tx.newId('segments'),
): Promise<store.Segment> {
  const segment = { id, team_id, name, created_at: now.toISOString() }
  await store.insertSegment(tx, segment)
  return segment
}

/** Without the segment nobody is in it any more; a job removes the rows that say so. Whether there was one. */
export async function dropSegment(tx: Tx, team_id: string, id: string, now: Date): Promise<boolean> {
  const was_there = await store.removeSegment(tx, team_id, id)
  if (was_there) await enqueue(tx, 'drop_segment_members', { team_id, segment_id: id }, now)
  return was_there
}
/** Many at once; the unit has made or changed the contacts, and a segment that is not there is passed over. */
export { addMembers as addManyToSegments } from './store.ts'

/** Those of the ids that are segments of the team. */
export function segmentsExist(tx: Tx, team_id: string, ids: readonly string[]): Promise<Set<string>> {
  return store.knownSegments(tx, team_id, ids)
}

/**
 * Puts a contact into a segment, both of the team. `false` when one of them is not there; a contact that is in it already
 * stays in it, which is `true`.
 */
export function addToSegment(
  tx: Tx,
  team_id: string,
  contact_id: string,
  segment_id: string,
  now: Date,
): Promise<boolean> {
  return store.addMember(tx, { team_id, contact_id, segment_id }, now)
}

/** Takes a contact of the team out of a segment, if it is in it. `false` when there is no such segment. */
export async function removeFromSegment(
  tx: Tx,
  team_id: string,
  contact_id: string,
  segment_id: string,
): Promise<boolean> {
  if (!(await store.findSegment(tx, team_id, segment_id))) return false
  await store.removeMembership(tx, { team_id, contact_id, segment_id })
  return true
}

/** Those of these contacts that are in a segment of the team. */
export async function membersAmong(
  tx: Tx,
  of: { team_id: string; segment_id: string },
  contact_ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (!(await store.findSegment(tx, of.team_id, of.segment_id))) return new Set()
  return store.pickMembers(tx, of, contact_ids)
}

/** The segments of the team that a contact is in, as a list shows them. */
export async function segmentsOf(
  tx: Tx,
  team_id: string,
  contact_id: string,
  query: PageQuery,
): Promise<Page<Schemas['SegmentItem']>> {
  const { rows, has_more } = await store.listSegmentsOf(tx, team_id, contact_id, query)
  return { rows: rows.map(segmentItem), has_more }
}
