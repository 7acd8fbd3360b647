// Segments for other modules: finds, creates, changes and removes segments, and finds their members.
import { enqueue } from '../../base/queue/enqueue.ts'
import type { TeamTx, TimedTx, TeamUnit, Tx } from '../../base/store/database.ts'
import type { Schemas } from '../../../generated/api.ts'
import type { Page, PageQuery } from '../../base/store/page.ts'
import { segmentItem } from './present.ts'
import { refusal } from '../../base/text/refusal.ts'
import { findMembers, type Members, findMembersAmong } from './members/store.ts'
import type { SegmentRule } from './rule/fields.ts'
import { readRuleFacts, refuseTooManyRules, checkSegmentRule } from './rule/store.ts'
import * as store from './store.ts'

/** Creates an empty segment. The name is not checked. */
export async function createSegment(
  { tx, team_id, now }: TeamUnit,
  name: string,
  id = tx.newId('segments'),
): Promise<store.Segment> {
  const segment = { id, team_id, name, rule: null, created_at: now.toISOString() }
  await store.insertSegment(tx, segment)
  return segment
}

/** Creates a segment by rule. Refuses (422 validation_error) a rule with faults, and a segment beyond the maximum. */
export async function createRuleSegment(
  { tx, team_id, now }: TeamUnit,
  { name, rule }: { name: string; rule: SegmentRule },
): Promise<store.Segment> {
  await refuseTooManyRules(tx, team_id)
  const made = { id: tx.newId('segments'), team_id, name, created_at: now.toISOString() }
  const segment = { ...made, rule: await checkSegmentRule(tx, team_id, rule) }
  await store.insertSegment(tx, segment)
  return segment
}

/**
 * Changes the name, the rule, or both. Refuses (422 validation_error) a rule for a segment with manually added contacts,
 * because they would no longer be members. Returns whether the segment existed.
 */
export async function updateSegment(
  { tx, team_id }: TeamTx,
  id: string,
  { name, rule }: { name?: string; rule?: SegmentRule },
): Promise<boolean> {
  if (rule === undefined) {
    if (name === undefined) throw refusal('missing_required_field', 'Missing `name` field.')
    return store.renameSegment(tx, { team_id, id, name })
  }
  const segment = await store.findSegment(tx, team_id, id)
  if (!segment) return false
  if (!segment.rule) {
    throw refusal('validation_error', 'This segment has no rule. Create a new segment with a rule.')
  }
  return store.saveSegment(tx, {
    ...segment,
    ...(name !== undefined && { name }),
    rule: await checkSegmentRule(tx, team_id, rule),
  })
}

/** The members that a segment by this rule would have. Refuses (422 validation_error) a rule with faults. */
export async function findMembersByRule(tx: Tx, team_id: string, asked: SegmentRule): Promise<Members> {
  const rule = await checkSegmentRule(tx, team_id, asked)
  return { team_id, segment_id: '', by: { rule, facts: await readRuleFacts(tx, team_id, [rule]) } }
}

/** Refuses (422 validation_error) segments by rule: contacts cannot be added to them or removed. */
export async function refuseRuleSegments(tx: Tx, team_id: string, ids: readonly string[]): Promise<void> {
  const [known, picked] = await Promise.all([
    store.findExistingSegments(tx, team_id, ids),
    store.findManualSegments(tx, team_id, ids),
  ])
  for (const id of known) {
    if (picked.has(id)) continue
    const words = `The segment ${id} has a rule, so contacts cannot be added or removed directly. Update the contact or the rule, or use another segment.`
    throw refusal('validation_error', words)
  }
}

/** Removes the segment with all memberships, whose rows a job deletes. Returns whether it existed. */
export async function removeSegment({ tx, team_id, now }: TeamUnit, id: string): Promise<boolean> {
  const was_there = await store.removeSegment(tx, { team_id, id })
  if (was_there) await enqueue(tx, 'drop_segment_members', { team_id, segment_id: id }, now)
  return was_there
}
/** Adds contacts that this transaction created or changed. A segment that does not exist is skipped. */

/**
 * Adds a contact to a segment of the same team. Returns false if one of them does not exist or the segment has a rule; true
 * also if the contact was already a member.
 */
export function addToSegment({ tx, team_id, now }: TeamUnit, contact_id: string, segment_id: string): Promise<boolean> {
  return store.addMember(tx, { team_id, contact_id, segment_id }, now)
}

/** Removes a contact of the team from a segment. Returns false if there is no such segment. */
export async function removeFromSegment(
  { tx, team_id }: TeamTx,
  contact_id: string,
  segment_id: string,
): Promise<boolean> {
  if (!(await store.findSegment(tx, team_id, segment_id))) return false
  store.removeMembership(tx, { team_id, contact_id, segment_id })
  return true
}

/** Those of these contacts that are in a segment of the team. `now`: the time from which its rule calculates ages. */
export async function findSegmentMembersAmong(
  { tx, now }: TimedTx,
  of: { team_id: string; segment_id: string },
  contact_ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const members = await findMembers(tx, of.team_id, of.segment_id)
  return members ? findMembersAmong({ tx, now }, members, contact_ids) : new Set()
}

/** The segments of the team that a contact is in, as list items. `now`: the time from which rules calculate ages. */
export async function listContactSegments(
  { tx, team_id, now }: TeamUnit,
  contact_id: string,
  query: PageQuery,
): Promise<Page<Schemas['SegmentItem']>> {
  const ruled_ids = await findRuledOf({ tx, team_id, now }, contact_id)
  const { rows, has_more } = await store.listSegmentsOf({ tx, team_id }, { contact_id, ruled_ids }, query)
  return { rows: rows.map(segmentItem), has_more }
}

/** The segments by rule that a contact is in. Most teams have none. */
async function findRuledOf({ tx, team_id, now }: TeamUnit, contact_id: string): Promise<string[]> {
  const ruled = await store.listRuleSegments(tx, { team_id })
  if (ruled.length === 0) return []
  const rules = ruled.map(({ id, rule }) => ({ segment_id: id, rule: rule! }))
  const facts = await readRuleFacts(
    tx,
    team_id,
    rules.map(({ rule }) => rule),
  )
  const ids: string[] = []
  for (const { segment_id, rule } of rules) {
    const members = { team_id, segment_id, by: { rule, facts } }
    if ((await findMembersAmong({ tx, now }, members, [contact_id])).size > 0) ids.push(segment_id)
    await tx.pause()
  }
  return ids
}
