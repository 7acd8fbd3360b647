// The figures of the last days: today's next to a chart of all days, and a table with the same numbers.
import { columnChart } from '../../../../base/drawing/bars.ts'
import { type Html, html } from '../../../../base/html/html.ts'
import { dayTable } from '../../ui/days.ts'
import { formatNumber } from '../../ui/reader.ts'
import { type Day, DAYS, type StartFacts } from './find.ts'

interface Figure {
  title: string
  of: (day: Day) => number
  mood: '' | 'good' | 'bad'
  /** Whether it counts recipients that email was sent to, so that its share of these is shown. */
  isShare?: true
}

const FIGURES: readonly Figure[] = [
  { title: 'Sent', of: ({ recipients }) => recipients, mood: '' },
  { title: 'Delivered', of: ({ delivered }) => delivered, mood: 'good', isShare: true },
  { title: 'Bounced', of: ({ bounced }) => bounced, mood: 'bad', isShare: true },
  { title: 'Complained', of: ({ complained }) => complained, mood: 'bad', isShare: true },
]
const OPENED: Figure = { title: 'Opened', of: ({ opened }) => opened, mood: 'good' }
/** Only in the table. */
const OTHERS: readonly Figure[] = [
  { title: 'Failed', of: ({ failed }) => failed, mood: 'bad' },
  { title: 'Suppressed', of: ({ suppressed }) => suppressed, mood: 'bad' },
]

export function figures({ days, domains }: Pick<StartFacts, 'days' | 'domains'>): Html {
  const isTracked = domains.some(({ open_tracking }) => open_tracking) || days.some(({ opened }) => opened > 0)
  const shown = isTracked ? [...FIGURES, OPENED] : FIGURES
  return html`<section aria-labelledby="figures">
    <h2 id="figures">Last ${DAYS} days</h2>
    <dl class="tiles">${shown.map(each => tile(each, days))}</dl>
    <p class="soft">
      Days are in UTC. Counts recipients, except opens, which count
      emails.${!isTracked && html` Enable open tracking for a <a href="/domains">domain</a> to see opens.`}
    </p>
    <details class="panel">
      <summary>Figures by day</summary>
      ${dayTable('Figures by day', days, [...shown, ...OTHERS])}
    </details>
  </section>`
}

function tile({ title, of, mood, isShare }: Figure, days: readonly Day[]): Html {
  const counts = days.map(of)
  const [sum, sent] = [summed(counts), summed(days.map(({ recipients }) => recipients))]
  const share = isShare && sent > 0 && html`: ${((sum / sent) * 100).toFixed(1)}%`
  return html`<div class="tile ${mood}">
    <dt>${title}</dt>
    <dd class="today">${formatNumber(counts[0]!)} <span class="soft">today</span></dd>
    <dd>${columnChart(counts.toReversed())}</dd>
    <dd class="soft">${formatNumber(sum)} in ${DAYS} days${share}</dd>
  </div>`
}

const summed = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0)
