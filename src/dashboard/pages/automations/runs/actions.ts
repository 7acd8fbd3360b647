// The runs of an automation: which there are, what became of each, and ending one.
import type { Context, Middleware } from 'koa'
import {
  type ListedRun,
  type ShownRun,
  cancelRun,
  findShownRun,
  listRuns,
} from '../../../../automations/runs/actions.ts'
import { addressesOf, contactIdOf } from '../../../../contacts/actions.ts'
import type { Tx } from '../../../../store/database.ts'
import type { Page, PageQuery } from '../../../../store/page.ts'
import { automationOf } from '../actions.ts'
import { readForm } from '../../../session/csrf.ts'
import { namedGraph } from '../named-graph.ts'
import { goTo, showPage } from '../../../ui/page.ts'
import { notFound, problem } from '../../../problems.ts'
import { runBody } from './view.ts'
import { RUN_STATUSES, runsBody } from './list-view.ts'
import type { Site } from '../../../site.ts'
import type { Visiting } from '../../../session/visitor.ts'
import { doneBox } from '../../../ui/flash.ts'
import { placeOf } from '../../../ui/table.ts'

const PAGE_LENGTH = 25

export class RunPages {
  readonly #site: Site
  readonly #visiting: Visiting

  constructor(site: Site, visiting: Visiting) {
    this.#site = site
    this.#visiting = visiting
  }

  readonly list: Middleware = async ctx => {
    const place = placeOf(ctx.querystring)
    const asked = new URLSearchParams(ctx.querystring).get('status')
    const status = RUN_STATUSES.find(each => each === asked)
    const contact = new URLSearchParams(ctx.querystring).get('contact')?.trim() || undefined
    const visit = await this.#visiting(ctx, async (tx, { team }) => {
      const automation = await automationOf(tx, team.id, ctx)
      const query = { limit: PAGE_LENGTH, ...place }
      const page = await runsAbout(tx, team.id, automation.id, { status, contact }, query)
      const contacts = page.rows.map(({ contact_id }) => contact_id)
      return { automation, page, addresses: await addressesOf(tx, team.id, contacts) }
    })
    if (!visit) return
    const { visitor, found } = visit
    const title = `Runs of ${found.automation.name}`
    showPage(ctx, this.#site, {
      title,
      section: 'automations',
      visitor,
      body: runsBody({ ...found, place, status, contact }),
    })
  }

  readonly show: Middleware = async ctx => {
    const visit = await this.#visiting(ctx, async (tx, { team }) => {
      const { automation, shown } = await runOf(tx, team.id, ctx)
      return { ...shown, graph: await namedGraph(tx, team.id, shown.graph), automation }
    })
    if (!visit) return
    const { visitor, found } = visit
    const done = doneBox(ctx.querystring, { cancelled: 'The run was cancelled. What it had done stays done.' })
    const body = runBody({ ...found, form_token: visitor.form_token, done })
    const title = `Run of ${found.automation.name}`
    showPage(ctx, this.#site, { title, section: 'automations', visitor, body })
  }

  /** As at the API, everybody in the team may do this. */
  readonly cancel: Middleware = async ctx => {
    const form = await readForm(ctx, this.#site)
    const visit = await this.#visiting(
      ctx,
      async (tx, { team }, now) => {
        const { automation, shown } = await runOf(tx, team.id, ctx)
        const { run } = shown
        if (run.status !== 'running') throw problem(409, 'Already over', 'This run has ended, so nothing was done.')
        await cancelRun(tx, run, now)
        return `/automations/${automation.id}/runs/${run.id}?done=cancelled`
      },
      form,
    )
    if (visit) goTo(ctx, this.#site, visit.found)
  }
}

/** Of nobody, when there is no contact with this address. */
async function runsAbout(
  tx: Tx,
  team_id: string,
  automation_id: string,
  { status, contact }: { status: string | undefined; contact: string | undefined },
  query: PageQuery,
): Promise<Page<ListedRun>> {
  const statuses = status === undefined ? [] : [status]
  if (contact === undefined) return listRuns(tx, automation_id, { statuses }, query)
  const contact_id = await contactIdOf(tx, team_id, contact)
  if (contact_id === undefined) return { rows: [], has_more: false }
  return listRuns(tx, automation_id, { statuses, contact_id }, query)
}

async function runOf(
  tx: Tx,
  team_id: string,
  ctx: Context,
): Promise<{ automation: Awaited<ReturnType<typeof automationOf>>; shown: ShownRun }> {
  const { run_id } = ctx.params as { run_id: string }
  const automation = await automationOf(tx, team_id, ctx)
  const shown = await findShownRun(tx, team_id, automation.id, run_id)
  if (!shown) throw notFound()
  return { automation, shown }
}
