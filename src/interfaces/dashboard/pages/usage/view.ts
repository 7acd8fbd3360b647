// The page of a team's usage: compared with its limits, and the last days as a chart next to a table with the same numbers.
import { bar, columnChart } from '../../../../base/drawing/bars.ts'
import { type Html, html } from '../../../../base/html/html.ts'
import { type CountedDay, resetsOf, summedUse, type UsedSoFar, usedOf } from '../../../../engagement/quotas/rules.ts'
import type { UsageLimits } from '../../../../watch/usage/rules.ts'
import { dayTable } from '../../ui/days.ts'
import { facts } from '../../ui/facts.ts'
import { dayWords, moment } from '../../ui/time.ts'
import { numeral } from '../../ui/reader.ts'

interface Shown {
  team: string
  used: UsedSoFar
  /** A day may have several rows. */
  rows: readonly (CountedDay & { day: string })[]
  /** The last days, newest first. */
  days: readonly string[]
  limits: UsageLimits
  now: Date
}

export function usageBody({ team, used, rows, days, limits, now }: Shown): Html {
  const { quotas, rate_limit } = limits
  const resets = resetsOf(now)
  const each = days.map(day => ({ day, ...summedUse(rows.filter(row => row.day === day)) }))
  return html`<h1>Usage</h1>
    <p class="lead">
      What <bdi>${team}</bdi> has used. Days are in UTC, and an email to three people counts three times.
    </p>
    ${facts([
      ['Emails today', againstQuota(usedOf(used.daily), quotas.daily, resets.daily)],
      ['Emails this month', againstQuota(usedOf(used.monthly), quotas.monthly, resets.monthly)],
      ['Automation runs this month', shown(used.monthly.runs)],
      ['Requests per second', rate_limit === 0 ? 'no limit' : `${shown(rate_limit)} at the most`],
    ])}
    ${chart('Emails by recipients', each, 'recipients')} ${chart('Automation runs', each, 'runs')}
    ${dayTable('Usage by days', each, COLUMNS)}`
}

function againstQuota(used: number, quota: number, resets_at: Date): Html {
  if (quota === 0) return html`${shown(used)}, no quota`
  return html`${shown(used)} of ${shown(quota)}; it begins anew ${moment(resets_at.toISOString())}
  ${bar(used / quota, used >= quota ? 'bad' : 'good')}`
}

type Day = CountedDay & { day: string }

const COLUMNS = [
  { title: 'Emails', of: ({ emails }: Day): number => emails },
  { title: 'Recipients', of: ({ recipients }: Day): number => recipients },
  { title: 'Runs', of: ({ runs }: Day): number => runs },
]

/** A chart with the oldest day on the left. */
function chart(title: string, days: readonly Day[], what: 'recipients' | 'runs'): Html | undefined {
  const most = Math.max(...days.map(day => day[what]))
  if (most === 0) return undefined
  const [newest, oldest] = [dayWords(days[0]!.day), dayWords(days.at(-1)!.day)]
  return html`<figure class="chart">
    <figcaption>${title}, ${oldest} to ${newest}: ${shown(most)} on the busiest day</figcaption>
    ${columnChart(days.map(day => day[what]).toReversed())}
  </figure>`
}

const shown = (count: number): string => numeral(count)
