// The runs of an automation: the list, and one run with its path through the graph. A run can be canceled.
import { findContactAddresses, findContactId } from '../../../../../audience/contacts/actions.ts'
import { type Html, html } from '../../../../../base/html/html.ts'
import type { Tx } from '../../../../../base/store/database.ts'
import type { Page, PageQuery } from '../../../../../base/store/page.ts'
import { type RunDetails, cancelRun, findRunDetails } from '../../../../../campaigns/automations/runs/actions.ts'
import type { AutomationRecord } from '../../../../../campaigns/automations/store/automations.ts'
import { type ListedRun, listRuns, type RunRecord } from '../../../../../campaigns/automations/store/runs.ts'
import { type DashboardPage, type Visit, page } from '../../../page.ts'
import { requireFound, problem } from '../../../problems.ts'
import type { Visitor } from '../../../session/visitor.ts'
import { facts } from '../../../ui/facts.ts'
import { confirmForm, searchForm } from '../../../ui/forms.ts'
import { doneNote } from '../../../ui/reader.ts'
import { filterLinks, findPage, type ListColumn, type ListPage, listPage } from '../../../ui/table.ts'
import { timeAgo, dateTimeWithSeconds, dateTimeText } from '../../../ui/time.ts'
import { namedGraph, requireAutomation } from '../automation.ts'
import { type Drawing, drawingOf, graphBox, type Mark } from '../drawing.ts'
import { foldedJson, type RunProgress, stepTable } from '../step-table.ts'
import { REASON_WORDS, RUN_STATUS, STATUS_WORDS } from '../words.ts'

const DONE = { cancelled: 'Run canceled. Completed steps are not undone.' }
const STATUSES = ['running', 'completed', 'failed', 'cancelled'] as const

export const runPages: DashboardPage[] = [
  page('GET /automations/:id/runs', 'member', async ({ tx, team_id, params, query }) => {
    const status = STATUSES.find(each => each === query.get('status'))
    const contact = query.get('contact')?.trim() || undefined
    const automation = await requireAutomation(tx, team_id, params.id)
    const search = { team_id, automation_id: automation.id, status, contact }
    const page = await findPage(query, asked => searchRuns(tx, search, asked))
    const contacts = page.rows.map(({ contact_id }) => contact_id)
    const addresses = await findContactAddresses(tx, team_id, contacts)
    const data = { automation, page, addresses, status, contact }
    return { title: `Runs of ${automation.name}`, body: () => runsBody(data) }
  }),

  page('GET /automations/:id/runs/:run_id', 'member', async visit => {
    const { tx, team_id } = visit
    const { automation, shown } = await requireRun(visit)
    const data = { ...shown, graph: await namedGraph(tx, team_id, shown.graph), automation }
    return { title: `Run of ${automation.name}`, done: DONE, body: () => runBody(data) }
  }),

  page('POST /automations/:id/runs/:run_id/cancel', 'member', async visit => {
    const { tx, now } = visit
    const { automation, shown } = await requireRun(visit)
    const { run } = shown
    if (run.status !== 'running') return problem(409, 'Run already ended', 'Only a run in progress can be canceled.')
    await cancelRun(tx, run, now)
    return { location: `${pathOf(automation)}/runs/${run.id}?done=cancelled` }
  }),
]

const pathOf = ({ id }: AutomationRecord): string => `/automations/${encodeURIComponent(id)}`

interface RunSearch {
  team_id: string
  automation_id: string
  status: string | undefined
  /** The address or id of a contact. */
  contact: string | undefined
}

/** Returns no runs if there is no contact with this address. */
async function searchRuns(
  tx: Tx,
  { team_id, automation_id, status, contact }: RunSearch,
  query: PageQuery,
): Promise<Page<ListedRun>> {
  const statuses = status === undefined ? [] : [status]
  if (contact === undefined) return listRuns(tx, { team_id, automation_id }, { statuses, ...query })
  const contact_id = await findContactId(tx, team_id, contact)
  if (contact_id === undefined) return { rows: [], has_more: false }
  return listRuns(tx, { team_id, automation_id }, { statuses, contact_id, ...query })
}

async function requireRun({
  tx,
  team_id,
  params: { id, run_id },
}: Visit<Visitor, 'GET /automations/:id/runs/:run_id'>): Promise<{ automation: AutomationRecord; shown: RunDetails }> {
  const automation = await requireAutomation(tx, team_id, id)
  return {
    automation,
    shown: requireFound(await findRunDetails(tx, { team_id, automation_id: automation.id }, run_id)),
  }
}

// ---- list ---------------------------------------------------------------------------------------------------------

interface RunsPageData extends Pick<RunSearch, 'status' | 'contact'> {
  automation: AutomationRecord
  page: ListPage<ListedRun>
  /** Addresses of the contacts that still exist. */
  addresses: ReadonlyMap<string, string>
}

function runsBody({ automation, page, addresses, status, contact }: RunsPageData): Html {
  const path = pathOf(automation)
  const kept = { ...(status !== undefined && { status }), ...(contact !== undefined && { contact }) }
  return html`<p>
      <a class="back" href="${path}"><bdi>${automation.name}</bdi></a>
    </p>
    <h1>Runs</h1>
    ${filterLinks(`${path}/runs`, { name: 'status', values: STATUSES, current: status })}
    ${searchForm({
      path: `${path}/runs`,
      name: 'contact',
      title: 'Search by contact email address or ID',
      length_max: 254,
      words: contact,
      kept: status === undefined ? {} : { status },
      all: { path: `${path}/runs`, title: 'All runs' },
    })}
    ${listPage(`${path}/runs`, page, {
      columns: columnsOf(path, addresses),
      label: 'Runs',
      empty:
        status === undefined && contact === undefined
          ? 'No runs yet. Send the trigger event to start one.'
          : 'No matching runs.',
      kept,
    })}`
}

function columnsOf(path: string, addresses: RunsPageData['addresses']): ListColumn<ListedRun>[] {
  return [
    {
      title: 'Contact',
      cell: ({ id, contact_id }) =>
        html`<a href="${path}/runs/${encodeURIComponent(id)}"
          ><bdi>${addresses.get(contact_id) ?? 'Deleted contact'}</bdi></a
        >`,
    },
    { title: 'Status', cell: ({ status }) => RUN_STATUS[status] },
    { title: 'Started', cell: ({ created_at }) => timeAgo(created_at) },
    { title: 'Ended', cell: ({ completed_at }) => completed_at !== null && timeAgo(completed_at) },
  ]
}

// ---- one run ------------------------------------------------------------------------------------------------------

interface RunPageData extends RunDetails {
  automation: AutomationRecord
}

function runBody(data: RunPageData): Html {
  const { automation, run, graph, taken, address } = data
  const path = pathOf(automation)
  const records = new Map(data.steps.map(record => [record.key, record]))
  const marks = new Map(data.steps.map(record => [record.key, markOf(run, record)]))
  const progress: RunProgress = { steps: marks, taken, records }
  const drawing = drawingOf(graph, `Path of this run through ${automation.name}`, progress)
  return html`<p>
      <a class="back" href="${path}"><bdi>${automation.name}</bdi></a> · <a class="back" href="${path}/runs">Runs</a>
    </p>
    <h1>Run for <bdi>${address ?? 'a deleted contact'}</bdi></h1>
    ${doneNote()} ${runFacts(data, path, drawing)}
    ${
      run.status === 'running' &&
      confirmForm({
        path: `${path}/runs/${encodeURIComponent(run.id)}/cancel`,
        label: 'Cancel run',
        about: address ?? 'deleted contact',
        question: 'The run stops at its current step. Completed steps are not undone.',
      })
    }
    <h2>Path</h2>
    <p class="soft">The thick line is the path of this run.</p>
    ${graphBox(drawing)} ${stepTable(drawing, graph.connections, progress)}`
}

function runFacts({ automation, run }: RunPageData, path: string, drawing: Drawing): Html {
  const { id, status, graph_version, event_name, payload, started_at, completed_at, created_at } = run
  const hasPayload = Object.keys(payload).length > 0
  return facts([
    ['Status', html`${RUN_STATUS[status]} ${currentStep(run, drawing)}`],
    ['Event', html`<code><bdi>${event_name}</bdi></code> ${hasPayload && foldedJson('Payload', payload)}`],
    ['Started', html`${dateTimeWithSeconds(started_at ?? created_at)}`],
    completed_at !== null && ['Ended', html`${dateTimeWithSeconds(completed_at)}`],
    [
      'Version',
      html`<a href="${path}?version=${graph_version}">Version ${graph_version}</a>${
          graph_version < automation.graph_version && ` (latest: ${automation.graph_version})`
        }`,
    ],
    ['Run ID', html`<code>${id}</code>`],
  ])
}

/** The current step of a run, or the step where it failed, and what it waits for. */
function currentStep(run: RunRecord, { steps: drawn }: Drawing): Html | undefined {
  const { cursor, due_at, waits_for, steps, error } = run
  if (error) return html`: ${error.message}`
  const failed = steps.find(({ status }) => status === 'failed')
  const at = cursor ?? failed?.key
  if (at === undefined) return undefined
  const number = drawn.findIndex(({ key }) => key === at) + 1
  const more = [
    failed?.error && html`: ${failed.error.message}`,
    waits_for !== null && html`, waiting for <code><bdi>${waits_for}</bdi></code>`,
    due_at !== null && html`, ${waits_for === null ? 'waiting until' : 'until'} ${dateTimeWithSeconds(due_at)}`,
  ]
  return html`at <a href="#box-${number}"><bdi>${at}</bdi></a
    >${more}`
}

function markOf(run: RunRecord, { key, status, started_at, completed_at, reason }: RunDetails['steps'][number]): Mark {
  const reached = started_at !== null
  const mark = { status, reached, words: STATUS_WORDS[status], ended_at: completed_at }
  if (status === 'waiting') return { ...mark, words: waitingText(run) }
  // the current step of the run when it was canceled
  if (reached && status === 'skipped' && completed_at === null) return { ...mark, words: 'Canceled here' }
  if (reason) return { ...mark, words: REASON_WORDS[reason] }
  return run.cursor === key && status === 'pending' ? { ...mark, words: 'Starting' } : mark
}

function waitingText({ due_at, waits_for }: RunRecord): string {
  if (due_at !== null) return `Waiting until ${dateTimeText(due_at)}`
  return waits_for === null ? 'Waiting' : `Waiting for ${waits_for}`
}
