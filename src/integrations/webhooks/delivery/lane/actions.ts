// The lane of an endpoint: reads the deliveries that are due, sends several in parallel, and writes the outcomes of
// many requests in one unit of work. First attempts for one object are made sequentially, in the order of the events:
// each starts when the previous one has ended. Retries are made when they are due, in any order.
import type { Work } from '../../../../base/queue/claimed-work.ts'
import { IDLE_REASON } from '../../../../base/queue/lanes.ts'
import type { Tx } from '../../../../base/store/database.ts'
import { signingKeys } from '../../secrets/actions.ts'
import type { NotifyTeam } from '../notices/actions.ts'
import { saveOutcomes } from '../outcomes/actions.ts'
import type { WebhookSender, SigningEndpoint } from '../posting/actions.ts'
import { firstWindow, isFirstAttempt, nextWindow, POSTS_MAX, type PostOutcome, deliveryAfterPost } from '../rules.ts'
import * as store from '../store.ts'
import type { DueDelivery } from '../store.ts'

type Job = Work<'post_webhooks'>

export interface LaneParts {
  poster: WebhookSender
  tell: NotifyTeam
  /** Random numbers from 0 to 1, for the jitter of retries. */
  chance: () => number
}

/** Maximum number of deliveries in memory. */
const PENDING_MAX = 300
/** Outcomes are written when there are this many, or after `GATHER_MS`. */
const WRITE_AT = 64
const GATHER_MS = 10
/** After this time the job is released and claimed again, so that a stopping server does not wait for a busy lane. */
const TURN_MS = 2000
/**
 * With several processes, how long a lane without work stays before it ends: a unit of another process may have read
 * its state as busy, not woken it, and commit an event only after the lane's last check.
 */
const LINGER_MS = 1000

/** A request that has ended. */
interface FinishedRequest {
  due: DueDelivery
  posted: PostOutcome
}

/** Another delivery has become due, so the lane must not end. */
class NewEventsArrived extends Error {}

/** Sends requests until nothing is due. */
export async function runDeliveryLane(work: Job, parts: LaneParts): Promise<void> {
  const lane = new Lane(work, parts)
  for (;;) {
    const end = await lane.run()
    if (end === 'stopped') return work.postpone(work.now(), 'it goes on')
    if (end === 'disabled') return work.finish(async () => {})
    try {
      return await rest(work, lane.isBusy)
    } catch (error) {
      if (!(error instanceof NewEventsArrived)) throw error
    }
  }
}

/** Releases the job until the next delivery is due, or ends it. Throws `NewEventsArrived` if one is due now. */
async function rest(work: Job, wasBusy: boolean): Promise<void> {
  const { webhook_id, team_id } = work.payload
  const now = work.now()
  const next = await work.read(tx => store.findNextPost(tx, { webhook_id, team_id }))
  const next_at = next && new Date(next.next_attempt_at || now)
  if (next_at && next_at <= now) throw new NewEventsArrived()
  const check = async (tx: Tx): Promise<void> => {
    const found = await store.findNextPost(tx, { webhook_id, team_id })
    if (found?.next_attempt_at !== next?.next_attempt_at) throw new NewEventsArrived()
  }
  const lingers_until = new Date(now.getTime() + LINGER_MS)
  if (work.several && wasBusy && !(next_at && next_at < lingers_until))
    return work.linger(lingers_until, IDLE_REASON, check)
  return next_at ? work.postpone(next_at, IDLE_REASON, check) : work.finish(check)
}

class Lane {
  readonly #work: Job
  readonly #parts: LaneParts
  readonly #of: { webhook_id: string; team_id: string }
  #signed: SigningEndpoint | undefined
  #window = 0
  /** Deliveries that were read and whose outcomes are not written yet, by `seq`. */
  readonly #pending = new Map<number, DueDelivery>()
  /** Those of them to be sent next. */
  #ready: DueDelivery[] = []
  /** By object with a first attempt in progress: further first attempts about it. */
  readonly #waitingByObject = new Map<string, DueDelivery[]>()
  /** Requests in progress. */
  #inFlight = 0
  #ended: FinishedRequest[] = []
  /** There may be more to read. */
  #hasMore = true
  /** First attempts with a greater `seq` are read next. */
  #after = 0
  /** Other units read the job as busy, so they do not wake it when they write an event. */
  isBusy: boolean
  /** If set, no further request starts. */
  #stopping: 'disabled' | 'stopped' | undefined
  #trouble: { error: unknown } | undefined
  #writing: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined
  #until_ms = 0
  #waitsForRoom = false
  #onIdle: () => void = () => {}

  constructor(work: Job, parts: LaneParts) {
    this.#work = work
    this.#parts = parts
    const { webhook_id, team_id } = work.payload
    this.#of = { webhook_id, team_id }
    this.isBusy = work.reason !== IDLE_REASON
  }

  /** Sends requests until nothing is due, or until it has to stop. */
  async run(): Promise<'rests' | 'disabled' | 'stopped'> {
    this.#hasMore = true
    this.#after = 0
    this.#until_ms = performance.now() + TURN_MS
    await new Promise<void>(resolve => {
      this.#onIdle = resolve
      this.#advance()
    })
    if (this.#trouble) throw this.#trouble.error
    return this.#stopping ?? 'rests'
  }

  /** Performs the next steps that are possible now. Called after each change of state. */
  #advance(): void {
    if (this.#pending.size > 0 && performance.now() > this.#until_ms) this.#stopping ??= 'stopped'
    const ends = this.#trouble !== undefined || this.#stopping !== undefined
    if (!ends && !this.#waitsForRoom) while (this.#inFlight < this.#window && this.#ready.length > 0 && this.#begin());
    if (this.#writing) return
    const isIdle = this.#inFlight === 0 && !this.#waitsForRoom && (ends || this.#ready.length === 0)
    // outcomes that cannot be written are lost, and their events are sent again
    const isOver = this.#trouble ? true : this.#ended.length === 0 && (ends || !this.#hasMore)
    if (isIdle && isOver) return this.#onIdle()
    const wantsMore = !ends && this.#hasMore && this.#ready.length === 0 && this.#pending.size < PENDING_MAX
    if (this.#trouble) return
    if (isIdle || this.#ended.length >= WRITE_AT) this.#write()
    else if (this.#ended.length > 0 || wantsMore) this.#timer ??= setTimeout(() => this.#write(), GATHER_MS)
  }

  /** Starts a request; `false`: there was no room for it. */
  #begin(): boolean {
    const signed = this.#signed!
    const giveRoom = this.#parts.poster.tryAcquire(signed.endpoint)
    if (giveRoom) {
      void this.#post(signed, this.#ready.shift()!, giveRoom)
      return true
    }
    if (!this.#waitsForRoom) void this.#waitForRoom(signed)
    return false
  }

  async #waitForRoom(signed: SigningEndpoint): Promise<void> {
    this.#waitsForRoom = true
    const giveRoom = await this.#parts.poster.acquire(signed.endpoint)
    this.#waitsForRoom = false
    const due = this.#stopping || this.#trouble ? undefined : this.#ready.shift()
    if (due) void this.#post(this.#signed!, due, giveRoom)
    else giveRoom()
    this.#advance()
  }

  async #post(signed: SigningEndpoint, due: DueDelivery, giveRoom: () => void): Promise<void> {
    this.#inFlight++
    const posted = await this.#parts.poster.post(signed, due, this.#work.now)
    this.#inFlight--
    giveRoom()
    if (posted) {
      this.#window = nextWindow(this.#window, posted)
      this.#ended.push({ due, posted })
      if (isFirstAttempt(due)) this.#release(due.about)
    } else this.#stopping = 'stopped'
    this.#advance()
  }

  /** Creates the next first attempt for an object ready. */
  #release(about: string): void {
    const next = this.#waitingByObject.get(about)!
    const due = next.shift()
    if (due) this.#ready.push(due)
    else this.#waitingByObject.delete(about)
  }

  #write(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#writing) return
    const ended = this.#ended
    this.#ended = []
    this.#writing = this.#writeAndRead(ended)
      .catch((error: unknown) => {
        this.#trouble ??= { error }
      })
      .finally(() => {
        this.#writing = undefined
        this.#advance()
      })
  }

  /** Writes the outcomes of ended requests and reads the next deliveries, in one unit of work. */
  async #writeAndRead(ended: readonly FinishedRequest[]): Promise<void> {
    const now = this.#work.now()
    const wants = !this.#stopping && this.#ready.length < this.#window + 1 && this.#pending.size < PENDING_MAX
    const found = await this.#work.write(async tx => {
      const which = { ...this.#of, limit: POSTS_MAX }
      const [endpoint, firsts, retries] = await Promise.all([
        store.findEndpoint(tx, { team_id: this.#of.team_id, id: this.#of.webhook_id }),
        wants ? store.listFirstAttempts(tx, { ...which, after: this.#after }) : [],
        wants ? store.listRetries(tx, { ...which, now: now.toISOString() }) : [],
      ])
      for (const { due, posted } of ended) {
        const progress = deliveryAfterPost(due, posted, this.#parts.chance())
        store.savePosted(tx, { ...this.#of, seq: due.seq, ...progress })
      }
      if (!endpoint) return undefined
      const unit = { tx, team_id: this.#of.team_id, now }
      const isDisabled = await saveOutcomes(unit, endpoint, ended, this.#parts.tell, this.#work.log)
      if (endpoint.status !== 'enabled' || isDisabled) return undefined
      if (!this.isBusy && firsts.length + retries.length > 0) this.#work.clearReason(tx)
      return { signed: { endpoint, keys: await signingKeys(tx, endpoint, now) }, firsts, retries }
    })
    if (!found) return void (this.#stopping ??= 'disabled')
    const { signed, firsts, retries } = found
    this.isBusy ||= firsts.length + retries.length > 0
    if (this.#window === 0) this.#window = firstWindow(signed.endpoint)
    this.#signed = signed
    if (wants) this.#take(firsts, retries)
    // only now: the unit has read these deliveries again before it wrote their outcomes
    for (const { due } of ended) this.#pending.delete(due.seq)
  }

  #take(firsts: readonly DueDelivery[], retries: readonly DueDelivery[]): void {
    const isRest = firsts.length < POSTS_MAX
    const fresh = [...firsts, ...retries].filter(({ seq }) => !this.#pending.has(seq))
    for (const each of fresh) {
      this.#pending.set(each.seq, each)
      const behind = isFirstAttempt(each) ? this.#waitingByObject.get(each.about) : undefined
      if (behind) behind.push(each)
      else {
        if (isFirstAttempt(each)) this.#waitingByObject.set(each.about, [])
        this.#ready.push(each)
      }
    }
    this.#hasMore = fresh.length > 0 || !isRest || this.#after > 0
    // an event with a lower `seq` may be committed later: at the end of the list, reading starts again at the beginning
    this.#after = isRest ? 0 : firsts.at(-1)!.seq
  }
}
