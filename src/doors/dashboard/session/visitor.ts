// The visitor of a page: the person of the session, and their team.
import type { Context } from 'koa'
import type { Tx } from '../../../base/store/database.ts'
import { type OwnTeam, type User, listTeams, makesOperator } from '../../../identity/teams/actions.ts'
import { type LiveSession, lookAtSession } from '../../../identity/teams/sessions/actions.ts'
import { cookieOf } from './cookies.ts'
import { csrfToken } from './csrf.ts'
import type { DashboardParts, Notice } from '../parts.ts'
import { problem } from '../problems.ts'
import type { Site } from '../site.ts'

/** A person who is logged in; they need not belong to a team. */
export interface Person {
  user: User
  /** The team whose things they see. */
  team: OwnTeam | undefined
  /** All that they belong to. */
  teams: readonly OwnTeam[]
  /** For the forms they are shown. */
  csrf_token: string
}

export interface Visitor extends Person {
  team: OwnTeam
  /** Whether they may see to the server as a whole. */
  is_operator: boolean
  /** What they should know about the server. */
  notice: Notice | undefined
}

/** Who is looking at a page that says what went wrong. */
export interface Onlooker {
  /** `undefined`: without a team, and so without a menu. */
  visitor: Visitor | undefined
  csrf_token: string
}

/** `undefined` when the session cannot be looked up. */
export async function findOnlooker(ctx: Context, parts: DashboardParts, site: Site): Promise<Onlooker | undefined> {
  const session = cookieOf(ctx, site, 'session')
  if (!session) return undefined
  try {
    return await parts.database.read(async tx => {
      const live = await lookAtSession(tx, session, parts.now())
      if (!live) return undefined
      const has_team = (await listTeams(tx, { user_id: live.user.id })).length > 0
      const known = knownOf(parts, session)
      const visitor = has_team ? await findVisitor(tx, live, known) : undefined
      return { visitor, csrf_token: known.csrf_token }
    })
  } catch {
    return undefined
  }
}

/** What is known of a visitor without a look into the database. */
export type KnownOfVisitor = Pick<Visitor, 'csrf_token' | 'notice'>

export function knownOf(parts: DashboardParts, session: string): KnownOfVisitor {
  return { csrf_token: csrfToken(parts.csrf_secret, session), notice: parts.notice?.() }
}

/** Their teams are looked up each time: a removed member sees nothing of the team any more. */
export async function findPerson(
  tx: Tx,
  { user, team_id }: LiveSession,
  { csrf_token }: KnownOfVisitor,
): Promise<Person> {
  const teams = await listTeams(tx, { user_id: user.id })
  const team = teams.find(({ id }) => id === team_id) ?? teams[0]
  return { user, team, teams, csrf_token }
}

export async function findVisitor(tx: Tx, live: LiveSession, known: KnownOfVisitor): Promise<Visitor> {
  const { team, ...person } = await findPerson(tx, live, known)
  if (!team) throw problem(403, 'No team', 'You do not belong to a team, so there is nothing to see here.')
  return { ...person, ...known, team, is_operator: await makesOperator(tx, person.teams) }
}
