// The operations on broadcasts.
import { findOnlySender } from '../../mail/emails/actions.ts'
import type { Answer, Caller, Committed, Handler } from '../../base/operation/operation.ts'
import { refusal } from '../../base/text/refusal.ts'
import type { TeamUnit } from '../../base/store/database.ts'
import { changeBroadcast, copyBroadcast, dropBroadcast, writeBroadcast } from './actions.ts'
import { lookOver, problemsIn } from './check/actions.ts'
import { isReady } from './check/rules.ts'
import { textFor } from '../../mail/content/text/actions.ts'
import { shownTextOf } from '../../base/threads/mails.ts'
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
import { sendTest } from './testing/actions.ts'
import { testAddresses } from './testing/rules.ts'

/** A request about one broadcast. */
type OfOne = TeamUnit & { path: { broadcast_id: string } }

async function findOrRefuse({ tx, team_id, path }: OfOne): Promise<BroadcastRecord> {
  const broadcast = await store.findBroadcast(tx, team_id, path.broadcast_id)
  if (!broadcast) throw refusal('not_found', 'Broadcast not found')
  return broadcast
}

async function findWhole(call: OfOne): Promise<Broadcast> {
  const broadcast = await findOrRefuse(call)
  return { broadcast, content: await store.findContent(call.tx, broadcast) }
}

export const listBroadcasts: Handler<'listBroadcasts'> = async ({ tx, team_id, query }) => {
  const { rows, has_more } = await store.listBroadcasts(tx, { team_id }, query)
  return { status: 200, body: { object: 'list', has_more, data: rows.map(broadcastItem) } }
}

export const createBroadcast: Handler<'createBroadcast'> = async call => {
  const { tx, body } = call
  refuseTimeOfDraft(body)
  const id = await writeBroadcast(call, body)
  if (body.send) {
    const asked = { scheduled_at: body.scheduled_at, ...(await sender(tx, call.caller)) }
    await send(call, await findWhole({ ...call, path: { broadcast_id: id } }), asked)
  }
  return { status: 201, body: { object: 'broadcast', id } }
}

export const getBroadcast: Handler<'getBroadcast'> = async call => {
  const { broadcast, content } = await findWhole(call)
  const { html, text } = content
  const counts = await findSendingCounts(call.tx, broadcast)
  // generating the text takes long for large HTML
  const afterCommit = async () => {
    const made = text ?? (html === null ? null : await textFor(content, call.team_id, shownTextOf))
    return broadcastAnswer(broadcast, { html, text: made }, counts)
  }
  return { status: 200, afterCommit }
}

export const checkBroadcast: Handler<'checkBroadcast'> = async call => {
  const whole = await findWhole(call)
  const { id } = whole.broadcast
  const found = await lookOver(call.tx, whole)
  const afterCommit = async (committed: Committed) => {
    const { problems } = await problemsIn(committed, found, call.now)
    return { object: 'broadcast_check' as const, id, is_ready: isReady(problems), problems }
  }
  return { status: 200, afterCommit }
}

export const updateBroadcast: Handler<'updateBroadcast'> = async call => {
  const before = await findWhole(call)
  await changeBroadcast(call, before, call.body)
  return { status: 200, body: { object: 'broadcast', id: before.broadcast.id } }
}

export const removeBroadcast: Handler<'removeBroadcast'> = async call => {
  const broadcast = await findOrRefuse(call)
  dropBroadcast(call.tx, broadcast)
  return { status: 200, body: { object: 'broadcast', id: broadcast.id, deleted: true } }
}

export const sendBroadcast: Handler<'sendBroadcast'> = async call => {
  const { broadcast, content } = await findWhole(call)
  const { scheduled_at, per_minute = broadcast.per_minute } = call.body ?? {}
  const { per_minute_per_destination = broadcast.per_minute_per_destination } = call.body ?? {}
  const asked = { scheduled_at, ...(await sender(call.tx, call.caller)) }
  await send(call, { broadcast: { ...broadcast, per_minute, per_minute_per_destination }, content }, asked)
  return { status: 200, body: { object: 'broadcast', id: broadcast.id } }
}

export const testBroadcast: Handler<'testBroadcast'> = async call => {
  const whole = await findWhole(call)
  const emails = await sendTest(call, whole, testAddresses(call.body.to))
  return { status: 200, body: { object: 'broadcast_test', id: whole.broadcast.id, emails } }
}

/** The caller as the sender of a broadcast, and the only domain that it may send from, if its key is restricted to one. */
async function sender(tx: TeamUnit['tx'], caller: Caller): Promise<{ by: Asker; only_from: string | undefined }> {
  const { kind, id } = caller
  const by = kind === 'api_key' ? { api_key_id: id } : { grant_id: id }
  return { by, only_from: await findOnlySender(tx, caller) }
}

async function doing(call: OfOne, act: typeof cancel): Promise<Answer<'cancelBroadcast'>> {
  const broadcast = await findOrRefuse(call)
  await act(call, broadcast)
  return { status: 200, body: { object: 'broadcast', id: broadcast.id } }
}

export const cancelBroadcast: Handler<'cancelBroadcast'> = call => doing(call, cancel)
export const pauseBroadcast: Handler<'pauseBroadcast'> = call => doing(call, pause)
export const resumeBroadcast: Handler<'resumeBroadcast'> = call => doing(call, resume)

export const duplicateBroadcast: Handler<'duplicateBroadcast'> = async call => {
  return { status: 201, body: { object: 'broadcast', id: await copyBroadcast(call, await findWhole(call)) } }
}
