// What the rooms know of the database: units of work and statements. Nothing here or above knows the dialect.
import type { Actor } from './actor.ts'
import type { Counted } from './counted.ts'
import type { CounterOf } from './sums.ts'
import { Seal } from '../secrets/seal.ts'
import { randomToken } from '../secrets/tokens.ts'
import type { Subscribers } from './signals/signal.ts'
import type { Querying, Statement } from './statement.ts'

/** Makes an id that no other row of the table `of` has. */
export type NewId = (of: string) => string

/** Where ids come from. */
export interface IdSource {
  next: NewId
  /** From now on ids are as ones that are made at that time at the earliest. */
  notBefore?(moment: Date): void
  /** From now on ids have the time of this clock. */
  goBy?(now: () => Date): void
  /** Told how the unit ended that the ids since the last time were for. */
  settle?(kept: boolean): void
}

/**
 * A unit of work as its body sees it. A body awaits these calls and nothing else, and it may be run again from its
 * beginning, as when another unit got in its way: so it changes nothing but by these calls.
 */
export interface Tx extends Querying {
  /** Writes what has to find a row: when there is none, the unit is undone and `otherwise` is thrown, at once or at its end. */
  must<In extends object>(statement: Statement<In, never>, values: In, otherwise: () => Error): void
  /**
   * Says what the unit decides about, before it reads what it decides by, where no row or unique index stands for that.
   * Of two units that run at the same time and name the same thing, one is run again and so sees what the other has
   * written. `team_id`: whose it is; `null` when it is the whole server's.
   */
  guard(team_id: string | null, ...name: readonly string[]): void
  /** Lets others go on between the parts of a long read. In a unit, which nothing may come between, it does nothing. */
  pause(): Promise<void>
  /** The id of a new row of this table. */
  readonly newId: NewId
  /** Says that the unit leaves a job of this kind behind that is due: the queue looks as soon as it is committed. */
  wakeQueue(kind: string): void
  /** Says that the unit did something that is counted, as soon as it is committed and only then. */
  counted(what: Counted, times?: number): void
  /** Adds to a counter that nearly every unit adds to: one sum of all units of a commit is written with it. */
  add<Plus extends object>(counter: CounterOf<Plus>, plus: Plus): void
  /** Under which name a job has to wait that the unit leaves: for `queue/enqueue.ts`. */
  readonly waitsUnder: WaitsUnder
  /** Who hears of what happens in this unit: for `signals/record.ts`. */
  readonly subscribers: Subscribers<Tx>
  /** What the operator has set that units decide by. */
  readonly settings: UnitSettings
  /** Who does this: the server itself, until the door that begins the unit says who it does it for. */
  actor: Actor
}

/** A unit of work for one team, and its time: what most actions take. A call of an operation and a visit of a page are one. */
export interface TeamUnit {
  readonly tx: Tx
  readonly team_id: string
  readonly now: Date
}

export type InTeam = Pick<TeamUnit, 'tx' | 'team_id'>
export type InTime = Pick<TeamUnit, 'tx' | 'now'>

export interface UnitSettings {
  /**
   * `refuse`: mail from a domain that is not verified is not accepted. `allow`: it is, unless another team has verified it.
   * `captured`: from any domain, as nothing leaves the machine.
   */
  unverified_domains: 'allow' | 'refuse' | 'captured'
  /** How many recipients a team's emails may have in a day and in a month of UTC; 0: as many as it likes. */
  quotas: { daily: number; monthly: number }
  /** The links in mails with which people leave: where they lead, and what shuts them. */
  leaving: { public_url: string; seal: Seal }
  /** The teams that have an endpoint for webhooks or pull events, or did since the start: what happens to others is written down nowhere. */
  listening: Listening
  /** What the records of domains say of this server. */
  domains: { mail_host: string; spf_include: string | undefined; takes_bounces: boolean }
  /** Whether the agents of inboxes have a model to ask. */
  has_agents?: boolean
  /** Where telemetry is on: the `traceparent` of what is under way, if something is. */
  traceparent?: () => string | undefined
}

/** Teams; one that is added in a unit that is undone stays, which costs its next units a look that finds nothing. */
export interface Listening {
  has(team_id: string): boolean
  add(team_id: string): void
}

/** Where others may add teams: only the tables know. */
export const MAYBE_LISTENING: Listening = { has: () => true, add: () => {} }

/** Defaults without settings: links lead nowhere, and only this server opens them. */
export const NOTHING_SET: UnitSettings = {
  unverified_domains: 'captured',
  quotas: { daily: 0, monthly: 0 },
  leaving: { public_url: 'http://localhost', seal: new Seal(randomToken()) },
  listening: MAYBE_LISTENING,
  domains: { mail_host: 'localhost', spf_include: undefined, takes_bounces: false },
}

/** The name under which a job with this payload has to wait, beside others that do; `undefined`: it need not. */
type WaitsUnder = (kind: string, payload: object) => string | undefined

/** Told what looking through a database that is open has found, and why it is looked through. */
export type Tell = (words: string, level?: 'info' | 'warn') => void

/** What units see of the database beside its rows. */
export type AroundUnits = Pick<Database, 'subscribers' | 'settings' | 'waitsUnder'>

export interface Count {
  what: Counted
  times: number
}

/** Whose unit it is, when it is not a request's. */
export type From = 'queue' | 'claims'

/** A month whose emails lie together, so that they can go at once. */
export interface MonthOfEmails {
  name: string
  /** Between these lie the ids of what was made in it; neither is one of them. */
  from_id: string
  until_id: string
}

/** What has to be done now and then for a database that does not do it itself. */
export interface Upkeep {
  /** Makes what will be needed soon. */
  keepUp(now: Date): Promise<void>
  /** The months that were over at that moment, the first one first. */
  monthsBefore(moment: Date): Promise<MonthOfEmails[]>
  /** Removes the emails of a month with their states, events and attempts. Whether it could be done; later, if not. */
  dropMonth(month: MonthOfEmails): Promise<boolean>
}

export interface Database {
  /**
   * Runs `body` as one atomic unit and resolves when it is on stable storage. What `body` throws undoes the unit and is
   * thrown on. A body that awaits anything but `tx` is refused. Units of the queue have their turn however many others
   * wait; those that take jobs in hand (`claims`) see at each statement what others have taken meanwhile.
   */
  unit<T>(body: (tx: Tx) => Promise<T>, from?: From): Promise<T>
  /** Runs `body` on committed data without a transaction; writing is refused. */
  read<T>(body: (tx: Tx) => Promise<T>): Promise<T>
  /** The same, and all that `body` reads is of one moment. */
  readSnapshot<T>(body: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * Reads what every request asks for: `body` may be answered by what was read under the same name a moment ago, if
   * nothing was committed since. All who get the answer share it.
   */
  readShared<T>(name: string, body: (tx: Tx) => Promise<T>): Promise<T>
  /** The subscribers of signals. Without them, a unit that records a signal is undone: the signal would be lost. */
  subscribers: Subscribers<Tx> | undefined
  settings: UnitSettings
  /** Set by the queue of this process. */
  waitsUnder: WaitsUnder
  /** Set when emails lie together by months; else they are removed one by one. */
  readonly upkeep?: Upkeep
  /** Whether other processes may work on it at the same time. */
  readonly several: boolean
  /** Between two commits when only the queue waits; on PostgreSQL they do not wait for each other. */
  gather_ms?: number
  /** Called after each commit whose units woke the queue, with the kinds of job they left: left `here`, or by `others`. */
  onWake: (kinds: ReadonlySet<string>, from: 'here' | 'others') => void
  /** Lets the other processes know soon that there are due jobs of these kinds. */
  wakeOthers(kinds: Iterable<string>): void
  /** Called after each commit whose units did something that is counted. */
  onCounted: ((counts: readonly Count[]) => void) | undefined
  /** What keeps the database from being written until an operator acts, in words for them: damage, or what befell its files. */
  fault(): string | undefined
  /** Says that it is damaged: nothing is written any more until the next start. */
  damaged(what: string): void
  /** Called once for each fault, when it is known. */
  onFault: (fault: string) => void
  /** Finishes the units that were begun, moves the log into the database file and closes it. */
  close(): Promise<void>
}

/** Why a unit is refused whose body goes on neither at once nor by its `tx`. */
export const AWAITED_ELSE = 'A unit of work awaited something other than its tx'

/** The database cannot do it at the moment: out of space, an I/O error, a lock that is held too long, or damage. */
export class DatabaseUnavailable extends Error {
  constructor(cause: unknown) {
    super('The database is not available', { cause })
    this.name = 'DatabaseUnavailable'
  }
}
