// The applications that can ask for access to this server: which there are, adding one, shutting one out.
import type { Context, Middleware } from 'koa'
import type { NewClient, OAuth } from '../../../oauth/actions.ts'
import { SCOPES, containedIn } from '../../../scope.ts'
import { Refusal } from '../../../refusal.ts'
import { type Added, clientsBody } from './view.ts'
import { readForm } from '../../session/csrf.ts'
import { goTo, showPage } from '../../ui/page.ts'
import type { DashboardParts } from '../../parts.ts'
import { problem } from '../../problems.ts'
import { ShownOnce, doneBox } from '../../ui/flash.ts'
import type { Site } from '../../site.ts'
import { type Visiting, checkOperator } from '../../session/visitor.ts'

const DONE = {
  disabled: 'The application was disabled, and everything that it was given ended.',
  enabled: 'The application can be used again.',
}

export class ClientPages {
  readonly #oauth: DashboardParts['oauth']
  readonly #database: DashboardParts['database']
  readonly #now: DashboardParts['now']
  readonly #site: Site
  readonly #visiting: Visiting
  readonly #added = new ShownOnce<Added>()

  constructor({ oauth, database, now }: DashboardParts, site: Site, visiting: Visiting) {
    this.#oauth = oauth
    this.#database = database
    this.#now = now
    this.#site = site
    this.#visiting = visiting
  }

  readonly list: Middleware = async ctx => this.#show(ctx)

  readonly add: Middleware = async ctx => {
    const form = await readForm(ctx, this.#site)
    const visit = await this.#visiting(
      ctx,
      async (tx, visitor, now) => {
        checkOperator(visitor)
        return describedBy(form) ?? (await orFault(this.#oauth.addClient(tx, newClient(form), now)))
      },
      form,
    )
    if (!visit) return
    const { visitor, found } = visit
    if (typeof found === 'string') return this.#show(ctx, { trouble: found, form })
    const teams_alike = await this.#database.read(tx => this.#oauth.findTeamsLike(tx, found.client.client_name))
    this.#added.put(visitor.form_token, { ...found, teams_alike }, this.#now())
    goTo(ctx, this.#site, '/clients')
  }

  readonly disable: Middleware = ctx => this.#change(ctx, 'disabled', this.#oauth.disableClient)
  readonly enable: Middleware = ctx => this.#change(ctx, 'enabled', this.#oauth.enableClient)

  async #change(ctx: Context, done: keyof typeof DONE, act: OAuth['disableClient']): Promise<void> {
    const { id } = ctx.params as { id: string }
    const form = await readForm(ctx, this.#site)
    const visit = await this.#visiting(
      ctx,
      (tx, visitor, now) => {
        checkOperator(visitor)
        return act(tx, id, now)
      },
      form,
    )
    if (!visit) return
    if (!visit.found) throw problem(404, 'Nothing to change', 'There is no such application, or it is so already.')
    goTo(ctx, this.#site, `/clients?done=${done}`)
  }

  async #show(ctx: Context, again?: { trouble: string; form: URLSearchParams }): Promise<void> {
    const visit = await this.#visiting(ctx, (tx, visitor) => {
      checkOperator(visitor)
      return this.#oauth.listClients(tx)
    })
    if (!visit) return
    const { visitor, found: clients } = visit
    const added = this.#added.take(visitor.form_token, this.#now())
    const done = doneBox(ctx.querystring, DONE)
    showPage(ctx, this.#site, {
      title: 'Clients',
      section: 'clients',
      visitor,
      body: clientsBody({ clients, visitor, done, ...(added && { added }), ...again }),
      ...(again && { status: 422 }),
    })
  }
}

/** What is wrong with the choices; the rest is judged where every client is. */
function describedBy(form: URLSearchParams): string | undefined {
  const chosen = form.getAll('scope')
  const method = form.get('token_endpoint_auth_method')
  const known = ['none', 'client_secret_basic', 'client_secret_post']
  const isKnown = chosen.every(name => SCOPES.some(scope => scope === name))
  if (chosen.length === 0 || !isKnown) return 'Choose what the application may ask for.'
  if (!known.includes(method ?? '')) return 'Choose how the application authenticates.'
  return undefined
}

function newClient(form: URLSearchParams): NewClient {
  const chosen = form.getAll('scope')
  const lines = (form.get('redirect_uris') ?? '').split(/\r?\n/)
  return {
    client_name: (form.get('client_name') ?? '').trim(),
    redirect_uris: lines.map(line => line.trim()).filter(line => line !== ''),
    scopes: containedIn(SCOPES.filter(scope => chosen.includes(scope))),
    token_endpoint_auth_method: form.get('token_endpoint_auth_method') as NewClient['token_endpoint_auth_method'],
  }
}

/** A refusal says what the person has to change. It comes before anything is written. */
async function orFault<T>(doing: Promise<T>): Promise<T | string> {
  try {
    return await doing
  } catch (error) {
    if (error instanceof Refusal && error.status === 400) return error.message
    throw error
  }
}
