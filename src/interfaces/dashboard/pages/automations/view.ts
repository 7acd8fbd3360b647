// The page of one automation: its state, what prevents enabling it, and its graph.
import type { Problem } from '../../../../campaigns/automations/graph/problems.ts'
import type { AutomationRecord } from '../../../../campaigns/automations/store/automations.ts'
import { triggerOf, type Graph } from '../../../../campaigns/automations/graph/graph.ts'
import type { RunCounts } from '../../../../campaigns/automations/store/retention.ts'
import { RUNS_ON_GRAPH_MAX, type StepCounts } from '../../../../campaigns/automations/store/step-counts.ts'
import { type Html, html } from '../../../../base/html/html.ts'
import { facts } from '../../ui/facts.ts'
import { stepTable } from './step-table.ts'
import { actionForm, confirmForm, errorBox } from '../../ui/forms.ts'
import { formatCount, doneNote, formOutcome, formatNumber } from '../../ui/reader.ts'
import { dateTime } from '../../ui/time.ts'
import { type Drawing, drawingOf, graphBox, type Mark, type RunMarks } from './drawing.ts'
import { AUTOMATION_STATUS, runStatusName } from './words.ts'

export interface AutomationPageData {
  automation: AutomationRecord
  /** The version of the shown graph. */
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

export function automationBody(data: AutomationPageData): Html {
  const { automation, graph, version, problems, hasDraft, step_counts } = data
  const hasRuns = step_counts.size > 0
  const marks = graph && hasRuns ? marksOf(graph, step_counts) : undefined
  const drawing = graph && drawingOf(graph, `Steps of ${automation.name}`, marks)
  return html`<p><a class="back" href="/automations">Automations</a></p>
    <h1><bdi>${automation.name}</bdi></h1>
    ${doneNote()} ${errorBox(formOutcome().trouble)} ${automationFacts(data)}
    ${hasDraft && html`<p class="note">This automation has an unpublished draft. <a href="${pathOf(automation)}/edit">Continue editing</a></p>`}
    <div class="acts">${statusForm(automation)} ${editForms(automation)}</div>
    ${problems.length > 0 && problemList(automation, problems, version === automation.graph_version ? drawing : undefined)}
    ${warningBox(data.warnings)}
    <h2 id="graph">Steps</h2>
    ${versionLinks(data)}
    ${
      drawing
        ? html`${hasRuns && html`<p class="soft">Counts of the latest ${RUNS_ON_GRAPH_MAX} runs of this version.</p>`}
          ${graphBox({ ...drawing, here: undefined })} ${stepTable(drawing, graph.connections)}`
        : html`<p class="empty">No steps yet. Edit the automation to add steps.</p>`
    }`
}

/** The number of runs that reached each step, in its box. */
function marksOf({ steps }: Graph, counts: ReadonlyMap<string, StepCounts>): RunMarks {
  const marks = steps.map(({ key }): [string, Mark] => {
    const { reached, here, failed } = counts.get(key) ?? { reached: 0, here: 0, failed: 0 }
    const words = [
      formatCount(reached, 'run'),
      here > 0 && `${formatNumber(here)} here`,
      failed > 0 && `${formatNumber(failed)} failed`,
    ]
    const status = here > 0 ? 'waiting' : reached > 0 ? 'completed' : 'pending'
    return [key, { status, reached: reached > 0, words: words.filter(Boolean).join(', '), ended_at: null }]
  })
  return { steps: new Map(marks), taken: new Set() }
}

const pathOf = ({ id }: AutomationRecord): string => `/automations/${encodeURIComponent(id)}`

const REENTRY: Record<AutomationRecord['settings']['reentry'], string> = {
  always: 'Every event starts a run.',
  while_not_running: 'An event starts a run unless the contact already has one in progress.',
  once: 'One run per contact.',
}

function automationFacts({ automation, counts }: AutomationPageData): Html {
  const { id, status, graph, settings, created_at, updated_at } = automation
  const trigger = graph && triggerOf(graph)
  const { reentry, quiet_hours, time_zone, retention_days, marketing } = settings
  return facts([
    ['Status', AUTOMATION_STATUS[status]],
    [
      'Trigger',
      trigger
        ? html`<code><bdi>${trigger.config.event_name}</bdi></code
            >. ${REENTRY[reentry]}`
        : 'None',
    ],
    quiet_hours !== null && [
      'Quiet hours',
      `${quiet_hours.from} to ${quiet_hours.to} in the time zone of the contact, or else ${time_zone}`,
    ],
    retention_days !== null && ['Run retention', `${formatCount(retention_days, 'day')} after the end`],
    marketing && ['Marketing', 'Emails have unsubscribe headers'],
    ['Runs', runLinks(pathOf(automation), counts)],
    ['Created', dateTime(created_at)],
    ['Updated', dateTime(updated_at)],
    ['Automation ID', html`<code>${id}</code>`],
  ])
}

function runLinks(path: string, counts: RunCounts): Html {
  const { running, completed, failed, cancelled, waiting } = counts
  const some = Object.entries({ running, completed, failed, cancelled }).filter(([, count]) => count > 0)
  return html`<a href="${path}/runs">${running + completed + failed + cancelled} total</a>${some.map(
      ([status, count]) => html`, <a href="${path}/runs?status=${status}">${count} ${runStatusName(status)}</a>`,
    )}${waiting > 0 && html` (${waiting} waiting)`}`
}

function statusForm(automation: AutomationRecord): Html {
  const act = { about: automation.name }
  if (automation.status === 'disabled')
    return actionForm({ ...act, path: `${pathOf(automation)}/enable`, label: 'Enable' })
  return confirmForm({
    ...act,
    path: `${pathOf(automation)}/disable`,
    label: 'Disable',
    question: 'No new runs start. Current runs continue.',
  })
}

/** The graph of an enabled automation cannot be edited, but a copy can. */
function editForms(automation: AutomationRecord): Html {
  const act = { about: automation.name }
  const path = pathOf(automation)
  const isEnabled = automation.status === 'enabled'
  return html`${!isEnabled && html`<a class="button" href="${path}/edit">Edit</a>`}
  ${automation.graph && html`<a class="button" href="${path}/simulate">Simulate</a>`}
  ${actionForm({ ...act, path: `${path}/duplicate`, label: isEnabled ? 'Edit a copy' : 'Duplicate' })}
  ${confirmForm({
    ...act,
    path: `${path}/delete`,
    label: 'Delete',
    question: 'Current runs are canceled. Sent emails are not deleted.',
  })}`
}

function problemList(automation: AutomationRecord, problems: readonly Problem[], drawing: Drawing | undefined): Html {
  const place = (key: string): Html => {
    const index = drawing?.steps.findIndex(step => step.key === key) ?? -1
    return index < 0 ? html`<b><bdi>${key}</bdi></b>` : html`<a href="#step-${index + 1}"><bdi>${key}</bdi></a>`
  }
  const editLink = (key: string | undefined): Html => {
    const query = key === undefined ? '' : `?${new URLSearchParams({ step: key })}#step`
    return html`<a href="${pathOf(automation)}/edit${query}">Edit ${key === undefined ? 'steps' : 'step'}</a>`
  }
  return html`<section class="warning obstacles" aria-labelledby="obstacles">
    <h2 id="obstacles">Fix these before enabling</h2>
    <ul>
      ${problems.map(
        ({ step, message }) =>
          html`<li>${step !== undefined && html`${place(step)}: `}${message} ${editLink(step)}</li>`,
      )}
    </ul>
  </section>`
}

/** Links to the versions. Older ones exist while runs require them. */
function versionLinks({ automation, versions, version }: AutomationPageData): Html | undefined {
  if (versions.length === 0) return undefined
  const name = (each: number): string => `Version ${each}${each === automation.graph_version ? ' (latest)' : ''}`
  if (versions.length === 1) return html`<p class="soft">${name(versions[0]!)}</p>`
  return html`<nav class="views" aria-label="Versions">
    ${versions.map(
      each =>
        html`<a href="${pathOf(automation)}?version=${each}#graph" ${each === version && html`aria-current="page"`}
          >${name(each)}</a
        >`,
    )}
  </nav>`
}

/** Warnings about an automation, which do not prevent enabling it. */
export function warningBox(warnings: readonly Problem[]): Html | undefined {
  if (warnings.length === 0) return undefined
  return html`<section class="warning" aria-labelledby="warnings">
    <h2 id="warnings">Warnings</h2>
    <ul>
      ${warnings.map(
        ({ step, message }) =>
          html`<li>
            ${
              step !== undefined &&
              html`<b><bdi>${step}</bdi></b
                >: `
            }${message}
          </li>`,
      )}
    </ul>
  </section>`
}
