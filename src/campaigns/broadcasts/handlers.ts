// The operations on broadcasts.
import { findOnlySender } from '../../mail/emails/actions.ts'
import type { HandlerResult, Caller, CommittedDatabase, Handler } from '../../base/operation/operation.ts'
import { refusal } from '../../base/text/refusal.ts'
import type { TeamUnit } from '../../base/store/database.ts'
import * as actions from './actions.ts'
import { findBroadcastFindings, checkBroadcastContent } from './check/actions.ts'
import { isReady } from './check/rules.ts'
import { generateText } from '../../mail/content/text/actions.ts'
import { htmlToDisplayText } from '../../base/threads/mails.ts'
import { broadcastResponse, broadcastItem } from './present.ts'
import { type BroadcastRequester, type Broadcast, type BroadcastRecord, refuseTimeOfDraft } from './rules.ts'
import * as sending from './sending/actions.ts'
import * as store from './store.ts'
import { sendTestEmails } from './testing/actions.ts'
import { testAddresses } from './testing/rules.ts'

/** A request about one broadcast. */
type OfOne = TeamUnit & { path: { broadcast_id: string } }

async function requireBroadcast({ tx, team_id, path }: OfOne): Promise<BroadcastRecord> {
  const broadcast = await store.findBroadcast(tx, team_id, path.broadcast_id)
  if (!broadcast) throw refusal('not_found', 'Broadcast not found')
  return broadcast
}

async function findWhole(call: OfOne): Promise<Broadcast> {
  const broadcast = await requireBroadcast(call)
  return { broadcast, content: await store.findBroadcastContent(call.tx, broadcast) }
}

export const listBroadcasts: Handler<'listBroadcasts'> = async ({ tx, team_id, query }) => {
  const { rows, has_more } = await store.listBroadcasts(tx, { team_id }, query)
  return { status: 200, body: { object: 'list', has_more, data: rows.map(broadcastItem) } }
}

export const createBroadcast: Handler<'createBroadcast'> = async call => {
  const { tx, body } = call
  refuseTimeOfDraft(body)
  const id = await actions.createBroadcast(call, body)
  if (body.send) {
    const asked = { scheduled_at: body.scheduled_at, ...(await sender(tx, call.caller)) }
    await sending.sendBroadcast(call, await findWhole({ ...call, path: { broadcast_id: id } }), asked)
  }
  return { status: 201, body: { object: 'broadcast', id } }
}

export const getBroadcast: Handler<'getBroadcast'> = async call => {
  const { broadcast, content } = await findWhole(call)
  const { html, text } = content
  const counts = await sending.findSendingCounts(call.tx, broadcast)
  // generating the text takes long for large HTML
  const afterCommit = async () => {
    const made = text ?? (html === null ? null : await generateText(content, call.team_id, htmlToDisplayText))
    return broadcastResponse(broadcast, { html, text: made }, counts)
  }
  return { status: 200, afterCommit }
}

export const checkBroadcast: Handler<'checkBroadcast'> = async call => {
  const whole = await findWhole(call)
  const { id } = whole.broadcast
  const found = await findBroadcastFindings(call.tx, whole)
  const afterCommit = async (committed: CommittedDatabase) => {
    const { problems } = await checkBroadcastContent(committed, found, call.now)
    return { object: 'broadcast_check' as const, id, is_ready: isReady(problems), problems }
  }
  return { status: 200, afterCommit }
}

export const updateBroadcast: Handler<'updateBroadcast'> = async call => {
  const before = await findWhole(call)
  await actions.updateBroadcast(call, before, call.body)
  return { status: 200, body: { object: 'broadcast', id: before.broadcast.id } }
}

export const removeBroadcast: Handler<'removeBroadcast'> = async call => {
  const broadcast = await requireBroadcast(call)
  actions.removeBroadcast(call.tx, broadcast)
  return { status: 200, body: { object: 'broadcast', id: broadcast.id, deleted: true } }
}

export const sendBroadcast: Handler<'sendBroadcast'> = async call => {
  const { broadcast, content } = await findWhole(call)
  const { scheduled_at, per_minute = broadcast.per_minute } = call.body ?? {}
  const { per_minute_per_destination = broadcast.per_minute_per_destination } = call.body ?? {}
  const asked = { scheduled_at, ...(await sender(call.tx, call.caller)) }
  await sending.sendBroadcast(
    call,
    { broadcast: { ...broadcast, per_minute, per_minute_per_destination }, content },
    asked,
  )
  return { status: 200, body: { object: 'broadcast', id: broadcast.id } }
}

export const testBroadcast: Handler<'testBroadcast'> = async call => {
  const whole = await findWhole(call)
  const emails = await sendTestEmails(call, whole, testAddresses(call.body.to))
  return { status: 200, body: { object: 'broadcast_test', id: whole.broadcast.id, emails } }
}

/** The caller as the sender of a broadcast, and the only domain that it may send from, if its key is restricted to one. */
async function sender(
  tx: TeamUnit['tx'],
  caller: Caller,
): Promise<{ by: BroadcastRequester; only_from: string | undefined }> {
  const { kind, id } = caller
  const by = kind === 'api_key' ? { api_key_id: id } : { grant_id: id }
  return { by, only_from: await findOnlySender(tx, caller) }
}

async function doing(call: OfOne, act: typeof sending.cancelBroadcast): Promise<HandlerResult<'cancelBroadcast'>> {
  const broadcast = await requireBroadcast(call)
  await act(call, broadcast)
  return { status: 200, body: { object: 'broadcast', id: broadcast.id } }
}

export const cancelBroadcast: Handler<'cancelBroadcast'> = call => doing(call, sending.cancelBroadcast)
export const pauseBroadcast: Handler<'pauseBroadcast'> = call => doing(call, sending.pauseBroadcast)
export const resumeBroadcast: Handler<'resumeBroadcast'> = call => doing(call, sending.resumeBroadcast)

export const duplicateBroadcast: Handler<'duplicateBroadcast'> = async call => {
  return {
    status: 201,
    body: { object: 'broadcast', id: await actions.duplicateBroadcast(call, await findWhole(call)) },
  }
}
