// The usage of a team: compared with its limits, and the last days as a chart next to a table with the same numbers.
import { bar, columnChart } from '../../../base/drawing/bars.ts'
import { type Html, html } from '../../../base/html/html.ts'
import { type CountedDay, quotaResets, sumUsage, countedUse } from '../../../engagement/quotas/rules.ts'
import { findUsageSoFar, listUsedDays } from '../../../engagement/quotas/store.ts'
import { page } from '../page.ts'
import { dayTable } from '../ui/days.ts'
import { facts } from '../ui/facts.ts'
import { formatNumber } from '../ui/reader.ts'
import { formatDay, dateTime } from '../ui/time.ts'

const DAYS_SHOWN = 31
const DAY_MS = 86_400_000

type Day = CountedDay & { day: string }

export const usagePages = [
  page('GET /usage', 'everyone', async ({ tx, team_id, now, visitor, parts: { limits } }) => {
    const days = Array.from({ length: DAYS_SHOWN }, (_, index) => dayOf(new Date(now.getTime() - index * DAY_MS)))
    // a day may have several rows
    const rows = await listUsedDays(tx, { team_id, from: days.at(-1)!, to: days[0]! })
    const { daily, monthly } = await findUsageSoFar(tx, team_id, days[0]!)
    const byDay = days.map(day => Object.assign(sumUsage(rows.filter(row => row.day === day)), { day }))
    const { quotas, rate_limit } = limits
    const resets = quotaResets(now)
    const body = (): Html =>
      html`<h1>Usage</h1>
        <p class="lead">
          Usage of <bdi>${visitor.team.name}</bdi>. Days are in UTC. Each recipient counts as one email.
        </p>
        ${facts([
          ['Emails today', usedOfQuota(countedUse(daily), quotas.daily, resets.daily)],
          ['Emails this month', usedOfQuota(countedUse(monthly), quotas.monthly, resets.monthly)],
          ['Automation runs this month', formatNumber(monthly.runs)],
          ['Rate limit', rate_limit === 0 ? 'None' : `${formatNumber(rate_limit)} requests per second`],
        ])}
        ${chart('Recipients', byDay, 'recipients')} ${chart('Automation runs', byDay, 'runs')}
        ${dayTable('Usage by day', byDay, COLUMNS)}`
    return { title: 'Usage', body }
  }),
]

const dayOf = (at: Date): string => at.toISOString().slice(0, 10)

function usedOfQuota(used: number, quota: number, resets_at: Date): Html {
  if (quota === 0) return html`${formatNumber(used)}, no quota`
  return html`${formatNumber(used)} of ${formatNumber(quota)}, resets ${dateTime(resets_at.toISOString())}
  ${bar(used / quota, used >= quota ? 'bad' : 'good')}`
}

const COLUMNS = [
  { title: 'Emails', of: ({ emails }: Day): number => emails },
  { title: 'Recipients', of: ({ recipients }: Day): number => recipients },
  { title: 'Runs', of: ({ runs }: Day): number => runs },
]

/** A chart with the oldest day on the left. */
function chart(title: string, days: readonly Day[], of: 'recipients' | 'runs'): Html | undefined {
  const counts = days.map(day => day[of])
  const highest = Math.max(...counts)
  if (highest === 0) return undefined
  const [newest, oldest] = [formatDay(days[0]!.day), formatDay(days.at(-1)!.day)]
  return html`<figure class="chart">
    <figcaption>${title}, ${oldest} to ${newest}. Highest day: ${formatNumber(highest)}</figcaption>
    ${columnChart(counts.toReversed())}
  </figure>`
}
