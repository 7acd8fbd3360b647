// Who is looking at a page.
import type { Context } from 'koa'
import { requestLog } from '../http/request-log.ts'
import type { Tx } from '../store/database.ts'
import { type Team, type User, listTeams, userOfSession } from '../teams/actions.ts'
import { cookieOf } from './cookies.ts'
import { checkFormToken, formToken } from './forms.ts'
import { loginPath } from './local-path.ts'
import { goTo } from './page.ts'
import type { DashboardParts } from './parts.ts'
import { problem } from './problems.ts'
import type { Site } from './site.ts'

export interface Visitor {
  user: User
  /** The team whose things they see and whose access they give. */
  team: Team
  /** For the forms they are shown. */
  form_token: string
}

export interface Visit<T> {
  visitor: Visitor
  found: T
}

/** How pages find out who is looking, with the parts bound once. */
export type Visiting = <T>(
  ctx: Context,
  act: (tx: Tx, visitor: Visitor, now: Date) => Promise<T>,
  form?: URLSearchParams,
) => Promise<Visit<T> | undefined>

/**
 * Runs `act` for the person who is logged in, in one unit of work with the look at their session; whoever is not logged
 * in is sent to the login and the answer is `undefined`. A form is only acted on when it has its token.
 */
export function createVisiting({ database, form_secret, now }: DashboardParts, site: Site): Visiting {
  return async (ctx, act, form) => {
    const session = cookieOf(ctx, site, 'session')
    const at = now()
    const visit = session
      ? await database.unit(async tx => {
          const visitor = await visitorOf(tx, session, at, form_secret)
          if (visitor && form) checkFormToken(form_secret, session, form)
          return visitor && { visitor, found: await act(tx, visitor, at) }
        })
      : undefined
    if (visit) requestLog(ctx).team_id = visit.visitor.team.id
    else goTo(ctx, site, loginPath(ctx.method === 'GET' ? ctx.url : ctx.path))
    return visit
  }
}

async function visitorOf(tx: Tx, session: string, now: Date, form_secret: string): Promise<Visitor | undefined> {
  const user = await userOfSession(tx, session, now)
  if (!user) return undefined
  const [team] = await listTeams(tx, user.id)
  if (!team) throw problem(403, 'No team', 'You do not belong to a team, so there is nothing to see here.')
  return { user, team, form_token: formToken(form_secret, session) }
}
