import type { Handler } from '../operation.ts'
import { refusal } from '../refusal.ts'
import { segmentsExist } from '../segments/actions.ts'
import type { Tx } from '../store/database.ts'
import { textOf } from '../threads/mails.ts'
import { findTopics } from '../topics/actions.ts'
import { broadcastAnswer, broadcastItem } from './present.ts'
import {
  type Broadcast,
  type BroadcastRecord,
  createdBroadcast,
  duplicatedBroadcast,
  movedOn,
  refuseRemoval,
  updatedBroadcast,
} from './rules.ts'
import * as store from './store.ts'

async function findOrRefuse(tx: Tx, team_id: string, id: string): Promise<BroadcastRecord> {
  const broadcast = await store.findBroadcast(tx, team_id, id)
  if (!broadcast) throw refusal('not_found', 'Broadcast not found')
  return broadcast
}

async function findWhole(tx: Tx, team_id: string, id: string): Promise<Broadcast> {
  const broadcast = await findOrRefuse(tx, team_id, id)
  return { broadcast, content: await store.findContent(tx, broadcast) }
}

/** What it names has to be there. */
async function refuseUnknown(tx: Tx, { team_id, segment_id, topic_id }: BroadcastRecord): Promise<void> {
  if (segment_id !== null && !(await segmentsExist(tx, team_id, [segment_id])).has(segment_id))
    throw refusal('not_found', 'Segment not found')
  if (topic_id !== null && !(await findTopics(tx, team_id, [topic_id])).has(topic_id))
    throw refusal('not_found', 'Topic not found')
}

export const listBroadcasts: Handler<'listBroadcasts'> = async ({ tx, caller, query }) => {
  const { rows, has_more } = await store.listBroadcasts(tx, caller.team_id, query)
  return { status: 200, body: { object: 'list', has_more, data: rows.map(broadcastItem) } }
}

export const createBroadcast: Handler<'createBroadcast'> = async ({ tx, caller, body, now }) => {
  const id = tx.newId('broadcasts')
  const created = createdBroadcast(body, { id, team_id: caller.team_id, now })
  await refuseUnknown(tx, created.broadcast)
  store.insertBroadcast(tx, created)
  return { status: 201, body: { object: 'broadcast', id } }
}

export const getBroadcast: Handler<'getBroadcast'> = async ({ tx, caller, path }) => {
  const { broadcast, content } = await findWhole(tx, caller.team_id, path.broadcast_id)
  const { html, text } = content
  // to make one takes long when the HTML is large
  const afterCommit = async () =>
    broadcastAnswer(broadcast, content, text ?? (html === null ? null : await textOf(html)))
  return { status: 200, afterCommit }
}

export const updateBroadcast: Handler<'updateBroadcast'> = async ({ tx, caller, path, body, now }) => {
  const before = await findWhole(tx, caller.team_id, path.broadcast_id)
  const after = updatedBroadcast(before, body, now)
  // a segment that is gone since is nothing that this change brings
  if (
    after.broadcast.segment_id !== before.broadcast.segment_id ||
    after.broadcast.topic_id !== before.broadcast.topic_id
  )
    await refuseUnknown(tx, after.broadcast)
  store.saveBroadcast(tx, after, movedOn)
  return { status: 200, body: { object: 'broadcast', id: after.broadcast.id } }
}

export const removeBroadcast: Handler<'removeBroadcast'> = async ({ tx, caller, path }) => {
  const broadcast = await findOrRefuse(tx, caller.team_id, path.broadcast_id)
  refuseRemoval(broadcast)
  store.removeBroadcast(tx, broadcast, movedOn)
  return { status: 200, body: { object: 'broadcast', id: broadcast.id, deleted: true } }
}

export const duplicateBroadcast: Handler<'duplicateBroadcast'> = async ({ tx, caller, path, now }) => {
  const copy = duplicatedBroadcast(await findWhole(tx, caller.team_id, path.broadcast_id), tx.newId('broadcasts'), now)
  store.insertBroadcast(tx, copy)
  return { status: 201, body: { object: 'broadcast', id: copy.broadcast.id } }
}
