// The page of one automation: its state, what prevents enabling it, and its graph.
import type { Problem } from '../../../../campaigns/automations/graph/problems.ts'
import type { AutomationRecord } from '../../../../campaigns/automations/store/automations.ts'
import { triggerOf, type Graph } from '../../../../campaigns/automations/graph/graph.ts'
import type { RunCounts } from '../../../../campaigns/automations/store/retention.ts'
import { RUNS_ON_GRAPH_MAX, type StepCounts } from '../../../../campaigns/automations/store/step-counts.ts'
import { warningBox } from './warnings.ts'
import { AUTOMATION_STATUS } from './list-view.ts'
import { graphBox } from './graph-box.ts'
import { type Html, html } from '../../../../base/html/html.ts'
import { facts } from '../../ui/facts.ts'
import { stepTable } from './step-table.ts'
import { actForm, confirmForm, troubleBox } from '../../ui/forms.ts'
import { counted } from '../../ui/reader.ts'
import { moment } from '../../ui/time.ts'
import { type Drawing, drawingOf, type Mark, type RunMarks } from './drawing.ts'

export interface ShownAutomation {
  automation: AutomationRecord
  /** The version of the graph that is shown. */
  version: number
  graph: Graph | undefined
  /** Versions that still exist, newest first. */
  versions: number[]
  /** Problems that block enabling it. */
  problems: Problem[]
  counts: RunCounts
  /** Counts of the latest runs with this version of the graph, by step key. */
  step_counts: ReadonlyMap<string, StepCounts>
  /** Warnings about the newest graph. */
  warnings: Problem[]
  /** Whether a draft of the graph exists. */
  hasDraft: boolean
}

interface Shown extends ShownAutomation {
  done: Html | undefined
  /** Why enabling it was refused. */
  trouble: string | undefined
}

export function automationBody(shown: Shown): Html {
  const { automation, graph, version, problems, hasDraft, step_counts, done, trouble } = shown
  const hasRuns = step_counts.size > 0
  const marks = graph && hasRuns ? marksOf(graph, step_counts) : undefined
  const drawing = graph && drawingOf(graph, `The steps of ${automation.name}`, marks)
  return html`<p><a class="back" href="/automations">All automations</a></p>
    <h1><bdi>${automation.name}</bdi></h1>
    ${done} ${troubleBox(trouble)} ${automationFacts(shown)}
    ${hasDraft && html`<p class="note">There is a draft of another graph. <a href="${pathOf(automation)}/edit">Go on with it</a></p>`}
    <div class="acts">${statusForm(shown)} ${editForms(shown)}</div>
    ${problems.length > 0 && obstacleList(automation, problems, version === automation.graph_version ? drawing : undefined)}
    ${warningBox(shown.warnings)}
    <h2 id="graph">Graph</h2>
    ${versionLinks(shown)}
    ${
      drawing
        ? html`${hasRuns && html`<p class="soft">The numbers count those of the latest ${RUNS_ON_GRAPH_MAX} runs that began with this version.</p>`}
          ${graphBox({ ...drawing, here: undefined })} ${stepTable(drawing, graph.connections)}`
        : html`<p class="empty">It has no steps yet.</p>`
    }`
}

/** The number of runs that reached each step, in its box. */
function marksOf({ steps }: Graph, counts: ReadonlyMap<string, StepCounts>): RunMarks {
  const marks = steps.map(({ key }): [string, Mark] => {
    const { reached, here, failed } = counts.get(key) ?? { reached: 0, here: 0, failed: 0 }
    const words = [
      `${reached.toLocaleString('en')} ${reached === 1 ? 'run' : 'runs'}`,
      here > 0 && `${here.toLocaleString('en')} here`,
      failed > 0 && `${failed.toLocaleString('en')} failed`,
    ]
    const status = here > 0 ? 'waiting' : reached > 0 ? 'completed' : 'pending'
    return [key, { status, reached: reached > 0, words: words.filter(Boolean).join(', '), ended_at: null }]
  })
  return { steps: new Map(marks), taken: new Set() }
}

const pathOf = ({ id }: AutomationRecord): string => `/automations/${encodeURIComponent(id)}`

const REENTRY: Record<AutomationRecord['settings']['reentry'], string> = {
  always: 'Every event begins a run',
  while_not_running: 'An event begins a run unless the contact has one under way',
  once: 'Each contact goes through it once',
}

function automationFacts({ automation, counts }: Shown): Html {
  const { id, status, graph, settings, created_at, updated_at } = automation
  const trigger = graph && triggerOf(graph)
  const { reentry, quiet_hours, time_zone, retention_days, marketing } = settings
  const beginning =
    trigger &&
    html`<code><bdi>${trigger.config.event_name}</bdi></code
      >. ${REENTRY[reentry]}.`
  return facts([
    ['Status', AUTOMATION_STATUS[status]],
    ['Begins with', beginning ?? 'Nothing yet'],
    quiet_hours !== null && [
      'Quiet hours',
      `${quiet_hours.from} to ${quiet_hours.to}, ${time_zone} unless known better`,
    ],
    retention_days !== null && ['Runs are kept', `for ${counted(retention_days, 'day')} after they end`],
    marketing && ['Marketing', 'Mail programs offer to unsubscribe from its mail'],
    ['Runs', runLinks(pathOf(automation), counts)],
    ['Made', moment(created_at)],
    ['Changed', moment(updated_at)],
    ['ID', html`<code>${id}</code>`],
  ])
}

function runLinks(path: string, counts: RunCounts): Html {
  const { running, completed, failed, cancelled, waiting } = counts
  const some = Object.entries({ running, completed, failed, cancelled }).filter(([, count]) => count > 0)
  return html`<a href="${path}/runs">${running + completed + failed + cancelled} in all</a>${some.map(
      ([status, count]) => html`, <a href="${path}/runs?status=${status}">${count} ${status}</a>`,
    )}${waiting > 0 && html` (${waiting} of them waiting)`}`
}

function statusForm({ automation }: Shown): Html {
  const act = { about: automation.name }
  if (automation.status === 'disabled')
    return actForm({ ...act, path: `${pathOf(automation)}/enable`, label: 'Enable' })
  return confirmForm({
    ...act,
    path: `${pathOf(automation)}/disable`,
    label: 'Disable',
    question: 'It begins no more runs. Those under way go on to their end.',
  })
}

/** An enabled automation keeps its graph, so a copy is edited. */
function editForms({ automation, graph }: Shown): Html {
  const act = { about: automation.name }
  const path = pathOf(automation)
  const isEnabled = automation.status === 'enabled'
  return html`${!isEnabled && html`<a class="button" href="${path}/edit">Edit</a>`}
  ${graph && html`<a class="button" href="${path}/simulate">Try it out</a>`}
  ${actForm({ ...act, path: `${path}/duplicate`, label: isEnabled ? 'Edit a copy' : 'Duplicate' })}
  ${confirmForm({
    ...act,
    path: `${path}/delete`,
    label: 'Delete',
    question: 'Runs under way are canceled. Mails that were sent stay.',
  })}`
}

function obstacleList(automation: AutomationRecord, problems: readonly Problem[], drawing: Drawing | undefined): Html {
  const place = (key: string): Html => {
    const index = drawing?.steps.findIndex(step => step.key === key) ?? -1
    return index < 0 ? html`<b><bdi>${key}</bdi></b>` : html`<a href="#step-${index + 1}"><bdi>${key}</bdi></a>`
  }
  const mend = (key: string | undefined): Html => {
    const query = key === undefined ? '' : `?${new URLSearchParams({ step: key })}#step`
    return html`<a href="${pathOf(automation)}/edit${query}">Edit ${key === undefined ? 'the graph' : 'the step'}</a>`
  }
  return html`<section class="warning obstacles" aria-labelledby="obstacles">
    <h2 id="obstacles">What stands in the way of enabling it</h2>
    <ul>
      ${problems.map(
        ({ step, message }) => html`<li>${step !== undefined && html`${place(step)}: `}${message} ${mend(step)}</li>`,
      )}
    </ul>
  </section>`
}

/** Links to the versions. Older ones exist while runs require them. */
function versionLinks({ automation, versions, version }: Shown): Html | undefined {
  if (versions.length === 0) return undefined
  const name = (each: number): string => `Version ${each}${each === automation.graph_version ? ', the newest' : ''}`
  if (versions.length === 1) return html`<p class="soft">${name(versions[0]!)}</p>`
  return html`<nav class="views" aria-label="Versions of the graph">
    ${versions.map(
      each =>
        html`<a href="${pathOf(automation)}?version=${each}#graph" ${each === version && html`aria-current="page"`}
          >${name(each)}</a
        >`,
    )}
  </nav>`
}
