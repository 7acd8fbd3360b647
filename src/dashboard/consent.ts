// A client asks for access; the person says yes or no, once.
import type { Middleware } from 'koa'
import type { AuthorizationRequest } from '../oauth/actions.ts'
import { readForm } from './forms.ts'
import { choiceOf } from './consent-choice.ts'
import { consentBody, formTargets } from './consent-page.ts'
import { goTo, showPage } from './page.ts'
import type { DashboardParts } from './parts.ts'
import { type Problem, problem } from './problems.ts'
import type { Site } from './site.ts'
import type { Visiting } from './visitor.ts'

export class ConsentPages {
  readonly #oauth: DashboardParts['oauth']
  readonly #site: Site
  readonly #visiting: Visiting

  constructor({ oauth }: DashboardParts, site: Site, visiting: Visiting) {
    this.#oauth = oauth
    this.#site = site
    this.#visiting = visiting
  }

  readonly show: Middleware = async ctx => {
    const { id } = ctx.params as { id: string }
    const visit = await this.#visiting(ctx, async (tx, _visitor, now) =>
      pending(await this.#oauth.findAuthorizationRequest(tx, id, now)),
    )
    if (!visit) return
    const { visitor, found: request } = visit
    showPage(ctx, this.#site, {
      title: 'Allow access?',
      visitor,
      here: ctx.path,
      form_targets: formTargets(request.redirect_uri),
      body: consentBody(request, visitor),
    })
  }

  /** Where it leads and what is the most that can be given are taken from the stored request. */
  readonly submit: Middleware = async ctx => {
    const { id } = ctx.params as { id: string }
    const form = await readForm(ctx, this.#site)
    const visit = await this.#visiting(
      ctx,
      async (tx, { user, teams }, now) => {
        const request = pending(await this.#oauth.findAuthorizationRequest(tx, id, now))
        const { decision, ...choice } = choiceOf(form, request, teams)
        return decision === 'approve'
          ? this.#oauth.approveRequest(tx, id, { user_id: user.id, ...choice }, now)
          : this.#oauth.denyRequest(tx, id, { user_id: user.id }, now)
      },
      form,
    )
    if (!visit) return
    if (!visit.found) throw answered()
    goTo(ctx, this.#site, visit.found.location)
  }
}

/** The request, if it can still be answered. */
function pending(request: AuthorizationRequest | undefined): AuthorizationRequest {
  if (request?.status === 'pending') return request
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
