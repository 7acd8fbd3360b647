// Records visits to tracked email. Visits that arrive during a write are written together in the next one, so that even a link
// with very many visits causes few commits.
import type { Logger } from 'pino'
import { raiseLastEvent } from '../../emails/engagement/actions.ts'
import { type EngagedEmail, findEngaged, findDeliveredAt } from '../../emails/engagement/store.ts'
import { insertEmailEvent, mailOriginOf } from '../../emails/store.ts'
import { countOpening } from '../../../engagement/quotas/actions.ts'
import { BoundedMap } from '../../../base/limits/bounded-map.ts'
import type { TrackingTarget } from '../../../base/secrets/tracking-token.ts'
import { record } from '../../../base/store/signals/record.ts'
import type { Database, Tx } from '../../../base/store/database.ts'
import * as store from './store.ts'
import { tallyVisits, type MailVisit, NO_VISITS, type VisitedEmail, type VisitTally } from './visit.ts'
import { detectMachine, describeAgent, truncatedAddress, type VisitRequest } from './visitors.ts'

/** Maximum different visits that wait; further ones are not recorded. */
const WAITING_MAX = 2000
/** Visits written in one transaction, which takes several milliseconds. */
const WRITTEN_AT_ONCE = 100
const WRITTEN_EVERY_MS = 50
/** A client that follows this many different links of one email within this time is a machine. */
const BURST_LINKS = 3
const BURST_MS = 10_000
const BURSTS_MAX = 10_000

interface RecordingContext {
  database: Pick<Database, 'unit'>
  now: () => Date
  log: Pick<Logger, 'warn'>
}

interface QueuedVisit {
  visit: MailVisit
  /** Resolves when the visit is written; the redirect waits for it. */
  written: Promise<void>
  go: () => void
}

export class VisitRecorder {
  readonly #with: RecordingContext
  readonly #bursts = new BoundedMap<string, { since_ms: number; urls: Set<string> }>(BURSTS_MAX)
  readonly #waiting = new Map<string, QueuedVisit>()
  #writing: Promise<void> | undefined
  #dropped = 0

  constructor(recording: RecordingContext) {
    this.#with = recording
  }

  /**
   * Records a visit. Resolves when it is on stable storage, or immediately if many others wait. Never throws, so that the
   * redirect always works.
   */
  async note(tracked: TrackingTarget, visitor: VisitRequest): Promise<void> {
    const { kind, team_id, email_id, url } = tracked
    const at = this.#with.now()
    const machine = detectMachine(kind, visitor) ?? (this.#isBurst(tracked, at) ? 'burst' : undefined)
    const [user_agent, network] = [describeAgent(visitor.user_agent), truncatedAddress(visitor.ip)]
    const key = [kind, email_id, machine, network, user_agent, url].join(' ')
    const known = this.#waiting.get(key)
    if (known) known.visit.count++
    else if (this.#waiting.size >= WAITING_MAX) {
      this.#dropped++
      return
    }
    const visit = { kind, team_id, email_id, url, user_agent, network, machine, at, count: 1 }
    const { written } = known ?? this.#begin(key, visit)
    this.#writing ??= this.#writeAll()
    if (this.#waiting.size <= WRITTEN_AT_ONCE) await written
  }

  #begin(key: string, visit: MailVisit): QueuedVisit {
    const { promise: written, resolve: go } = Promise.withResolvers<void>()
    const waiting = { visit, written, go }
    this.#waiting.set(key, waiting)
    return waiting
  }

  /** Resolves when all recorded visits are written. */
  async stop(): Promise<void> {
    while (this.#writing) await this.#writing
  }

  #isBurst({ kind, email_id, url }: TrackingTarget, at: Date): boolean {
    if (kind !== 'click') return false
    const known = this.#bursts.get(email_id)
    const isNew = !known || at.getTime() - known.since_ms > BURST_MS
    const burst = isNew ? { since_ms: at.getTime(), urls: new Set<string>() } : known
    if (isNew) this.#bursts.set(email_id, burst)
    if (burst.urls.size < BURST_LINKS) burst.urls.add(url)
    return burst.urls.size >= BURST_LINKS
  }

  /** Writes until no visit waits. */
  async #writeAll(): Promise<void> {
    // visits of the same turn of the event loop are written together
    await new Promise(resolve => setImmediate(resolve))
    while (this.#waiting.size > 0) {
      const some = this.#next()
      await this.#write(some.map(({ visit }) => visit))
      for (const { go } of some) go()
      if (this.#waiting.size > 0) await new Promise(resolve => setTimeout(resolve, WRITTEN_EVERY_MS))
    }
    this.#writing = undefined
  }

  /** Takes the first waiting visits. */
  #next(): QueuedVisit[] {
    const some = [...this.#waiting].slice(0, WRITTEN_AT_ONCE)
    for (const [key] of some) this.#waiting.delete(key)
    return some.map(([, waiting]) => waiting)
  }

  async #write(visits: readonly MailVisit[]): Promise<void> {
    const { database, log } = this.#with
    const dropped = this.#dropped
    this.#dropped = 0
    if (dropped > 0) log.warn({ dropped }, 'tracking events dropped')
    try {
      await database.unit(tx => recordVisits(tx, visits))
    } catch (error) {
      log.warn({ err: error, lost: visits.length }, 'tracking events not saved')
    }
  }
}

/** Stores visits to emails that still exist, and records their signals. */
async function recordVisits(tx: Tx, visits: readonly MailVisit[]): Promise<void> {
  for (const team_id of new Set(visits.map(visit => visit.team_id))) {
    const of_team = visits.filter(visit => visit.team_id === team_id)
    const ids = [...new Set(of_team.map(({ email_id }) => email_id))]
    const [emails, counts] = [await findEngaged(tx, { team_id }, ids), await store.findVisitCounts(tx, team_id, ids)]
    for (const email of emails) {
      // all recipients were erased, so none can have caused the visit
      if (email.to.length + email.cc.length + email.bcc.length === 0) continue
      const to_it = of_team.filter(({ email_id }) => email_id === email.id)
      await recordOf(tx, email, { before: counts.get(email.id) ?? NO_VISITS, visits: to_it })
    }
  }
}

async function recordOf(tx: Tx, email: EngagedEmail, visited: VisitedEmail): Promise<void> {
  const { id: email_id, team_id } = email
  const mayBeSoon = visited.visits.some(({ kind, machine }) => kind === 'click' && !machine)
  const delivered = mayBeSoon ? await findDeliveredAt(tx, { team_id, email_id }) : undefined
  const heard = tallyVisits(email, visited, delivered)
  for (const { visit, event } of heard.listed) {
    const id = await insertEmailEvent({ tx, now: visit.at }, email, event)
    const { user_agent, network } = visit
    store.insertVisit(tx, { id, team_id, user_agent, network })
  }
  store.saveVisitCounts(tx, { email_id, team_id, ...heard.counts })
  if (heard.last_event) {
    raiseLastEvent(tx, email, heard.last_event)
    if (email.last_event === 'delivered') countOpening(tx, { team_id, at: visited.visits[0]!.at })
  }
  await tell(tx, email, heard)
}

async function tell(tx: Tx, email: EngagedEmail, { told, recipients }: VisitTally): Promise<void> {
  const { team_id } = email
  const origin = mailOriginOf(email)
  for (const { visit, is_listed } of told) {
    const { url: link, count, user_agent, network: ip_address, at } = visit
    const facts = { recipients, count, user_agent, ip_address, is_listed }
    const about = { team_id, at, email, origin }
    if (visit.kind === 'open') await record(tx, { type: 'email.opened', ...about, visit: facts })
    else await record(tx, { type: 'email.clicked', ...about, visit: { ...facts, link } })
  }
}
