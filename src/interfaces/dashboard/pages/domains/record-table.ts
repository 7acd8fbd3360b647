// DNS records as a table: what to enter, and what DNS returns. On a narrow screen each record is a card, so each cell has a
// separate label.
import type { Schemas } from '../../../../../generated/api.ts'
import { type Html, html } from '../../../../base/html/html.ts'
import { purposeOf, recordTag } from './words.ts'

type Entered = Pick<Schemas['DomainRecord'], 'name' | 'type' | 'value'> & { priority?: number }

export function recordTable(records: readonly Schemas['DomainRecord'][], title: string): Html {
  return table(
    title,
    ['For', 'Type', 'Name', 'Value', 'What DNS says'],
    records.map(
      record =>
        html`<tr role="row">
          <th role="rowheader" scope="row">
            ${purposeOf(record)} <span class="line soft">${importanceOf(record)}</span>
          </th>
          ${entered(record)}
          <td role="cell" data-label="What DNS says">
            ${recordTag(record)} ${record.problem !== null && html`<p><bdi>${record.problem}</bdi></p>`}
            ${foundList(record)}
          </td>
        </tr>`,
    ),
  )
}

function importanceOf({ required, record }: Schemas['DomainRecord']): string {
  if (required) return 'Needed'
  if (record === 'SPF') return 'Needed once this server takes bounces'
  return record === 'Tracking' ? 'Optional' : 'Recommended'
}

/** A single record, without the results of DNS. */
export function plainTable(record: Entered, title: string): Html {
  return table(
    title,
    ['Type', 'Name', 'Value'],
    [
      html`<tr role="row">
        ${entered(record)}
      </tr>`,
    ],
  )
}

function table(title: string, heads: readonly string[], rows: readonly Html[]): Html {
  return html`<div class="table-box" role="region" aria-label="${title}" tabindex="0">
    <table class="records" role="table">
      <caption>
        ${title}
      </caption>
      <thead role="rowgroup">
        <tr role="row">
          ${heads.map(head => html`<th role="columnheader" scope="col">${head}</th>`)}
        </tr>
      </thead>
      <tbody role="rowgroup">
        ${rows}
      </tbody>
    </table>
  </div>`
}

function entered({ name, type, value, priority }: Entered): Html {
  return html`<td role="cell" data-label="Type">${type}</td>
    <td role="cell" data-label="Name"><code class="copied">${name}</code></td>
    <td role="cell" data-label="Value">
      <code class="copied">${value}</code>
      ${priority !== undefined && html`<span class="line">Priority ${priority}</span>`}
    </td>`
}

/** Empty for a correct record. */
function foundList({ found, status, problem }: Schemas['DomainRecord']): Html | false {
  if (found.length === 0 || (status === 'verified' && problem === null)) return false
  return html`<p>DNS has this, and should have the value beside it:</p>
    <ul>
      ${found.map(text => html`<li><code>${text}</code></li>`)}
    </ul>`
}
