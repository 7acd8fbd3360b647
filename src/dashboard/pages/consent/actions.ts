// A client asks for access; the person says yes or no, once.
import type { Context, Middleware } from 'koa'
import { requestLog } from '../../../http/request-log.ts'
import type { AuthorizationRequest } from '../../../oauth/actions.ts'
import { DatabaseUnavailable } from '../../../store/database.ts'
import { readForm } from '../../session/csrf.ts'
import { choiceOf } from './choice.ts'
import { consentBody, formTargets } from './view.ts'
import { goTo, showPage } from '../../ui/page.ts'
import type { DashboardParts } from '../../parts.ts'
import { type Problem, asProblem, problem } from '../../problems.ts'
import type { Site } from '../../site.ts'
import type { Person, Visit, Visiting } from '../../session/visitor.ts'

export class ConsentPages {
  readonly #oauth: DashboardParts['oauth']
  readonly #database: DashboardParts['database']
  readonly #site: Site
  readonly #visiting: Visiting<Person>

  constructor({ oauth, database }: DashboardParts, site: Site, visiting: Visiting<Person>) {
    this.#oauth = oauth
    this.#database = database
    this.#site = site
    this.#visiting = visiting
  }

  readonly show: Middleware = async ctx => {
    const { sealed } = ctx.params as { sealed: string }
    const visit = await this.#visiting(ctx, async tx => pending(await this.#oauth.findAuthorizationRequest(tx, sealed)))
    if (!visit) return
    const { visitor, found: request } = visit
    showPage(ctx, this.#site, {
      // no way out to the side: whoever is here was led here by a client
      title: 'Allow access?',
      form_targets: formTargets(request.redirect_uri),
      body: consentBody(request, visitor, ctx.path),
    })
  }

  /** Where it leads and what is the most that can be given are taken from the sealed request. */
  readonly submit: Middleware = async ctx => {
    const { sealed } = ctx.params as { sealed: string }
    const form = await readForm(ctx, this.#site)
    const visit = await this.#answering(ctx, sealed, form)
    if (!visit) return
    if (!visit.found) throw answered()
    goTo(ctx, this.#site, visit.found.location)
  }

  async #answering(ctx: Context, sealed: string, form: URLSearchParams): Promise<Visit<Going, Person> | undefined> {
    try {
      return await this.#visiting(
        ctx,
        async (tx, { user, teams }) => {
          const request = pending(await this.#oauth.findAuthorizationRequest(tx, sealed))
          const choice = choiceOf(form, request, teams)
          if (choice.decision === 'deny') return this.#oauth.denyRequest(tx, sealed)
          const { team_id, scopes } = choice
          return this.#oauth.approveRequest(tx, sealed, { user_id: user.id, team_id, ...(scopes && { scopes }) })
        },
        form,
      )
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable)) throw error
      // it is logged like every trouble, but the client hears of it and not only the person
      const trouble = asProblem(error, requestLog(ctx).logger)
      const going = await this.#database.read(async tx => {
        pending(await this.#oauth.findAuthorizationRequest(tx, sealed))
        return this.#oauth.failRequest(tx, sealed)
      })
      if (!going) throw trouble
      goTo(ctx, this.#site, going.location)
      return undefined
    }
  }
}

type Going = { location: string } | undefined

/** The request, if it can still be answered. */
function pending(request: AuthorizationRequest | undefined): AuthorizationRequest {
  if (request && !request.is_answered) return request
  if (request) throw answered()
  throw problem(
    404,
    'This request is over',
    'It is unknown or has expired. Go back to the application and start again from there.',
  )
}

function answered(): Problem {
  return problem(
    409,
    'Already answered',
    'This request can only be answered once. If nothing happened, go back to the application and start again.',
  )
}
