// A team's automations: which there are, what they do, and switching them on and off.
import {
  type AutomationRecord,
  changeAutomation,
  doubts,
  findGraphVersion,
  listAutomations,
  listGraphVersions,
  findObstacles,
} from '../../../../campaigns/automations/actions.ts'
import { countRuns, countRunsOfEach } from '../../../../campaigns/automations/runs/actions.ts'
import type { Tx } from '../../../../base/store/database.ts'
import { type PageRequest, type DashboardPage, type View, page } from '../../page.ts'
import { notFound } from '../../problems.ts'
import type { Visitor } from '../../session/visitor.ts'
import { doneBox } from '../../ui/flash.ts'
import { findPage } from '../../ui/table.ts'
import { findAutomationOrNone } from './find-automation.ts'
import { automationsBody } from './list-view.ts'
import { namedGraph } from './named-graph.ts'
import { type ShownAutomation, automationBody } from './view.ts'

const STATUSES = ['enabled', 'disabled'] as const

const DONE = {
  enabled: 'The automation is enabled: from now on its event begins runs.',
  disabled: 'The automation is disabled: it begins no more runs. Those under way go on to their end.',
}

export const automationPages: DashboardPage[] = [
  page('GET /automations', async ({ tx, visitor: { team }, query }) => {
    const status = STATUSES.find(each => each === query.get('status'))
    const page = await findPage(query, asked => listAutomations(tx, team.id, { ...asked, ...(status && { status }) }))
    const ids = page.rows.map(({ id }) => id)
    const counts = await countRunsOfEach(tx, team.id, ids)
    return { title: 'Automations', body: () => automationsBody({ page, counts, status, team: team.name }) }
  }),

  page('GET /automations/:id', async ({ tx, visitor, params, query }) => {
    const automation = await findAutomationOrNone(tx, visitor.team.id, params.id)
    const version = query.get('version')
    const found = await findShown(tx, automation, version === null ? automation.graph_version : versionIn(version))
    return automationView(found, visitor, query)
  }),

  /** As at the API, every member of the team may do this. */
  page('POST /automations/:id/enable', async ({ tx, visitor, params, query, now }) => {
    const automation = await findAutomationOrNone(tx, visitor.team.id, params.id)
    const found = await findShown(tx, automation, automation.graph_version)
    if (found.problems.length > 0) return { ...automationView(found, visitor, query, true), status: 422 }
    await changeAutomation(tx, automation, { status: 'enabled' }, now)
    return { location: `${pathOf(params)}?done=enabled` }
  }),

  page('POST /automations/:id/disable', async ({ tx, visitor, params, now }) => {
    const automation = await findAutomationOrNone(tx, visitor.team.id, params.id)
    await changeAutomation(tx, automation, { status: 'disabled' }, now)
    return { location: `${pathOf(params)}?done=disabled` }
  }),
]

function pathOf({ id }: { id: string }): string {
  return `/automations/${encodeURIComponent(id)}`
}

function automationView(
  found: ShownAutomation,
  { csrf_token }: Visitor,
  query: PageRequest['query'],
  refused = false,
): View {
  const done = doneBox(query, DONE)
  return { title: found.automation.name, body: () => automationBody({ ...found, csrf_token, done, refused }) }
}

/** One that nothing has when it is none: no database takes anything else for a number. */
function versionIn(text: string): number {
  return /^\d{1,9}$/.test(text) ? Number(text) : -1
}

async function findShown(tx: Tx, automation: AutomationRecord, version: number): Promise<ShownAutomation> {
  const graph = await findGraphVersion(tx, automation, version)
  if (!graph && version !== automation.graph_version) throw notFound()
  return {
    automation,
    version,
    graph: graph && (await namedGraph(tx, automation.team_id, graph)),
    versions: await listGraphVersions(tx, automation),
    problems: automation.status === 'disabled' ? await findObstacles(tx, automation) : [],
    counts: await countRuns(tx, automation.team_id, automation.id),
    warnings: doubts(automation),
  }
}
