// The operator's overview of routes, and pauses.
import { countJobsWaitingFor, countJobs, findNextDueTime } from '../../../../base/queue/depth.ts'
import type { TimedTx, Tx } from '../../../../base/store/database.ts'
import { recordServerEvent } from '../../../../identity/teams/actions.ts'
import type { PauseRequest } from '../pauses.ts'
import {
  type DestinationRecord,
  findPause,
  insertPause,
  listDestinationsAfter,
  listPauses,
  listTlsCounts,
  type Pause,
  removePause,
  type TlsCount,
} from '../store.ts'

/** A destination with its number of pending emails. */
export interface DestinationView extends Pick<
  DestinationRecord,
  'name' | 'rests_until' | 'concurrency' | 'failures' | 'code' | 'host' | 'tls' | 'delivered_at' | 'replied_at'
> {
  state: 'open' | 'resting' | 'paused'
  waiting: number
  reply: string | null
}

/** Pending email of all teams, including scheduled email. */
export interface WaitingMail {
  count: number
  /** There are more emails than were counted. */
  is_more: boolean
  /** When the next email is or was due; `undefined` if all wait for a free connection or the end of a pause. */
  next_at: string | undefined
}

/** Counting stops here, because a page waits for the result. */
const WAITING_COUNTED_MAX = 10_000

export async function findWaitingMail(tx: Tx): Promise<WaitingMail> {
  const count = await countJobs(tx, 'deliver_email', WAITING_COUNTED_MAX)
  return { count, is_more: count === WAITING_COUNTED_MAX, next_at: await findNextDueTime(tx, 'deliver_email') }
}

/** Pauses email. Returns the id of the pause, which is the existing one if there is one. */
export async function pauseDelivery(tx: Tx, asked: PauseRequest, now: Date): Promise<string> {
  const there = await findPause(tx, { scope: asked.scope, name: asked.name })
  if (there) return there.id
  const id = tx.newId('delivery_pauses')
  insertPause(tx, { id, ...asked, created_at: now.toISOString() })
  const facts = { object_id: id, name: nameOf(asked), changes: { reason: [null, asked.reason] } } as const
  await recordServerEvent(tx, { type: 'delivery_pause.created', at: now, ...facts })
  return id
}

/** Ends a pause. Returns whether it existed. */
export async function resumeDelivery(tx: Tx, id: string, now: Date): Promise<boolean> {
  const pause = (await listPauses(tx)).find(each => each.id === id)
  if (!pause || !(await removePause(tx, { id }))) return false
  await recordServerEvent(tx, { type: 'delivery_pause.deleted', at: now, object_id: id, name: nameOf(pause) })
  return true
}

const nameOf = ({ scope, name }: Pick<PauseRequest, 'scope' | 'name'>): string => `${scope} ${name}`.trimEnd()

/** Destinations ordered by name. */
export async function listDestinations(
  tx: Tx,
  { after, limit }: { after: string; limit: number },
  now: Date,
): Promise<{ rows: DestinationView[]; has_more: boolean }> {
  const found = await listDestinationsAfter(tx, { after, limit: limit + 1 })
  const pauses = await listPauses(tx)
  const rows: DestinationView[] = []
  for (const each of found.slice(0, limit)) rows.push(await viewOf({ tx, now }, each, pauses))
  return { rows, has_more: found.length > limit }
}

async function viewOf(
  { tx, now }: TimedTx,
  row: DestinationRecord,
  pauses: readonly Pause[],
): Promise<DestinationView> {
  const { name, rests_until, concurrency, failures, code, reply_text, host, tls, delivered_at, replied_at } = row
  const relay = /^relay:(.*)$/.exec(name)?.[1]
  const isPaused = pauses.some(
    pause =>
      pause.scope === 'all' ||
      (relay === undefined
        ? pause.scope === 'destination' && pause.name === name
        : pause.scope === 'relay' && pause.name === relay),
  )
  const rests = rests_until !== null && rests_until > now.toISOString()
  const state = isPaused ? 'paused' : rests ? 'resting' : 'open'
  const waiting = await countJobsWaitingFor(tx, 'deliver_email', relay === undefined ? name : `by:${relay}`)
  const last_reply = { code, reply: reply_text, host, tls, delivered_at, replied_at }
  return { name, state, rests_until: rests ? rests_until : null, concurrency, failures, waiting, ...last_reply }
}

/** Maximum rows of a response. */
const COUNTS_MAX = 500

/** Counts of TLS results of one day, by destination. The rows of one destination are never split between two responses. */
export async function listTlsDay(
  tx: Tx,
  day: string,
  after: string,
): Promise<{ rows: Omit<TlsCount, 'day'>[]; has_more: boolean }> {
  const found = await listTlsCounts(tx, { day, after, limit: COUNTS_MAX + 1 })
  const has_more = found.length > COUNTS_MAX
  const last = found.at(-1)?.destination
  const whole = has_more ? found.filter(({ destination }) => destination !== last) : found
  return {
    rows: whole.map(({ destination, policy, result, sessions }) => ({ destination, policy, result, sessions })),
    has_more,
  }
}
