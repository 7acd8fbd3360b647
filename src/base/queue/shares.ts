// Shares: how many jobs of a shared kind each team, and in it each destination, may run, so that a slow one does not block
// all others. Each share is half of what the others leave: the destinations of the first team that are not known to be
// quick have half of all jobs together, those of the next team half of the rest, so a new team always finds room; and
// within a team each destination has half of what is left. A destination known to be quick may take nine times what is left.
import { newName, shareName, teamName, waitsFor } from './aside.ts'

const QUICK_MS = 2000
/** For how long it is believed that a destination is quick. */
const KNOWN_FOR_MS = 5000
const QUICK_FACTOR = 9
/** Of so many destinations something is remembered while nothing is in hand for them. */
const KNOWN_MAX = 10_000

/**
 * What else decides whether there is room: for a destination of which so many jobs are in hand, or for a name that jobs
 * were put aside under by who does them. A name that it does not know has room.
 */
export interface Gate {
  mayTake(name: string, held: number): boolean
  /** Nothing of the kind is taken at all. */
  isClosed(): boolean
  /** A job that has waited for room this long is claimed without room, so that its handler can end it. */
  readonly patience_ms?: number
}

/** What a job counts to. */
export interface Sharer {
  /** Empty: of no team. */
  team_id: string
  destination: string
}

interface Destination {
  held: number
  /** When something was last done there quickly. */
  quick_at_ms: number
}

/** What a team has in hand. */
interface Team {
  held: number
  /** Of that, what was for destinations that were not known to be quick. */
  fresh: number
  byDestination: Map<string, number>
}

/** One job that was taken. */
export interface Taken extends Sharer {
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

  /** The name under which a job has to wait; `undefined`: it may be taken. */
  fullFor({ team_id, destination }: Sharer, now_ms: number): string | undefined {
    if (!this.#isOpen(destination)) return destination
    const isQuick = this.#isQuick(destination, now_ms)
    if (!this.#hasTeamRoom(team_id, isQuick)) return isQuick ? teamName(team_id) : newName(team_id)
    return this.#hasDestinationRoom(team_id, destination, isQuick) ? undefined : shareName(team_id, destination)
  }

  /** Whether there is room for some of what waits under a name. */
  hasRoom(waiting: string, now_ms: number): boolean {
    const { name, share } = waitsFor(waiting)
    if (this.#held >= this.#total) return false
    if (share === undefined) return this.#isOpen(name)
    if (share.of !== 'destination') return this.#hasTeamRoom(share.team_id, share.of === 'all')
    return this.#isOpen(name) && this.#hasDestinationRoom(share.team_id, name, this.#isQuick(name, now_ms))
  }

  #isOpen(name: string): boolean {
    return this.#gate === undefined || this.#gate.mayTake(name, this.#destinations.get(name)?.held ?? 0)
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
    // as many more as the team may take now are what is left for it
    return held < (isQuick ? left * QUICK_FACTOR : (left - fresh) / 2)
  }

  #isQuick(destination: string, now_ms: number): boolean {
    return now_ms - (this.#destinations.get(destination)?.quick_at_ms ?? -Infinity) < KNOWN_FOR_MS
  }

  take({ team_id, destination }: Sharer, now_ms: number): Taken {
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

  /** As if it had never been taken. */
  takeBack(taken: Taken): void {
    const known = this.#giveBack(taken)
    if (known.held === 0 && known.quick_at_ms === -Infinity) this.#destinations.delete(taken.destination)
  }

  /** `took_ms`: how long it was held. */
  give(taken: Taken, took_ms: number, now_ms: number): void {
    const known = this.#giveBack(taken)
    if (took_ms < QUICK_MS) known.quick_at_ms = now_ms
    if (known.held === 0 && (took_ms >= QUICK_MS || this.#destinations.size > KNOWN_MAX))
      this.#destinations.delete(taken.destination)
  }

  #giveBack({ team_id, destination, isFresh }: Taken): Destination {
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
