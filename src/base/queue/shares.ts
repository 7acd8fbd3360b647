// Shares: how many jobs of a shared kind each team, and within it each destination, may run, so that slow ones do not
// block all others. Each share is half of the remaining rest. All destinations of the first team that are not known
// to be fast share half of all jobs, those of the next team half of the rest, so a new team always finds room. Within a
// team each destination gets half of the remaining jobs. A destination known to be fast may use nine tenths of them.
import { newShareName, destinationShareName, teamShareName, parseWaitingName } from './waiting-names.ts'

const QUICK_MS = 2000
/** How long after a fast job its destination counts as fast. */
const KNOWN_FOR_MS = 5000
const QUICK_FACTOR = 9
/** Maximum number of destinations without running jobs that are remembered. */
const KNOWN_MAX = 10_000

/**
 * A further condition for claiming: by the number of running jobs for a destination, or by another name under which
 * handlers set jobs aside. A name without a rule in the gate has room.
 */
export interface Gate {
  mayClaim(name: string, held: number): boolean
  /** No job of the kind is claimed at all. */
  isClosed(): boolean
  /** A job that has waited for room this long is claimed without room, so that its handler can finish it. */
  readonly patience_ms?: number
}

/** The team and destination whose shares a job counts towards. */
export interface ShareKey {
  /** Empty: no team. */
  team_id: string
  destination: string
}

interface Destination {
  held: number
  /** When the last fast job for it finished. */
  quick_at_ms: number
}

/** The running jobs of a team. */
interface Team {
  held: number
  /** Those of them whose destinations were not known to be fast when they were claimed. */
  fresh: number
  byDestination: Map<string, number>
}

/** A job that was claimed. */
export interface ClaimedShare extends ShareKey {
  isFresh: boolean
}

export class Shares {
  readonly #total: number
  readonly #gate: Gate | undefined
  readonly #teams = new Map<string, Team>()
  readonly #destinations = new Map<string, Destination>()
  #held = 0

  constructor(total: number, gate?: Gate) {
    this.#total = total
    this.#gate = gate
  }

  /** The name under which a job has to wait; `undefined` if there is room for it. */
  waitingNameFor({ team_id, destination }: ShareKey, now_ms: number): string | undefined {
    if (!this.#isOpen(destination)) return destination
    const isQuick = this.#isQuick(destination, now_ms)
    if (!this.#hasTeamRoom(team_id, isQuick)) return isQuick ? teamShareName(team_id) : newShareName(team_id)
    return this.#hasDestinationRoom(team_id, destination, isQuick)
      ? undefined
      : destinationShareName(team_id, destination)
  }

  /** Whether there may be room for a job that waits under a name. */
  hasRoom(waiting: string, now_ms: number): boolean {
    const { name, share } = parseWaitingName(waiting)
    if (this.#held >= this.#total) return false
    if (share === undefined) return this.#isOpen(name)
    if (share.of !== 'destination') return this.#hasTeamRoom(share.team_id, share.of === 'all')
    return this.#isOpen(name) && this.#hasDestinationRoom(share.team_id, name, this.#isQuick(name, now_ms))
  }

  #isOpen(name: string): boolean {
    return this.#gate === undefined || this.#gate.mayClaim(name, this.#destinations.get(name)?.held ?? 0)
  }

  #hasTeamRoom(team_id: string, isQuick: boolean): boolean {
    const { held, fresh } = this.#teams.get(team_id) ?? NOTHING
    const left = this.#total - this.#held
    return isQuick ? held < left * QUICK_FACTOR : fresh < left
  }

  #hasDestinationRoom(team_id: string, destination: string, isQuick: boolean): boolean {
    const { fresh, byDestination } = this.#teams.get(team_id) ?? NOTHING
    const held = byDestination.get(destination) ?? 0
    const left = this.#total - this.#held
    // half of the jobs that the team may still claim
    return held < (isQuick ? left * QUICK_FACTOR : (left - fresh) / 2)
  }

  #isQuick(destination: string, now_ms: number): boolean {
    return now_ms - (this.#destinations.get(destination)?.quick_at_ms ?? -Infinity) < KNOWN_FOR_MS
  }

  claim({ team_id, destination }: ShareKey, now_ms: number): ClaimedShare {
    const isFresh = !this.#isQuick(destination, now_ms)
    const known = this.#destinations.get(destination) ?? { held: 0, quick_at_ms: -Infinity }
    known.held++
    this.#destinations.set(destination, known)
    const team = this.#teams.get(team_id) ?? { held: 0, fresh: 0, byDestination: new Map<string, number>() }
    team.held++
    if (isFresh) team.fresh++
    team.byDestination.set(destination, (team.byDestination.get(destination) ?? 0) + 1)
    this.#teams.set(team_id, team)
    this.#held++
    return { team_id, destination, isFresh }
  }

  /** Undoes `claim`: the job did not run. */
  undoClaim(taken: ClaimedShare): void {
    const known = this.#giveBack(taken)
    if (known.held === 0 && known.quick_at_ms === -Infinity) this.#destinations.delete(taken.destination)
  }

  /** `took_ms`: how long the job ran. */
  release(taken: ClaimedShare, took_ms: number, now_ms: number): void {
    const known = this.#giveBack(taken)
    if (took_ms < QUICK_MS) known.quick_at_ms = now_ms
    if (known.held === 0 && (took_ms >= QUICK_MS || this.#destinations.size > KNOWN_MAX))
      this.#destinations.delete(taken.destination)
  }

  #giveBack({ team_id, destination, isFresh }: ClaimedShare): Destination {
    const known = this.#destinations.get(destination)!
    known.held--
    this.#held--
    const team = this.#teams.get(team_id)!
    team.held--
    if (isFresh) team.fresh--
    const left = team.byDestination.get(destination)! - 1
    if (left > 0) team.byDestination.set(destination, left)
    else team.byDestination.delete(destination)
    if (team.held === 0) this.#teams.delete(team_id)
    return known
  }
}

const NOTHING: Team = { held: 0, fresh: 0, byDestination: new Map() }
