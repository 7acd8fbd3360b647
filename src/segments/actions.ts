// What others may ask of segments: which there are, and who is in them.
import type { Tx } from '../store/database.ts'
import type { Schemas } from '../../generated/api.ts'
import type { Page, PageQuery } from '../store/page.ts'
import { segmentItem } from './present.ts'
import * as store from './store.ts'

export { findSegmentNames } from './store.ts'

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
