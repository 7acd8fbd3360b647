// The usage of a team, day by day.
import { findUsed, listUsedDays } from '../../../../engagement/quotas/store.ts'
import { type DashboardPage, page } from '../../page.ts'
import { usageBody } from './view.ts'

/** Maximum days that are shown. */
const DAYS = 31
const DAY_MS = 86_400_000

export const usagePages: DashboardPage[] = [
  page('GET /usage', 'everyone', async ({ tx, team_id, now, visitor, parts: { limits } }) => {
    const days = Array.from({ length: DAYS }, (_, index) => dayOf(new Date(now.getTime() - index * DAY_MS)))
    const rows = await listUsedDays(tx, { team_id, from: days.at(-1)!, to: days[0]! })
    const used = await findUsed(tx, team_id, days[0]!)
    return { title: 'Usage', body: () => usageBody({ team: visitor.team.name, used, rows, days, limits, now }) }
  }),
]

const dayOf = (at: Date): string => at.toISOString().slice(0, 10)
