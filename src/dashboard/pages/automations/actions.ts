// A team's automations: which there are, what they do, and switching them on and off.
import type { Context, Middleware } from 'koa'
import {
  type StoredAutomation,
  changeAutomation,
  doubts,
  findAutomation,
  findVersion,
  listAutomations,
  listVersions,
  obstacles,
} from '../../../automations/actions.ts'
import { countRuns, countRunsOfEach } from '../../../automations/runs/actions.ts'
import type { Tx } from '../../../store/database.ts'
import { type ShownAutomation, automationBody } from './view.ts'
import { automationsBody } from './list-view.ts'
import { readForm } from '../../session/csrf.ts'
import { namedGraph } from './named-graph.ts'
import { goTo, showPage } from '../../ui/page.ts'
import { notFound } from '../../problems.ts'
import type { Site } from '../../site.ts'
import type { Visiting, Visitor } from '../../session/visitor.ts'
import { doneBox } from '../../ui/flash.ts'
import { placeOf } from '../../ui/table.ts'

const PAGE_LENGTH = 25
const STATUSES = ['enabled', 'disabled'] as const

const DONE = {
  enabled: 'The automation is enabled: from now on its event begins runs.',
  disabled: 'The automation is disabled: it begins no more runs. Those under way go on to their end.',
}

export class AutomationPages {
  readonly #site: Site
  readonly #visiting: Visiting

  constructor(site: Site, visiting: Visiting) {
    this.#site = site
    this.#visiting = visiting
  }

  readonly list: Middleware = async ctx => {
    const place = placeOf(ctx.querystring)
    const asked = new URLSearchParams(ctx.querystring).get('status')
    const status = STATUSES.find(each => each === asked)
    const visit = await this.#visiting(ctx, async (tx, { team }) => {
      const page = await listAutomations(tx, team.id, { limit: PAGE_LENGTH, ...place, ...(status && { status }) })
      const ids = page.rows.map(({ id }) => id)
      return { page, counts: await countRunsOfEach(tx, ids) }
    })
    if (!visit) return
    const { visitor, found } = visit
    const body = automationsBody({ ...found, place, status, team: visitor.team.name })
    showPage(ctx, this.#site, { title: 'Automations', section: 'automations', visitor, body })
  }

  readonly show: Middleware = async ctx => {
    const asked = new URLSearchParams(ctx.querystring).get('version')
    const visit = await this.#visiting(ctx, async (tx, { team }) => {
      const automation = await automationOf(tx, team.id, ctx)
      return shown(tx, automation, asked === null ? automation.graph_version : Number(asked))
    })
    if (visit) this.#answer(ctx, visit.visitor, visit.found)
  }

  /** As at the API, everybody in the team may do this. */
  readonly enable: Middleware = async ctx => {
    const form = await readForm(ctx, this.#site)
    const visit = await this.#visiting(
      ctx,
      async (tx, { team }, now) => {
        const automation = await automationOf(tx, team.id, ctx)
        const looked = await shown(tx, automation, automation.graph_version)
        if (looked.problems.length > 0) return looked
        await changeAutomation(tx, automation, { status: 'enabled' }, now)
        return undefined
      },
      form,
    )
    if (visit?.found) this.#answer(ctx, visit.visitor, visit.found, 422)
    else if (visit) goTo(ctx, this.#site, `${pathOf(ctx)}?done=enabled`)
  }

  readonly disable: Middleware = async ctx => {
    const form = await readForm(ctx, this.#site)
    const visit = await this.#visiting(
      ctx,
      async (tx, { team }, now) =>
        changeAutomation(tx, await automationOf(tx, team.id, ctx), { status: 'disabled' }, now),
      form,
    )
    if (visit) goTo(ctx, this.#site, `${pathOf(ctx)}?done=disabled`)
  }

  #answer(ctx: Context, visitor: Visitor, found: ShownAutomation, status = 200): void {
    const refused = status === 422
    const done = doneBox(ctx.querystring, DONE)
    const body = automationBody({ ...found, form_token: visitor.form_token, done, refused })
    showPage(ctx, this.#site, { title: found.automation.name, section: 'automations', visitor, body, status })
  }
}

/** The team's automation with the id in the path; no page otherwise. */
export async function automationOf(tx: Tx, team_id: string, ctx: Context): Promise<StoredAutomation> {
  const { id } = ctx.params as { id: string }
  const automation = await findAutomation(tx, team_id, id)
  if (!automation) throw notFound()
  return automation
}

function pathOf(ctx: Context): string {
  return `/automations/${encodeURIComponent((ctx.params as { id: string }).id)}`
}

async function shown(tx: Tx, automation: StoredAutomation, version: number): Promise<ShownAutomation> {
  const graph = await findVersion(tx, automation, version)
  if (!graph && version !== automation.graph_version) throw notFound()
  return {
    automation,
    version,
    graph: graph && (await namedGraph(tx, automation.team_id, graph)),
    versions: await listVersions(tx, automation),
    problems: automation.status === 'disabled' ? await obstacles(tx, automation) : [],
    counts: await countRuns(tx, automation.id),
    warnings: doubts(automation),
  }
}
