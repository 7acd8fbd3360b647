// The kind of a job that is put aside: claiming skips it until its gate releases it. After the kind stands the name that the
// job waits under: a destination or another name that a gate knows, the share that a team has of that destination, or the
// share of a team as a whole. No host has a `#` in its name.
import { type Kind, QUEUE_SETTINGS } from './kinds.ts'

/** Between a kind and the name that its jobs wait under. */
export const ASIDE = '@'
const OF_TEAM = '#'
/** Comes behind all teams. */
const AFTER_TEAMS = '$'
const ALL = '#all'
const NEW = '#new'

export function asideKind(kind: Kind, name: string): string {
  return kind + ASIDE + name
}

/** What a job of this kind waits for, as a gate knows it; `undefined`: it was not put aside. */
export function asideName(kind: string): string | undefined {
  const at = kind.indexOf(ASIDE)
  return at < 0 ? undefined : waitsFor(kind.slice(at + ASIDE.length)).name
}

/** Between these are the kinds of the jobs for a destination that wait for a team's share of it. */
export function sharesOf(kind: Kind, destination: string): { from: string; until: string } {
  const begin = asideKind(kind, destination)
  return { from: begin + OF_TEAM, until: begin + AFTER_TEAMS }
}

/** Whether jobs of a kind are put aside at all. */
export function isPutAside(kind: Kind): boolean {
  const { shared, rotates } = QUEUE_SETTINGS[kind]
  return shared === true || rotates === true
}

/** What waits for a team's share of a destination. */
export function shareName(team_id: string, destination: string): string {
  return destination + OF_TEAM + team_id
}

/** What waits for a team's share of all. */
export function teamName(team_id: string): string {
  return ALL + OF_TEAM + team_id
}

/** The same, of jobs for destinations that are not known to be quick. */
export function newName(team_id: string): string {
  return NEW + OF_TEAM + team_id
}

interface WaitsFor {
  /** As gates have it; nothing that they know when it is for a team. */
  name: string
  /** `undefined`: for a gate alone. */
  share?: { of: 'destination' | 'all' | 'new'; team_id: string }
}

/** What jobs wait for that were put aside under a name. */
export function waitsFor(name: string): WaitsFor {
  const at = name.lastIndexOf(OF_TEAM)
  if (at < 0) return { name }
  const [before, team_id] = [name.slice(0, at), name.slice(at + OF_TEAM.length)]
  const of = before === ALL ? 'all' : before === NEW ? 'new' : 'destination'
  return { name: of === 'destination' ? before : '', share: { of, team_id } }
}
