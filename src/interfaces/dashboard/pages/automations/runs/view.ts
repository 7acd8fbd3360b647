// The page of one run: its state, and its path through the graph that it started with.
import type { AutomationRecord } from '../../../../../campaigns/automations/store/automations.ts'
import type { ShownRun } from '../../../../../campaigns/automations/runs/actions.ts'
import type { RunRecord } from '../../../../../campaigns/automations/store/runs.ts'
import { graphBox } from '../graph-box.ts'
import { type Html, html } from '../../../../../base/html/html.ts'
import { facts } from '../../../ui/facts.ts'
import { RUN_STATUS } from './list-view.ts'
import { type Course, foldedJson, stepTable } from '../step-table.ts'
import { confirmForm } from '../../../ui/forms.ts'
import { type Drawing, type Mark, drawingOf } from '../drawing.ts'
import { shortly, exactly } from '../../../ui/time.ts'
import { REASON_WORDS, STATUS_WORDS } from '../words.ts'

interface Shown extends ShownRun {
  automation: AutomationRecord
  done: Html | undefined
}

export function runBody(shown: Shown): Html {
  const { automation, run, graph, taken, done } = shown
  const path = `/automations/${encodeURIComponent(automation.id)}`
  const records = new Map(shown.steps.map(record => [record.key, record]))
  const marks = new Map(shown.steps.map(record => [record.key, markOf(run, record)]))
  const course: Course = { steps: marks, taken, records }
  const drawing = drawingOf(graph, `The way of this run through ${automation.name}`, course)
  return html`<p>
      <a class="back" href="${path}"><bdi>${automation.name}</bdi></a> · <a class="back" href="${path}/runs">Runs</a>
    </p>
    <h1>Run for <bdi>${shown.address ?? 'a contact that was deleted'}</bdi></h1>
    ${done} ${runFacts(shown, path, drawing)}
    ${
      run.status === 'running' &&
      confirmForm({
        path: `${path}/runs/${encodeURIComponent(run.id)}/cancel`,
        label: 'Cancel',
        about: 'this run',
        question: 'It ends where it is. What it has done stays done.',
      })
    }
    <h2>Path</h2>
    <p class="soft">The thick line is the way that the run went.</p>
    ${graphBox(drawing)} ${stepTable(drawing, graph.connections, course)}`
}

function runFacts({ automation, run }: Shown, path: string, drawing: Drawing): Html {
  const { id, status, graph_version, event_name, payload, started_at, completed_at, created_at } = run
  const hasPayload = Object.keys(payload).length > 0
  return facts([
    ['Status', html`${RUN_STATUS[status]} ${standing(run, drawing)}`],
    ['Event', html`<code><bdi>${event_name}</bdi></code> ${hasPayload && foldedJson('Payload', payload)}`],
    ['Begun', html`${exactly(started_at ?? created_at)}`],
    completed_at !== null && ['Ended', html`${exactly(completed_at)}`],
    [
      'Graph',
      html`<a href="${path}?version=${graph_version}">Version ${graph_version}</a>${
          graph_version < automation.graph_version && `; the newest is ${automation.graph_version}`
        }`,
    ],
    ['ID', html`<code>${id}</code>`],
  ])
}

/** The current step of a run, or the step where it failed, and what it waits for. */
function standing({ cursor, due_at, waits_for, steps, error }: RunRecord, { steps: drawn }: Drawing): Html | undefined {
  if (error) return html`: ${error.message}`
  const failed = steps.find(({ status }) => status === 'failed')
  const at = cursor ?? failed?.key
  if (at === undefined) return undefined
  const number = drawn.findIndex(({ key }) => key === at) + 1
  const more = [
    failed?.error && html`: ${failed.error.message}`,
    waits_for !== null && html`, waits for <code><bdi>${waits_for}</bdi></code>`,
    due_at !== null && html`, ${waits_for === null ? 'waits until' : 'at most until'} ${exactly(due_at)}`,
  ]
  return html`at <a href="#box-${number}"><bdi>${at}</bdi></a
    >${more}`
}

function markOf(run: RunRecord, { key, status, started_at, completed_at, reason }: ShownRun['steps'][number]): Mark {
  const reached = started_at !== null
  const mark = { status, reached, words: STATUS_WORDS[status], ended_at: completed_at }
  if (status === 'waiting') return { ...mark, words: waiting(run) }
  // the current step of the run when it was canceled
  if (reached && status === 'skipped' && completed_at === null) return { ...mark, words: 'Cancelled here' }
  if (reason) return { ...mark, words: REASON_WORDS[reason] }
  return run.cursor === key && status === 'pending' ? { ...mark, words: 'About to begin' } : mark
}

function waiting({ due_at, waits_for }: RunRecord): string {
  if (due_at !== null) return `Waiting until ${shortly(due_at)}`
  return waits_for === null ? 'Waiting' : `Waiting for ${waits_for}`
}
