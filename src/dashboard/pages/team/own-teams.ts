// Which of their teams a person looks at, and making another one.
import type { Middleware } from 'koa'
import { TEAMS_OF_PERSON_MAX, addTeamOf, usableName } from '../../../teams/actions.ts'
import { chooseTeam } from '../../../teams/sessions/actions.ts'
import { cookieOf } from '../../session/cookies.ts'
import { readForm } from '../../session/csrf.ts'
import { localPath } from '../../session/local-path.ts'
import { goTo } from '../../ui/page.ts'
import type { DashboardParts } from '../../parts.ts'
import { problem, tooManyTeams } from '../../problems.ts'
import type { Site } from '../../site.ts'
import { type Visiting, checkOperator } from '../../session/visitor.ts'

export class OwnTeamPages {
  readonly #oauth: DashboardParts['oauth']
  readonly #site: Site
  readonly #visiting: Visiting

  constructor({ oauth }: DashboardParts, site: Site, visiting: Visiting) {
    this.#oauth = oauth
    this.#site = site
    this.#visiting = visiting
  }

  readonly found: Middleware = async ctx => {
    const form = await readForm(ctx, this.#site)
    const name = usableName(form.get('name') ?? '')
    if (!name) throw problem(422, 'No name for a team', 'Go back and give it a name of up to 100 characters.')
    const session = cookieOf(ctx, this.#site, 'session')!
    const visit = await this.#visiting(
      ctx,
      async (tx, visitor, now) => {
        checkOperator(visitor)
        if (visitor.teams.length >= TEAMS_OF_PERSON_MAX) throw tooManyTeams()
        checkFree(await this.#oauth.findImitated(tx, name))
        const { id } = await addTeamOf(tx, name, visitor.user.id, now)
        await chooseTeam(tx, session, id)
      },
      form,
    )
    if (visit) goTo(ctx, this.#site, '/team?done=team')
  }

  readonly choose: Middleware = async ctx => {
    const form = await readForm(ctx, this.#site)
    const team_id = form.get('team_id') ?? ''
    const session = cookieOf(ctx, this.#site, 'session')!
    const visit = await this.#visiting(
      ctx,
      async (tx, { teams }) => {
        if (!teams.some(({ id }) => id === team_id)) throw problem(403, 'Not your team', 'You do not belong to it.')
        await chooseTeam(tx, session, team_id)
      },
      form,
    )
    if (visit) goTo(ctx, this.#site, localPath(form.get('next')))
  }
}

/** People give access to a team by its name, on a page of ours that names a client, too. */
function checkFree(imitated: string | undefined): void {
  if (imitated === undefined) return
  const words = `This name can be taken for “${imitated}”, which is not a team. Go back and give it another one.`
  throw problem(422, 'Not a name for a team', words)
}
