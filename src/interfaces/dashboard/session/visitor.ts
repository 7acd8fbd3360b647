// The visitor of a page: the person of the session, and the person's team.
import type { Context } from 'koa'
import type { Tx } from '../../../base/store/database.ts'
import { isOperator } from '../../../identity/teams/actions.ts'
import { type OwnTeam, type User, listTeams } from '../../../identity/teams/store.ts'
import { type LiveSession, readLiveSession } from '../../../identity/teams/sessions/actions.ts'
import { cookieOf } from './cookies.ts'
import { csrfToken } from './csrf.ts'
import type { DashboardParts, Notice } from '../parts.ts'
import { problem } from '../problems.ts'
import type { Site } from '../site.ts'

/** A logged-in person, with or without a team. */
export interface Person {
  user: User
  /** The selected team. */
  team: OwnTeam | undefined
  /** All teams that the person belongs to. */
  teams: readonly OwnTeam[]
  /** For forms that are shown to this person. */
  csrf_token: string
  /** The OpenID provider checked two factors at the login. */
  has_two_factors: boolean
}

export interface Visitor extends Person {
  team: OwnTeam
  /** Whether the person may manage the server as a whole. */
  is_operator: boolean
  /** The notice about the server that is shown to the person. */
  notice: Notice | undefined
}

/** The visitor of a page that shows a problem. */
export interface ProblemVisitor {
  /** `undefined` without a team, so that the page has no menu. */
  visitor: Visitor | undefined
  csrf_token: string
}

/** `undefined` without a live session, and if it cannot be looked up. */
export async function findProblemVisitor(
  ctx: Context,
  parts: DashboardParts,
  site: Site,
): Promise<ProblemVisitor | undefined> {
  const session = cookieOf(ctx, site, 'session')
  if (!session) return undefined
  try {
    return await parts.database.read(async tx => {
      const live = await readLiveSession(tx, session, parts.now())
      if (!live) return undefined
      const has_team = (await listTeams(tx, { user_id: live.user.id })).length > 0
      const known = contextOf(parts, session)
      const visitor = has_team ? await findVisitor(tx, live, known) : undefined
      return { visitor, csrf_token: known.csrf_token }
    })
  } catch {
    return undefined
  }
}

/** The data about a visitor that requires no database query. */
export type VisitContext = Pick<Visitor, 'csrf_token' | 'notice'>

export function contextOf(parts: DashboardParts, session: string): VisitContext {
  return { csrf_token: csrfToken(parts.csrf_secret, session), notice: parts.notice?.() }
}

/** Looks up the teams each time, so that a removed member immediately loses access to the team. */
export async function findPerson(
  tx: Tx,
  { user, team_id, has_two_factors }: LiveSession,
  { csrf_token }: VisitContext,
): Promise<Person> {
  const teams = await listTeams(tx, { user_id: user.id })
  const team = teams.find(({ id }) => id === team_id) ?? teams[0]
  return { user, team, teams, csrf_token, has_two_factors }
}

export async function findVisitor(tx: Tx, live: LiveSession, known: VisitContext): Promise<Visitor> {
  const { team, ...person } = await findPerson(tx, live, known)
  if (!team) throw problem(403, 'No team', 'You are not a member of a team. Ask an administrator to invite you.')
  return { ...person, ...known, team, is_operator: await isOperator(tx, person.teams) }
}
