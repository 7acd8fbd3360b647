// The automations of a team: the list, and forms that enable and disable them.
import { updateAutomation, findGraphVersion, findEnablingProblems } from '../../../../campaigns/automations/actions.ts'
import {
  type AutomationRecord,
  listAutomations,
  type ListedAutomation,
  listGraphVersions,
} from '../../../../campaigns/automations/store/automations.ts'
import { graphWarnings } from '../../../../campaigns/automations/graph/readiness.ts'
import {
  type BoundedCounts,
  countRuns,
  countRunsOfEach,
  RUNS_COUNTED_MAX,
} from '../../../../campaigns/automations/store/retention.ts'
import { countStepsOfRuns } from '../../../../campaigns/automations/store/step-counts.ts'
import { findEditedGraph } from '../../../../campaigns/automations/drafts/actions.ts'
import { type Html, html } from '../../../../base/html/html.ts'
import type { Tx } from '../../../../base/store/database.ts'
import { type DashboardPage, page } from '../../page.ts'
import { FormFault, notFound } from '../../problems.ts'
import { field, lengthOf, radios, VERBATIM } from '../../ui/fields.ts'
import { panelForm } from '../../ui/forms.ts'
import { doneNote, formatNumber } from '../../ui/reader.ts'
import { filterLinks, findPage, isListEmpty, type ListColumn, type ListPage, listPage } from '../../ui/table.ts'
import { timeAgo } from '../../ui/time.ts'
import { namedGraph, requireAutomation } from './automation.ts'
import { AUTOMATION_EXAMPLES } from './builder/examples.ts'
import { automationBody, type AutomationPageData } from './view.ts'
import { AUTOMATION_STATUS, runStatusName } from './words.ts'

const STATUSES = ['enabled', 'disabled'] as const

const DONE = {
  enabled: 'Automation enabled. New events start runs.',
  disabled: 'Automation disabled. No new runs start, and current runs continue.',
  saved: 'Automation published. Enable it to start runs.',
  discarded: 'Draft discarded. The published version is unchanged.',
}

const DONE_WITH_LIST = { deleted: 'Automation deleted. Its runs were canceled.' }

const automationPage = page('GET /automations/:id', 'member', async ({ tx, team_id, params, query }) => {
  const automation = await requireAutomation(tx, team_id, params.id)
  const version = query.get('version')
  const data = await loadPage(tx, automation, version === null ? automation.graph_version : versionIn(version))
  return { title: automation.name, done: DONE, body: () => automationBody(data) }
})

export const automationPages: DashboardPage[] = [
  page('GET /automations', 'member', async ({ tx, team_id, visitor: { team }, query }) => {
    const status = STATUSES.find(each => each === query.get('status'))
    const page = await findPage(query, asked => listAutomations(tx, team_id, { ...asked, ...(status && { status }) }))
    const ids = page.rows.map(({ id }) => id)
    const counts = await countRunsOfEach(tx, team_id, ids)
    const data = { page, counts, status, team: team.name }
    return { title: 'Automations', done: DONE_WITH_LIST, body: () => automationsBody(data) }
  }),

  automationPage,

  page(
    'POST /automations/:id/enable',
    'member',
    async visit => {
      const { tx, team_id, params } = visit
      const automation = await requireAutomation(tx, team_id, params.id)
      const { problems } = await loadPage(tx, automation, automation.graph_version)
      if (problems.length > 0) throw new FormFault('The automation was not enabled. Fix the problems below first.')
      await updateAutomation(visit, automation, { status: 'enabled' })
      return { location: `${pathOf(params)}?done=enabled` }
    },
    { refused: automationPage },
  ),

  page('POST /automations/:id/disable', 'member', async visit => {
    const { tx, team_id, params } = visit
    const automation = await requireAutomation(tx, team_id, params.id)
    await updateAutomation(visit, automation, { status: 'disabled' })
    return { location: `${pathOf(params)}?done=disabled` }
  }),
]

const pathOf = ({ id }: { id: string }): string => `/automations/${encodeURIComponent(id)}`

/** The version of a graph. Text that is not a number becomes -1, which no graph has, because a database refuses other text. */
function versionIn(text: string): number {
  return /^\d{1,9}$/.test(text) ? Number(text) : -1
}

async function loadPage(tx: Tx, automation: AutomationRecord, version: number): Promise<AutomationPageData> {
  const graph = await findGraphVersion(tx, automation, version)
  if (!graph && version !== automation.graph_version) throw notFound()
  const { id: automation_id, team_id } = automation
  return {
    automation,
    version,
    graph: graph && (await namedGraph(tx, automation.team_id, graph)),
    versions: await listGraphVersions(tx, automation),
    problems: automation.status === 'disabled' ? await findEnablingProblems(tx, automation) : [],
    counts: await countRuns(tx, { team_id, automation_id }),
    step_counts: await countStepsOfRuns(tx, { team_id, automation_id, graph_version: version }),
    hasDraft: (await findEditedGraph(tx, automation)).draft !== undefined,
    warnings: graphWarnings(automation.graph),
  }
}

// ---- list ---------------------------------------------------------------------------------------------------------

interface AutomationsPageData {
  page: ListPage<ListedAutomation>
  /** Counts of the runs of each automation, by its id. */
  counts: ReadonlyMap<string, BoundedCounts>
  status: string | undefined
  team: string
}

function automationsBody(data: AutomationsPageData): Html {
  const { page, counts, status, team } = data
  const none =
    status === undefined
      ? html`No automations yet. Create one here, or with the API as described in the
          <a href="/docs/guides/automations">guide</a>.`
      : 'No automations have this status.'
  return html`<h1>Automations</h1>
    <p class="lead">
      Automations of <bdi>${team}</bdi> send emails, wait and update contacts when an event occurs, such as a sign-up.
    </p>
    ${doneNote()} ${createForm(data)}
    ${filterLinks('/automations', { name: 'status', values: STATUSES, current: status })}
    ${listPage('/automations', page, {
      columns: columnsOf(counts),
      label: 'Automations',
      empty: none,
      kept: status === undefined ? {} : { status },
    })}`
}

const NAME_MAX = lengthOf('CreateAutomation', 'name')
const EVENT_MAX = lengthOf('TriggerConfig', 'event_name')

function createForm({ page, status }: AutomationsPageData): Html {
  const examples = Object.entries(AUTOMATION_EXAMPLES).map(([name, { title, description }]) => ({
    name,
    title,
    description,
  }))
  return panelForm({
    title: 'Create automation',
    path: '/automations/make',
    isOpen: isListEmpty(page) && status === undefined,
    fields: html`${field('Name', { name: 'name', required: true, maxlength: NAME_MAX, autocomplete: 'off' })}
    ${field('Trigger event', { name: 'event', maxlength: EVENT_MAX, ...VERBATIM, hint: 'The name of the event that starts a run, such as user.created.' })}
    ${radios('Start from', examples, { name: 'example', value: 'nothing' })}`,
    label: 'Create automation',
  })
}

function columnsOf(counts: AutomationsPageData['counts']): ListColumn<ListedAutomation>[] {
  return [
    { title: 'Automation', cell: ({ id, name }) => html`<a href="${pathOf({ id })}"><bdi>${name}</bdi></a>` },
    { title: 'Status', cell: ({ status }) => AUTOMATION_STATUS[status] },
    {
      title: 'Trigger',
      cell: ({ event_name }) => (event_name === null ? 'No steps yet' : html`<code><bdi>${event_name}</bdi></code>`),
    },
    { title: 'Runs', cell: ({ id, name }) => runLinks(pathOf({ id }), name, counts.get(id)) },
    { title: 'Updated', cell: ({ updated_at }) => timeAgo(updated_at) },
  ]
}

/** The number of runs in each status, with links to them. */
function runLinks(path: string, name: string, counts: BoundedCounts | undefined): Html {
  const some = Object.entries(counts ?? {}).filter(([, count]) => count > 0)
  if (some.length === 0) return html`<span class="soft">No runs yet</span>`
  return html`${some.map(
    ([status, count]) =>
      html`<a
        class="count ${status}"
        href="${path}/runs?status=${status}"
        aria-label="${runStatusName(status)} runs of ${name}"
        ><b>${count > RUNS_COUNTED_MAX ? `${formatNumber(RUNS_COUNTED_MAX)}+` : formatNumber(count)}</b>
        ${runStatusName(status)}</a
      > `,
  )}`
}
