// The processes that share one database. Each writes a heartbeat every second. If the heartbeats of one stop for a
// while, by the clock of the database, its claimed jobs become due again and any other process claims them. The silent
// process may be dead, suspended or unable to reach the database. It continues when it recovers, and its writes for
// jobs that were taken over meanwhile are refused.
import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { Logger } from 'pino'
import type { ProcessRole } from '../config/settings.ts'
import type { Database } from '../store/database.ts'
import { acrossTeams, forSharedDatabase, statement } from '../store/statement.ts'
import { TEXT_IDS } from './store.ts'

const HEARTBEAT_EVERY_MS = 1000
/** A process without a heartbeat for this long is considered dead. */
const DEAD_AFTER_S = 5
/** A process whose last heartbeat is older claims nothing: other processes may consider it dead. */
const SURE_FOR_MS = 3000

const IS_ALIVE = `workers.seen_at > statement_timestamp() - interval '${DEAD_AFTER_S} seconds'`
/** A claimed job whose owner is considered dead. */
const IS_LOST = `jobs.owner is not null and not exists (
  select 1 from workers where workers.id = jobs.owner and ${IS_ALIVE}
)`

/** How other processes identify this one. */
export interface WorkerIdentity {
  roles: readonly ProcessRole[]
  /** The name in its log. */
  name: string
}

interface Worker {
  id: string
  host: string
  pid: number
  roles: string
}

/**
 * Sent as a read, which waits for no lock, so the heartbeat is written regardless of how many units wait for locks or
 * connections.
 */
const saveHeartbeat = forSharedDatabase(
  statement<Worker, { id: string }>(
    (knex, param) =>
      knex.raw(
        `insert into workers (id, host, pid, roles, started_at, seen_at)
      values (?, ?, ?, ?, statement_timestamp(), statement_timestamp())
      on conflict (id) do update set seen_at = excluded.seen_at returning workers.id`,
        [param('id'), param('host'), param('pid'), param('roles')],
      ),
    '',
    TEXT_IDS,
  ),
)

/** Counts the processes that run jobs. */
const countAlive = forSharedDatabase(
  statement<object, { count: number }>(knex =>
    knex.raw(`select count(*) as count from workers where workers.roles <> 'web' and ${IS_ALIVE}`),
  ),
)

/** A process that runs jobs and started earlier. */
const firstBefore = forSharedDatabase(
  statement<{ id: string }, { id: string }>(
    (knex, param) =>
      knex.raw(
        `select workers.id from workers
      where workers.roles <> 'web' and ${IS_ALIVE} and (workers.started_at, workers.id) < (
        select self.started_at, self.id from workers as self where self.id = ?
      ) limit 1`,
        [param('id')],
      ),
    '',
    TEXT_IDS,
  ),
)

const findDead = forSharedDatabase(
  statement<object, { id: string }>(knex => knex.raw(`select workers.id from workers where not ${IS_ALIVE} limit 1`)),
)

const findLost = forSharedDatabase(
  acrossTeams(
    'a dead worker had jobs of all teams',
    statement<object, { id: string }>(knex => knex.raw(`select jobs.id from jobs where ${IS_LOST} limit 1`)),
  ),
)

/** Skips rows that another process has locked, because that process may have stalled; the next pass checks them again. */
const takeOver = forSharedDatabase(
  acrossTeams(
    'a dead worker had jobs of all teams',
    statement<{ now: string }>((knex, param) =>
      knex.raw(
        `with lost as materialized (select jobs.id from jobs where ${IS_LOST} for update skip locked)
        update jobs set owner = null, run_at = ?, set_at = ? from lost where jobs.id = lost.id`,
        [param('now'), param('now')],
      ),
    ),
  ),
)

const removeDead = forSharedDatabase(statement<object>(knex => knex.raw(`delete from workers where not ${IS_ALIVE}`)))

const remove = statement<{ id: string }>(
  (knex, param) =>
    knex('workers')
      .where({ id: param('id') })
      .delete(),
  '',
  TEXT_IDS,
)

export class Workers {
  readonly id: string
  readonly #database: Database
  readonly #roles: readonly ProcessRole[]
  readonly #now: () => Date
  readonly #log: Logger
  /** Called when a heartbeat succeeds after a gap. */
  readonly #onBack: () => void
  #timer: NodeJS.Timeout | undefined
  #heartbeatPending: Promise<void> | undefined
  #checkPending: Promise<void> | undefined
  #heartbeat_ms = -Infinity
  #inTrouble = false
  #count = 0

  constructor(
    database: Database,
    { roles, name }: WorkerIdentity,
    { now, log, onBack }: { now: () => Date; log: Logger; onBack: () => void },
  ) {
    this.id = name + randomUUID().slice(name.length)
    this.#database = database
    this.#roles = roles
    this.#now = now
    this.#log = log
    this.#onBack = onBack
  }

  /** Writes the first heartbeat. Returns whether no process existed before. Throws if the database cannot be written. */
  async join(): Promise<boolean> {
    await this.#heartbeat()
    await this.#checkOthers()
    this.#timer = setInterval(() => {
      this.#heartbeatPending ??= this.#attempt(() => this.#heartbeat()).finally(
        () => (this.#heartbeatPending = undefined),
      )
      // separate from the heartbeat, which must not wait for a slow query
      this.#checkPending ??= this.#attempt(() => this.#checkOthers()).finally(() => (this.#checkPending = undefined))
    }, HEARTBEAT_EVERY_MS).unref()
    return (await this.#database.read(tx => tx.get(firstBefore, { id: this.id }))) === undefined
  }

  /** Whether the last heartbeat is recent enough that no other process considers this one dead. */
  hasRecentHeartbeat(): boolean {
    return performance.now() - this.#heartbeat_ms < SURE_FOR_MS
  }

  /** How many processes run jobs, by the last check. */
  get count(): number {
    return this.#count
  }

  /** Removes this process from the table: jobs that it could not release become due as soon as another process checks. */
  async leave(): Promise<void> {
    clearInterval(this.#timer)
    await Promise.all([this.#heartbeatPending, this.#checkPending])
    try {
      await this.#database.unit(async tx => tx.put(remove, { id: this.id }), 'queue')
    } catch {
      // the other processes detect that the heartbeats have stopped
    }
  }

  async #attempt(act: () => Promise<void>): Promise<void> {
    try {
      await act()
      this.#inTrouble = false
    } catch (error) {
      if (!this.#inTrouble) this.#log.warn({ err: error }, 'worker heartbeat failed')
      this.#inTrouble = true
    }
  }

  async #heartbeat(): Promise<void> {
    // the time before sending: the database may have written the heartbeat long before the reply arrives
    const sent_ms = performance.now()
    const self = { id: this.id, host: hostname(), pid: process.pid, roles: this.#roles.join(',') }
    await this.#database.read(tx => tx.get(saveHeartbeat, self))
    const wasSure = this.hasRecentHeartbeat()
    this.#heartbeat_ms = sent_ms
    if (!wasSure) this.#onBack()
  }

  async #checkOthers(): Promise<void> {
    const [there, gone, lost] = await this.#database.read(tx =>
      Promise.all([tx.get(countAlive, {}), tx.get(findDead, {}), tx.get(findLost, {})]),
    )
    this.#count = there!.count
    if (gone || lost) await this.#takeOver()
  }

  async #takeOver(): Promise<void> {
    const now = this.#now().toISOString()
    const { workers, jobs } = await this.#database.unit(
      async tx => ({ jobs: await tx.run(takeOver, { now }), workers: await tx.run(removeDead, {}) }),
      'claims',
    )
    if (workers + jobs > 0) this.#log.warn({ workers, jobs }, 'jobs of dead workers requeued')
  }
}
