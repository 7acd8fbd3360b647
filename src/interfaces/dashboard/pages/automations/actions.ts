// The automations of a team: lists and shows them, enables and disables them.
import { changeAutomation, findGraphVersion, findObstacles } from '../../../../campaigns/automations/actions.ts'
import {
  type AutomationRecord,
  listAutomations,
  listGraphVersions,
} from '../../../../campaigns/automations/store/automations.ts'
import { doubtsAbout } from '../../../../campaigns/automations/graph/ready.ts'
import { countRuns, countRunsOfEach } from '../../../../campaigns/automations/store/retention.ts'
import { countStepsOfRuns } from '../../../../campaigns/automations/store/step-counts.ts'
import { findEdited } from '../../../../campaigns/automations/drafts/actions.ts'
import type { Tx } from '../../../../base/store/database.ts'
import { type DashboardPage, page } from '../../page.ts'
import { FormFault, notFound } from '../../problems.ts'
import { findPage } from '../../ui/table.ts'
import { findAutomationOrNone } from './find-automation.ts'
import { automationsBody } from './list-view.ts'
import { namedGraph } from './named-graph.ts'
import { type ShownAutomation, automationBody } from './view.ts'

const STATUSES = ['enabled', 'disabled'] as const

const DONE = {
  enabled: 'The automation is enabled: from now on its event begins runs.',
  disabled: 'The automation is disabled: it begins no more runs. Those under way go on to their end.',
  saved: 'The graph is saved. Enable the automation when it is to begin runs.',
  discarded: 'The draft is discarded. The graph is as it was saved last.',
}

const DONE_WITH_LIST = { deleted: 'The automation was deleted. Its runs end where they are.' }

const automationPage = page('GET /automations/:id', 'member', async ({ tx, team_id, params, query }) => {
  const automation = await findAutomationOrNone(tx, team_id, params.id)
  const version = query.get('version')
  const found = await findShown(tx, automation, version === null ? automation.graph_version : versionIn(version))
  return {
    title: automation.name,
    done: DONE,
    body: ({ done, trouble }) => automationBody({ ...found, done, trouble }),
  }
})

export const automationPages: DashboardPage[] = [
  page('GET /automations', 'member', async ({ tx, team_id, visitor: { team }, query }) => {
    const status = STATUSES.find(each => each === query.get('status'))
    const page = await findPage(query, asked => listAutomations(tx, team_id, { ...asked, ...(status && { status }) }))
    const ids = page.rows.map(({ id }) => id)
    const counts = await countRunsOfEach(tx, team_id, ids)
    return {
      title: 'Automations',
      done: DONE_WITH_LIST,
      body: outcome => automationsBody({ ...outcome, page, counts, status, team: team.name }),
    }
  }),

  automationPage,

  /** As in the API, every member of the team may do this. */
  page(
    'POST /automations/:id/enable',
    'member',
    async visit => {
      const { tx, team_id, params } = visit
      const automation = await findAutomationOrNone(tx, team_id, params.id)
      const { problems } = await findShown(tx, automation, automation.graph_version)
      if (problems.length > 0) throw new FormFault('It was not enabled: see what stands in the way.')
      await changeAutomation(visit, automation, { status: 'enabled' })
      return { location: `${pathOf(params)}?done=enabled` }
    },
    { refused: automationPage },
  ),

  page('POST /automations/:id/disable', 'member', async visit => {
    const { tx, team_id, params } = visit
    const automation = await findAutomationOrNone(tx, team_id, params.id)
    await changeAutomation(visit, automation, { status: 'disabled' })
    return { location: `${pathOf(params)}?done=disabled` }
  }),
]

function pathOf({ id }: { id: string }): string {
  return `/automations/${encodeURIComponent(id)}`
}

/** The version of a graph. Text that is not a number becomes -1, which no graph has, because a database refuses other text. */
function versionIn(text: string): number {
  return /^\d{1,9}$/.test(text) ? Number(text) : -1
}

async function findShown(tx: Tx, automation: AutomationRecord, version: number): Promise<ShownAutomation> {
  const graph = await findGraphVersion(tx, automation, version)
  if (!graph && version !== automation.graph_version) throw notFound()
  const { id: automation_id, team_id } = automation
  return {
    automation,
    version,
    graph: graph && (await namedGraph(tx, automation.team_id, graph)),
    versions: await listGraphVersions(tx, automation),
    problems: automation.status === 'disabled' ? await findObstacles(tx, automation) : [],
    counts: await countRuns(tx, { team_id, automation_id }),
    step_counts: await countStepsOfRuns(tx, { team_id, automation_id, graph_version: version }),
    hasDraft: (await findEdited(tx, automation)).draft !== undefined,
    warnings: doubtsAbout(automation.graph),
  }
}
