// The figures of the last days as a table, next to a chart with the same numbers.
import { type Html, html } from '../../../base/html/html.ts'
import { formatNumber } from './reader.ts'
import { formatDay } from './time.ts'

interface DayColumn<Day> {
  title: string
  of: (day: Day) => number
}

/** `days`: newest first. */
export function dayTable<Day extends { day: string }>(
  label: string,
  days: readonly Day[],
  columns: readonly DayColumn<Day>[],
): Html {
  return html`<div class="table-box" role="region" aria-label="${label}" tabindex="0">
    <table class="results">
      <caption>
        The last ${days.length} days, newest first
      </caption>
      <thead>
        <tr>
          <th scope="col">Day</th>
          ${columns.map(({ title }) => html`<th scope="col">${title}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${days.map(
          day =>
            html`<tr>
              <th scope="row">${formatDay(day.day)}</th>
              ${columns.map(({ of }) => html`<td>${formatNumber(of(day))}</td> `)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`
}
