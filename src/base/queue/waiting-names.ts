// A job without room is set aside: its kind gets a suffix, so that claiming skips it until there is room. The suffix is
// the name that the job waits under: a destination or another name of a gate, a team's share of a destination, or the
// share of a team as a whole. `#` separates the team, because no host contains it.
import { type JobKind, QUEUE_SETTINGS } from './kinds.ts'

/** Separates a kind from the name that its jobs wait under. */
export const WAITING_SEPARATOR = '@'
const OF_TEAM = '#'
/** Sorts after the names with a team. */
const AFTER_TEAMS = '$'
const ALL = '#all'
const NEW = '#new'

export function waitingKind(kind: JobKind, name: string): string {
  return kind + WAITING_SEPARATOR + name
}

/** The name for the gate in the kind of a job; `undefined` if the job was not set aside. */
export function waitingNameOf(kind: string): string | undefined {
  const at = kind.indexOf(WAITING_SEPARATOR)
  return at < 0 ? undefined : parseWaitingName(kind.slice(at + WAITING_SEPARATOR.length)).name
}

/** The range of the kinds of jobs that wait for a team's share of a destination. */
export function shareRange(kind: JobKind, destination: string): { from: string; until: string } {
  const begin = waitingKind(kind, destination)
  return { from: begin + OF_TEAM, until: begin + AFTER_TEAMS }
}

/** Whether jobs of a kind can be set aside. */
export function canWait(kind: JobKind): boolean {
  const { shared, rotates } = QUEUE_SETTINGS[kind]
  return shared === true || rotates === true
}

/** The name of jobs that wait for a team's share of a destination. */
export function destinationShareName(team_id: string, destination: string): string {
  return destination + OF_TEAM + team_id
}

/** The name of jobs that wait for the share of their team as a whole. */
export function teamShareName(team_id: string): string {
  return ALL + OF_TEAM + team_id
}

/** The same for jobs whose destinations are not known to be fast. */
export function newShareName(team_id: string): string {
  return NEW + OF_TEAM + team_id
}

interface WaitsFor {
  /** The name for gates; empty if the job waits for the share of a team as a whole. */
  name: string
  /** `undefined`: it waits only for a gate. */
  share?: { of: 'destination' | 'all' | 'new'; team_id: string }
}

/** Splits a name into its parts. */
export function parseWaitingName(name: string): WaitsFor {
  const at = name.lastIndexOf(OF_TEAM)
  if (at < 0) return { name }
  const [before, team_id] = [name.slice(0, at), name.slice(at + OF_TEAM.length)]
  const of = before === ALL ? 'all' : before === NEW ? 'new' : 'destination'
  return { name: of === 'destination' ? before : '', share: { of, team_id } }
}
