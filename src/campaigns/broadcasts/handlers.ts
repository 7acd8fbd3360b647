import { findOnlySender } from '../../mail/emails/actions.ts'
import type { Caller, Committed, Handler } from '../../base/operation/operation.ts'
import { refusal } from '../../base/text/refusal.ts'
import type { Tx } from '../../base/store/database.ts'
import { changeBroadcast, copyBroadcast, dropBroadcast, writeBroadcast } from './actions.ts'
import { isReady, lookOver, problemsIn } from './check/actions.ts'
import { textFor } from '../../mail/content/text/actions.ts'
import { broadcastAnswer, broadcastItem } from './present.ts'
import { type Asker, type Broadcast, type BroadcastRecord, refuseTimeOfDraft } from './rules.ts'
import {
  cancelBroadcast as cancel,
  findSendingCounts,
  pauseBroadcast as pause,
  resumeBroadcast as resume,
  sendBroadcast as send,
} from './sending/actions.ts'
import * as store from './store.ts'
import { sendTest, testAddresses } from './testing/actions.ts'

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
  refuseTimeOfDraft(body)
  const { team_id } = caller
  const id = await writeBroadcast(tx, team_id, body, now)
  if (body.send) {
    const asked = { scheduled_at: body.scheduled_at, ...(await sender(tx, caller)) }
    await send(tx, await findWhole(tx, team_id, id), asked, now)
  }
  return { status: 201, body: { object: 'broadcast', id } }
}

export const getBroadcast: Handler<'getBroadcast'> = async ({ tx, caller, path }) => {
  const { broadcast, content } = await findWhole(tx, caller.team_id, path.broadcast_id)
  const { html, text } = content
  const counts = await findSendingCounts(tx, broadcast)
  // to make one takes long when the HTML is large
  const afterCommit = async () =>
    broadcastAnswer(broadcast, content, text ?? (html === null ? null : await textFor(content, caller.team_id)), counts)
  return { status: 200, afterCommit }
}

export const checkBroadcast: Handler<'checkBroadcast'> = async ({ tx, caller, path, now }) => {
  const whole = await findWhole(tx, caller.team_id, path.broadcast_id)
  const { id } = whole.broadcast
  const found = await lookOver(tx, whole)
  const afterCommit = async (committed: Committed) => {
    const { problems } = await problemsIn(committed, found, now)
    return { object: 'broadcast_check' as const, id, is_ready: isReady(problems), problems }
  }
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

export const sendBroadcast: Handler<'sendBroadcast'> = async ({ tx, caller, path, body, now }) => {
  const { broadcast, content } = await findWhole(tx, caller.team_id, path.broadcast_id)
  const { id } = broadcast
  const { scheduled_at, per_minute = broadcast.per_minute } = body ?? {}
  const { per_minute_per_destination = broadcast.per_minute_per_destination } = body ?? {}
  const asked = { scheduled_at, ...(await sender(tx, caller)) }
  await send(tx, { broadcast: { ...broadcast, per_minute, per_minute_per_destination }, content }, asked, now)
  return { status: 200, body: { object: 'broadcast', id } }
}

export const testBroadcast: Handler<'testBroadcast'> = async ({ tx, caller, path, body, now }) => {
  const whole = await findWhole(tx, caller.team_id, path.broadcast_id)
  const emails = await sendTest(tx, whole, testAddresses(body.to), now)
  return { status: 200, body: { object: 'broadcast_test', id: whole.broadcast.id, emails } }
}

/** Who asks for it, and what they may send. */
async function sender(tx: Tx, caller: Caller): Promise<{ by: Asker; only_from: string | undefined }> {
  const { kind, id } = caller
  const by = kind === 'api_key' ? { api_key_id: id } : { grant_id: id }
  return { by, only_from: await findOnlySender(tx, caller) }
}

export const cancelBroadcast: Handler<'cancelBroadcast'> = async ({ tx, caller, path, now }) => {
  const broadcast = await findOrRefuse(tx, caller.team_id, path.broadcast_id)
  await cancel(tx, broadcast, now)
  return { status: 200, body: { object: 'broadcast', id: broadcast.id } }
}

export const pauseBroadcast: Handler<'pauseBroadcast'> = async ({ tx, caller, path, now }) => {
  const broadcast = await findOrRefuse(tx, caller.team_id, path.broadcast_id)
  await pause(tx, broadcast, now)
  return { status: 200, body: { object: 'broadcast', id: broadcast.id } }
}

export const resumeBroadcast: Handler<'resumeBroadcast'> = async ({ tx, caller, path, now }) => {
  const broadcast = await findOrRefuse(tx, caller.team_id, path.broadcast_id)
  await resume(tx, broadcast, now)
  return { status: 200, body: { object: 'broadcast', id: broadcast.id } }
}

export const duplicateBroadcast: Handler<'duplicateBroadcast'> = async ({ tx, caller, path, now }) => {
  const id = copyBroadcast(tx, await findWhole(tx, caller.team_id, path.broadcast_id), now)
  return { status: 201, body: { object: 'broadcast', id } }
}
