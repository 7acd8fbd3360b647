// The steps of a graph as a table with the same content as the diagram above it; for a run, also the result of each step.
import type { Schemas } from '../../../../../generated/api.ts'
import { summaryOf, titleOf } from '../../../../campaigns/automations/steps/index.ts'
import type { Connection } from '../../../../campaigns/automations/graph/graph.ts'
import { isLongerThan, truncate } from '../../../../base/text/length.ts'
import { type Html, html } from '../../../../base/html/html.ts'
import type { Drawing, RunMarks } from './drawing.ts'
import { dateTimeWithSeconds } from '../../ui/time.ts'
import { connectionLabel } from './words.ts'

type Step = Drawing['steps'][number]
type StepRun = Schemas['StepRun']

/** The progress of a run. */
export interface RunProgress extends RunMarks {
  records: ReadonlyMap<string, StepRun>
}

export function stepTable({ steps }: Drawing, connections: readonly Connection[], progress?: RunProgress): Html {
  const numbers = new Map(steps.map(({ key }, index) => [key, index + 1]))
  const ways = Map.groupBy(connections, ({ from }) => from)
  const nextStep = (way: Connection, isAlone: boolean): Html => {
    const label = connectionLabel(way, isAlone)
    return html`<span class="line"
      >${label !== '' && `${label}: `}<a href="#step-${numbers.get(way.to)}"><bdi>${way.to}</bdi></a
      >${progress?.taken.has(way) && ' (taken)'}</span
    >`
  }
  const heads = ['Step', ...(progress ? ['Status', 'Started', 'Ended', 'Result'] : []), 'Next step']
  return html`<div class="table-box" role="region" aria-label="Steps" tabindex="0">
    <table class="steps">
      <thead>
        <tr>
          ${heads.map(head => html`<th scope="col">${head}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${steps.map(
          (step, index) =>
            html`<tr id="step-${index + 1}">
              <th scope="row">
                <a href="#box-${index + 1}" title="Show in the graph"><bdi>${step.key}</bdi></a>
                <span class="line soft">${about(step)}</span>
              </th>
              ${progress && resultCells(step.key, progress)}
              <td data-label="Next step" ${!ways.has(step.key) && html`class="none"`}>
                ${(ways.get(step.key) ?? []).map((way, _, all) => nextStep(way, all.length === 1))}
              </td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`
}

const TEXT_MAX = 500

function about(step: Step): Html {
  const summary = summaryOf(step)
  return html`${titleOf(step)}${summary !== '' && html`: <bdi>${cut(summary, TEXT_MAX)}</bdi>`}`
}

function resultCells(key: string, { steps, records }: RunProgress): Html {
  const { started_at, completed_at, output, error, email } = records.get(key)!
  const { words } = steps.get(key)!
  return html`<td data-label="Status">${words}</td>
    <td data-label="Started" ${started_at === null && html`class="none"`}>
      ${started_at !== null && dateTimeWithSeconds(started_at)}
    </td>
    <td data-label="Ended" ${completed_at === null && html`class="none"`}>
      ${completed_at !== null && dateTimeWithSeconds(completed_at)}
    </td>
    <td data-label="Result" ${!error && !output && html`class="none"`}>
      ${error && html`<p class="trouble"><b>${error.name}</b>: ${error.message}</p>`} ${email && emailResult(email)}
      ${output && outputPart(output)}
    </td>`
}

/** The status of the step's email, the replies of the mail server, and a link to the email. */
function emailResult({ id, last_event, recipients }: Schemas['StepEmail']): Html {
  const replies = recipients.map(({ code, reply }) =>
    [code, reply].filter(part => part !== null && part !== '').join(' '),
  )
  return html`<p>
    <a href="/mailbox/${id}">Email</a> ${last_event.replaceAll('_', ' ')}${replies
      .filter(words => words !== '')
      .map(words => html`: <span class="soft"><bdi>${cut(words, TEXT_MAX)}</bdi></span>`)}
  </p>`
}

/** A short output is visible, a longer one is collapsed. */
function outputPart(output: object): Html {
  const { outcome, reason } = output as Record<string, unknown>
  const short = outcome ?? reason
  const isAll = short !== undefined && Object.keys(output).length === 1
  return html`${typeof short === 'string' && short.replaceAll('_', ' ')} ${!isAll && foldedJson('Details', output)}`
}

const JSON_MAX = 20_000

export function foldedJson(title: string, value: object): Html {
  const text = JSON.stringify(value, undefined, 2)
  return html`<details>
    <summary>${title}</summary>
    <pre>${cut(text, JSON_MAX)}</pre>
  </details>`
}

const cut = (text: string, most: number): string => (isLongerThan(text, most) ? `${truncate(text, most)}…` : text)
