import type { Handler } from '../operation.ts'
import { refusal } from '../refusal.ts'
import type { Tx } from '../store/database.ts'
import { textOf } from '../threads/mails.ts'
import { changeBroadcast, copyBroadcast, dropBroadcast, writeBroadcast } from './actions.ts'
import { broadcastAnswer, broadcastItem } from './present.ts'
import type { Broadcast, BroadcastRecord } from './rules.ts'
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

export const listBroadcasts: Handler<'listBroadcasts'> = async ({ tx, caller, query }) => {
  const { rows, has_more } = await store.listBroadcasts(tx, caller.team_id, query)
  return { status: 200, body: { object: 'list', has_more, data: rows.map(broadcastItem) } }
}

export const createBroadcast: Handler<'createBroadcast'> = async ({ tx, caller, body, now }) => {
  const id = await writeBroadcast(tx, caller.team_id, body, now)
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
  await changeBroadcast(tx, before, body, now)
  return { status: 200, body: { object: 'broadcast', id: before.broadcast.id } }
}

export const removeBroadcast: Handler<'removeBroadcast'> = async ({ tx, caller, path }) => {
  const broadcast = await findOrRefuse(tx, caller.team_id, path.broadcast_id)
  dropBroadcast(tx, broadcast)
  return { status: 200, body: { object: 'broadcast', id: broadcast.id, deleted: true } }
}

export const duplicateBroadcast: Handler<'duplicateBroadcast'> = async ({ tx, caller, path, now }) => {
  const id = copyBroadcast(tx, await findWhole(tx, caller.team_id, path.broadcast_id), now)
  return { status: 201, body: { object: 'broadcast', id } }
}
