// The store's interface to the modules: units of work and statements, the same for both databases.
import type { Actor } from './actor.ts'
import type { CounterName } from './counter-names.ts'
import type { CounterView } from './sums.ts'
import { Seal } from '../secrets/seal.ts'
import { randomToken } from '../secrets/tokens.ts'
import type { Subscribers } from './signals/signal.ts'
import type { QueryRunner, Statement } from './statement.ts'

/** Creates an id that no other row of the table `of` has. */
export type NewId = (of: string) => string

/** The source of ids for new rows. */
export interface IdSource {
  next: NewId
  /** After this call, each id is at least as large as one created at this time. */
  startAt?(moment: Date): void
  /** After this call, ids take their time from this clock. */
  followClock?(now: () => Date): void
  /** Ends the unit for which the ids since the last call were created: `kept` is whether it is committed. */
  endUnit?(kept: boolean): void
}

/**
 * A unit of work as its body uses it. A body awaits only these calls, and changes nothing except through them: it may
 * be run again from its start, for example after a conflict with another unit.
 */
export interface Tx extends QueryRunner {
  /**
   * Runs a write that must affect a row. If it affects none, the unit is undone and `otherwise` is thrown, immediately
   * or at the unit's end.
   */
  must<In extends object>(statement: Statement<In, never>, values: In, otherwise: () => Error): void
  /**
   * Names the subject of the unit's decision if no row or unique index represents it. Call it before reading what the
   * decision depends on: of two concurrent units with the same name, one is run again and then reads what the other has
   * written. `team_id`: the team that the name belongs to; `null` for a name of the whole server.
   */
  guard(team_id: string | null, ...name: readonly string[]): void
  /**
   * Between the parts of a long read: yields to other work of the event loop. In a unit, which runs without a break, it
   * does nothing.
   */
  pause(): Promise<void>
  /** The id of a new row of this table. */
  readonly newId: NewId
  /** Marks that the unit creates a due job of this kind: the queue polls for it right after the commit. */
  wakeQueue(kind: string): void
  /** Counts something the unit did, for the metrics. Recorded only after a commit. */
  counted(what: CounterName, times?: number): void
  /** Adds to a counter that nearly every unit adds to. The sum over all units of a commit is written with that commit. */
  add<Plus extends object>(counter: CounterView<Plus>, plus: Plus): void
  /** Whether other processes may use the database at the same time. */
  readonly several: boolean
  /** The name under which a new job of the unit has to wait, for `queue/enqueue.ts`. */
  readonly waitsUnder: WaitsUnder
  /** The subscribers of the signals recorded in this unit, for `signals/record.ts`. */
  readonly subscribers: Subscribers<Tx>
  /** Settings of the operator that units depend on. */
  readonly settings: UnitSettings
  /** The actor of this unit: the server itself, until the interface that started the unit sets the caller. */
  actor: Actor
}

/** A unit of work for one team, and its time: the argument of most actions. Each operation call and each page view is one. */
export interface TeamUnit {
  readonly tx: Tx
  readonly team_id: string
  readonly now: Date
}

export type TeamTx = Pick<TeamUnit, 'tx' | 'team_id'>
export type TimedTx = Pick<TeamUnit, 'tx' | 'now'>

export interface UnitSettings {
  /**
   * Email from an unverified domain. `refuse`: not accepted. `allow`: accepted, unless another team has verified the
   * domain. `captured`: accepted from any domain, because no email leaves the machine.
   */
  unverified_domains: 'allow' | 'refuse' | 'captured'
  /** The maximum number of recipients of a team's emails per day and per month (UTC); 0: no limit. */
  quotas: { daily: number; monthly: number }
  /** The unsubscribe links in emails: the base of their URL, and the key that seals their tokens. */
  leaving: { public_url: string; seal: Seal }
  /** Seals the tokens of links in emailed invitations. */
  invitation_seal: Seal
  /**
   * The teams that have, or had since the start, a webhook endpoint or an event stream. Events of other teams are not
   * stored.
   */
  listening: TeamSet
  /** The names of this server that the DNS records of teams' domains contain. */
  domains: { mail_host: string; spf_include: string | undefined; takes_bounces: boolean }
  /** Whether a language model is configured for the agents of inboxes. */
  has_agents?: boolean
  /** With telemetry: the `traceparent` of the current operation, if any. */
  traceparent?: () => string | undefined
}

/**
 * A set of teams. A team added in a unit that is undone stays in it; this only costs a lookup without a result in its
 * next units.
 */
export interface TeamSet {
  has(team_id: string): boolean
  add(team_id: string): void
}

/** For a database that other processes write too: only its tables show which teams listen. */
export const ALL_TEAMS: TeamSet = { has: () => true, add: () => {} }

/** Defaults without settings: links lead to this host, and only this process can open their tokens. */
export const DEFAULT_UNIT_SETTINGS: UnitSettings = {
  unverified_domains: 'captured',
  quotas: { daily: 0, monthly: 0 },
  leaving: { public_url: 'http://localhost', seal: new Seal(randomToken()) },
  invitation_seal: new Seal(randomToken()),
  listening: ALL_TEAMS,
  domains: { mail_host: 'localhost', spf_include: undefined, takes_bounces: false },
}

/** The name under which a job with this payload has to wait, because others wait under it; `undefined` if it can run now. */
type WaitsUnder = (kind: string, payload: object) => string | undefined

/** Reports the result of a check of the open database, and the reason for the check. */
export type ReportCheck = (words: string, level?: 'info' | 'warn') => void

/** The properties of the database that units have access to, apart from its rows. */
export type UnitContext = Pick<Database, 'subscribers' | 'settings' | 'several' | 'waitsUnder'>

export interface CounterIncrement {
  what: CounterName
  times: number
}

/** The origin of a unit that does not belong to a request: the queue, or its claims of jobs. */
export type UnitOrigin = 'queue' | 'claims'

/** A month whose emails are one partition of each table, so that they can be dropped together. */
export interface MonthOfEmails {
  name: string
  /** Exclusive bounds of the ids that were created in this month. */
  from_id: string
  until_id: string
}

/** Regular maintenance that this server has to perform, because the database does not do it. */
export interface Maintenance {
  /** Creates the partitions of the coming months. */
  createPartitions(now: Date): Promise<void>
  /** The months that were over at the given time, oldest first. */
  monthsBefore(moment: Date): Promise<MonthOfEmails[]>
  /**
   * Removes the emails of a month with their states, events and attempts. `false`: a table was in use, so the caller
   * retries later.
   */
  removeMonth(month: MonthOfEmails): Promise<boolean>
}

export interface Database {
  /**
   * Runs `body` as one atomic unit and resolves when it is on stable storage. An error of `body` undoes the unit and is
   * thrown. A body that awaits anything except `tx` is refused. Units of the queue get their share of commits
   * regardless of the number of requests that wait. Units that claim jobs (`claims`) read at each statement what other
   * processes have committed meanwhile.
   */
  unit<T>(body: (tx: Tx) => Promise<T>, from?: UnitOrigin): Promise<T>
  /** Runs `body` on committed data without a transaction; writing is refused. */
  read<T>(body: (tx: Tx) => Promise<T>): Promise<T>
  /** Like `read`, but from one snapshot: all statements of `body` read data of the same moment. */
  readSnapshot<T>(body: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * A read that is the same for many requests: `body` may return the result of an earlier call with the same name, if
   * nothing was committed since that call. All callers share one result object.
   */
  readShared<T>(name: string, body: (tx: Tx) => Promise<T>): Promise<T>
  /** The subscribers of signals. Without them, a unit that records a signal fails: the signal would be lost. */
  subscribers: Subscribers<Tx> | undefined
  settings: UnitSettings
  /** Assigned by the queue of this process. */
  waitsUnder: WaitsUnder
  /** Present if emails are partitioned by month; otherwise they are removed row by row. */
  readonly upkeep?: Maintenance
  /** Whether other processes may use the database at the same time. */
  readonly several: boolean
  /**
   * The minimum time between two commits while only units of the queue wait. Absent on PostgreSQL, where commits run in
   * parallel.
   */
  gather_ms?: number
  /**
   * Called after each commit whose units woke the queue, with the kinds of their jobs. `here`: a commit of this process;
   * `others`: of another one.
   */
  onWake: (kinds: ReadonlySet<string>, from: 'here' | 'others') => void
  /** Notifies the other processes, within some milliseconds, of due jobs of these kinds. */
  wakeOthers(kinds: Iterable<string>): void
  /** Called after each commit with the counts of its units, if any. */
  onCounted: ((counts: readonly CounterIncrement[]) => void) | undefined
  /** The fault that prevents writes until an operator acts, as a text for the operator: damage, or a moved or overwritten file. */
  fault(): string | undefined
  /** Marks the database as damaged: it refuses all writes until the next start. */
  damaged(what: string): void
  /** Called once for each fault, when it is found. */
  onFault: (fault: string) => void
  /** Completes the started units, moves the log into the database file and closes it. */
  close(): Promise<void>
}

/** The error for a unit whose body awaited something other than its `tx`. */
export const FOREIGN_AWAIT = 'A unit of work awaited something other than its tx'

/** The database cannot serve a request at the moment: out of space, an I/O error, a lock held too long, or damage. */
export class DatabaseUnavailable extends Error {
  constructor(cause: unknown) {
    super('The database is not available', { cause })
    this.name = 'DatabaseUnavailable'
  }
}
