// Broadcasts for other modules: finding, writing, copying and deleting one.
import type { InSchemas } from '../../../generated/api.ts'
import { removeJobs } from '../../base/queue/change.ts'
import { refusal } from '../../base/text/refusal.ts'
import { findExistingSegments } from '../../audience/segments/store.ts'
import { userIdOfActor } from '../../base/store/actor.ts'
import type { TeamUnit, Tx } from '../../base/store/database.ts'
import { refuseForeignFrom } from '../../identity/domains/actions.ts'
import { findTopics } from '../../audience/topics/actions.ts'
import { listTopics } from '../../audience/topics/store.ts'
import {
  type Broadcast,
  type BroadcastRecord,
  newBroadcast,
  duplicatedBroadcast,
  refuseRemoval,
  updatedBroadcast,
  type BroadcastFields,
} from './rules.ts'
import { findAbTest } from './ab-test/actions.ts'
import { NOT_STARTED } from './ab-test/rules.ts'
import { removeTest, saveTest } from './ab-test/store.ts'
import { runSendJobNow } from './sending/actions.ts'
import * as store from './store.ts'

/** A broadcast with its content. */
export async function findFullBroadcast(tx: Tx, team_id: string, id: string): Promise<Broadcast | undefined> {
  const broadcast = await store.findBroadcast(tx, team_id, id)
  return broadcast && { broadcast, content: await store.findBroadcastContent(tx, broadcast) }
}

/**
 * Stores a draft and returns its id. Refuses faulty fields, (404 not_found) a segment or topic that does not exist, and (403) a
 * sender whose domain another team has verified.
 */
export async function createBroadcast({ tx, team_id, now }: TeamUnit, body: BroadcastFields): Promise<string> {
  const created = newBroadcast(body, { id: tx.newId('broadcasts'), team_id, now })
  await refuseUnknown(tx, created.broadcast)
  await refuseForeignFrom({ tx, team_id }, created.broadcast.from)
  store.insertBroadcast(tx, writtenBy(tx, created))
  return created.broadcast.id
}

/** Changes a broadcast. Refuses like `createBroadcast`, and also changes that its status no longer allows. */
export async function updateBroadcast(
  { tx, team_id, now }: TeamUnit,
  before: Broadcast,
  body: InSchemas['UpdateBroadcast'],
): Promise<void> {
  const after = updatedBroadcast(before, body, now)
  // the segment may have been deleted since: a change that does not touch it is not refused for that
  if (
    after.broadcast.segment_id !== before.broadcast.segment_id ||
    after.broadcast.topic_id !== before.broadcast.topic_id
  )
    await refuseUnknown(tx, after.broadcast)
  await refuseForeignFrom({ tx, team_id }, after.broadcast.from, before.broadcast.from)
  store.saveBroadcast(tx, writtenBy(tx, after))
  if (after.broadcast.status === 'queued') runSendJobNow(tx, after.broadcast, now)
}

function writtenBy(tx: Tx, { broadcast, content }: Broadcast): Broadcast {
  return { broadcast: { ...broadcast, writer_id: userIdOfActor(tx.actor) }, content }
}

/** Whether a person still has to choose a topic or explicitly none. A team without topics has no choice to make. */
export async function needsTopicChoice(
  tx: Tx,
  { team_id, topic_id, without_topic }: BroadcastRecord,
): Promise<boolean> {
  return topic_id === null && !without_topic && (await listTopics(tx, { team_id }, { limit: 1 })).rows.length > 0
}

/** Deletes a broadcast. Refuses (403 validation_error) a broadcast that is being sent or was sent. */
export function removeBroadcast(tx: Tx, broadcast: BroadcastRecord): void {
  refuseRemoval(broadcast)
  removeJobs(tx, broadcast.id)
  store.removeBroadcast(tx, broadcast)
  removeTest(tx, { team_id: broadcast.team_id, broadcast_id: broadcast.id })
}

/** Stores a copy as a draft, with its A/B test, and returns its id. */
export async function duplicateBroadcast({ tx, now }: TeamUnit, whole: Broadcast): Promise<string> {
  const copy = duplicatedBroadcast(whole, tx.newId('broadcasts'), now)
  const { id } = copy.broadcast
  store.insertBroadcast(tx, writtenBy(tx, copy))
  const test = await findAbTest(tx, whole.broadcast)
  if (test) saveTest(tx, { ...test, ...NOT_STARTED, made_text: null, broadcast_id: id })
  return id
}

/** Refuses (404 not_found) a segment or topic that does not exist. */
async function refuseUnknown(tx: Tx, { team_id, segment_id, topic_id }: BroadcastRecord): Promise<void> {
  if (segment_id !== null && !(await findExistingSegments(tx, team_id, [segment_id])).has(segment_id))
    throw refusal('not_found', 'Segment not found')
  if (topic_id !== null && !(await findTopics(tx, team_id, [topic_id])).has(topic_id))
    throw refusal('not_found', 'Topic not found')
}
