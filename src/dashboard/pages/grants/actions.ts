// The access that people of a team gave to clients, and taking it back.
import type { Middleware } from 'koa'
import { countApiKeysByGrant } from '../../../api-keys/actions.ts'
import { listMembers } from '../../../teams/actions.ts'
import { readForm } from '../../session/csrf.ts'
import { grantsBody } from './view.ts'
import { goTo, showPage } from '../../ui/page.ts'
import type { DashboardParts } from '../../parts.ts'
import { problem } from '../../problems.ts'
import type { Site } from '../../site.ts'
import type { Visiting } from '../../session/visitor.ts'
import { doneBox } from '../../ui/flash.ts'
import { placeOf } from '../../ui/table.ts'

const PAGE_LENGTH = 25

export class GrantPages {
  readonly #oauth: DashboardParts['oauth']
  readonly #site: Site
  readonly #visiting: Visiting

  constructor({ oauth }: DashboardParts, site: Site, visiting: Visiting) {
    this.#oauth = oauth
    this.#site = site
    this.#visiting = visiting
  }

  readonly list: Middleware = async ctx => {
    const place = placeOf(ctx.querystring)
    const visit = await this.#visiting(ctx, async (tx, { team }) => {
      const page = await this.#oauth.listGrants(tx, team.id, { limit: PAGE_LENGTH, ...place })
      const grant_ids = page.rows.map(({ id }) => id)
      const api_keys = await countApiKeysByGrant(tx, team.id, grant_ids)
      return { page, api_keys, members: await listMembers(tx, team.id) }
    })
    if (!visit) return
    const { visitor, found } = visit
    const done = doneBox(ctx.querystring, { revoked: 'The access was taken back. It ended at once.' })
    showPage(ctx, this.#site, {
      title: 'Grants',
      section: 'grants',
      visitor,
      body: grantsBody({ ...found, place, visitor, done }),
    })
  }

  /** As at the API, everybody in the team may do this: it only ever takes access away. */
  readonly revoke: Middleware = async ctx => {
    const { id } = ctx.params as { id: string }
    const form = await readForm(ctx, this.#site)
    const visit = await this.#visiting(
      ctx,
      (tx, { team }, now) => this.#oauth.revokeGrant(tx, team.id, id, 'revoked_from_dashboard', now, keysIn(form)),
      form,
    )
    if (!visit) return
    if (!visit.found) throw problem(404, 'No such grant', 'It is not one of this team, or it was taken back before.')
    goTo(ctx, this.#site, '/grants?done=revoked')
  }
}

/** A box that is not checked is not sent; a form without the question ends them, too. */
function keysIn(form: URLSearchParams): 'remove_keys' | 'keep_keys' {
  return form.has('keys_asked') && !form.has('remove_keys') ? 'keep_keys' : 'remove_keys'
}
