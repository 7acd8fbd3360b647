// DNS records as a table: what to add, and what DNS returns. On a narrow screen each record is a card, so each cell has a
// separate label.
import type { Schemas } from '../../../../../generated/api.ts'
import { type Html, html } from '../../../../base/html/html.ts'
import { moodTag, type State } from '../../ui/facts.ts'

const STATES: Record<Schemas['DomainRecordStatus'], State> = {
  not_started: { words: 'Not checked', mood: '' },
  pending: { words: 'Not found yet', mood: 'wait' },
  verified: { words: 'Verified', mood: 'good' },
  failed: { words: 'Not found', mood: 'bad' },
  temporary_failure: { words: 'Missing', mood: 'bad' },
}

/** The state of a record that exists but differs from the expected one. */
const INCORRECT: State = { words: 'Incorrect', mood: 'bad' }

function recordTag({ status, found, problem }: Schemas['DomainRecord']): Html {
  const isIncorrect = (status === 'pending' || status === 'failed') && found.length > 0 && problem !== null
  return moodTag(isIncorrect ? INCORRECT : STATES[status])
}

const PURPOSES: Record<Exclude<Schemas['DomainRecordPurpose'], 'SPF'>, string> = {
  DKIM: 'DKIM: signing key',
  Receiving: 'MX: receives emails',
  Tracking: 'Tracking: target of tracked links',
  DMARC: 'DMARC: policy for unauthenticated emails',
}

function purposeOf({ record, type }: Schemas['DomainRecord']): string {
  if (record === 'SPF') return type === 'MX' ? 'Return path: receives bounces' : 'SPF: allowed senders'
  return PURPOSES[record]
}

type RecordToAdd = Pick<Schemas['DomainRecord'], 'name' | 'type' | 'value'> & { priority?: number }

export function recordTable(records: readonly Schemas['DomainRecord'][], title: string): Html {
  return table(
    title,
    ['Purpose', 'Type', 'Name', 'Value', 'Status'],
    records.map(
      record =>
        html`<tr role="row">
          <th role="rowheader" scope="row">
            ${purposeOf(record)} <span class="line soft">${importanceOf(record)}</span>
          </th>
          ${valueCells(record)}
          <td role="cell" data-label="Status">
            ${recordTag(record)} ${record.problem !== null && html`<p><bdi>${record.problem}</bdi></p>`}
            ${foundList(record)}
          </td>
        </tr>`,
    ),
  )
}

function importanceOf({ required, record }: Schemas['DomainRecord']): string {
  if (required) return 'Required'
  if (record === 'SPF') return 'Required once this server receives bounces'
  return record === 'Tracking' ? 'Optional' : 'Recommended'
}

/** A single record, without the results of DNS. */
export function plainTable(record: RecordToAdd, title: string): Html {
  return table(
    title,
    ['Type', 'Name', 'Value'],
    [
      html`<tr role="row">
        ${valueCells(record)}
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

function valueCells({ name, type, value, priority }: RecordToAdd): Html {
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
  return html`<p>Current value in DNS:</p>
    <ul>
      ${found.map(text => html`<li><code>${text}</code></li>`)}
    </ul>`
}
