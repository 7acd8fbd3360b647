// A team's API keys: which there are, making one, and changing or ending it.
import type { Context, Middleware } from 'koa'
import {
  PERMISSIONS,
  listApiKeys,
  makeApiKey,
  removeApiKey,
  renameApiKey,
  restrictApiKey,
  usableKeyName,
} from '../../../api-keys/actions.ts'
import type { Tx } from '../../../store/database.ts'
import { type NewKey, type Trouble, apiKeysBody } from './view.ts'
import { readForm } from '../../session/csrf.ts'
import { goTo, showPage } from '../../ui/page.ts'
import type { DashboardParts } from '../../parts.ts'
import { problem } from '../../problems.ts'
import { ShownOnce, doneBox } from '../../ui/flash.ts'
import type { Site } from '../../site.ts'
import type { Visiting } from '../../session/visitor.ts'
import { placeOf } from '../../ui/table.ts'

const PAGE_LENGTH = 25
const NAME_FAULT = 'Please give the key a name of up to 50 characters.'

const DONE = {
  renamed: 'The key has its new name.',
  restricted: 'The key can only send from now on.',
  deleted: 'The key was deleted. Whoever uses it is refused at once.',
}

export class ApiKeyPages {
  readonly #now: DashboardParts['now']
  readonly #site: Site
  readonly #visiting: Visiting
  readonly #made = new ShownOnce<NewKey>()

  constructor({ now }: DashboardParts, site: Site, visiting: Visiting) {
    this.#now = now
    this.#site = site
    this.#visiting = visiting
  }

  readonly list: Middleware = async ctx => this.#show(ctx)

  /** As at the API, everybody in the team may do this and what follows. */
  readonly make: Middleware = async ctx => {
    const form = await readForm(ctx, this.#site)
    const name = usableKeyName(form.get('name') ?? '')
    const permission = PERMISSIONS.find(each => each.name === form.get('permission'))?.name
    if (permission === undefined) {
      throw problem(400, 'No such permission', 'There are keys for everything and keys for sending.')
    }
    const visit = await this.#visiting(
      ctx,
      async (tx, { team }, now) => name && (await makeApiKey(tx, team.id, { name, permission }, now)),
      form,
    )
    if (!visit) return
    const { visitor, found: token } = visit
    if (!name || !token) return this.#show(ctx, { form, text: NAME_FAULT })
    this.#made.put(visitor.form_token, { name, token }, this.#now())
    goTo(ctx, this.#site, '/api-keys')
  }

  readonly rename: Middleware = async ctx => {
    const form = await readForm(ctx, this.#site)
    const name = usableKeyName(form.get('name') ?? '')
    if (!name) throw problem(422, 'No name for a key', `${NAME_FAULT} Nothing was changed.`)
    await this.#change(ctx, form, 'renamed', (tx, team_id, id) => renameApiKey(tx, team_id, id, name))
  }

  readonly restrict: Middleware = async ctx =>
    this.#change(ctx, await readForm(ctx, this.#site), 'restricted', restrictApiKey)

  readonly remove: Middleware = async ctx => this.#change(ctx, await readForm(ctx, this.#site), 'deleted', removeApiKey)

  async #change(
    ctx: Context,
    form: URLSearchParams,
    done: keyof typeof DONE,
    act: (tx: Tx, team_id: string, id: string) => Promise<boolean>,
  ): Promise<void> {
    const { id } = ctx.params as { id: string }
    const visit = await this.#visiting(ctx, (tx, { team }) => act(tx, team.id, id), form)
    if (!visit) return
    if (!visit.found) throw problem(404, 'No such key', 'It is not one of this team, or it was deleted.')
    goTo(ctx, this.#site, `/api-keys?done=${done}`)
  }

  async #show(ctx: Context, trouble?: Trouble): Promise<void> {
    const place = placeOf(ctx.querystring)
    const visit = await this.#visiting(ctx, (tx, { team }) =>
      listApiKeys(tx, team.id, { limit: PAGE_LENGTH, ...place }),
    )
    if (!visit) return
    const { visitor, found: page } = visit
    const made = this.#made.take(visitor.form_token, this.#now())
    const done = doneBox(ctx.querystring, DONE)
    showPage(ctx, this.#site, {
      title: 'API keys',
      section: 'api-keys',
      visitor,
      body: apiKeysBody({ page, place, visitor, done, made, trouble }),
      ...(trouble && { status: 422 }),
    })
  }
}
