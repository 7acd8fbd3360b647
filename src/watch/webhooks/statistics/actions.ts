// How posting to an endpoint goes.
import type { Schemas } from '../../../../generated/api.ts'
import type { TeamUnit, Tx } from '../../../base/store/database.ts'
import type { Webhook } from '../store.ts'
import * as store from './store.ts'

export { removeTallies } from './store.ts'

const DAYS_SHOWN = 30
const RECENT_DAYS = 7
const DAY_MS = 24 * 3_600_000

/** Counts attempts that the unit writes down. */
export function tallyAttempts(
  { tx, team_id, now }: TeamUnit,
  webhook_id: string,
  attempts: readonly { succeeded: boolean; duration_ms: number }[],
): void {
  store.addAttempts(tx, {
    webhook_id,
    team_id,
    day: now.toISOString().slice(0, 10),
    attempts: attempts.length,
    succeeded: attempts.filter(({ succeeded }) => succeeded).length,
    duration_ms: attempts.reduce((sum, { duration_ms }) => sum + duration_ms, 0),
  })
}

/** What the attempts of the last seven days came to. */
export async function recentAttempts(
  { tx, now }: Pick<TeamUnit, 'tx' | 'now'>,
  { team_id, id }: Webhook,
): Promise<{ attempts: number; succeeded: number }> {
  const since = new Date(now.getTime() - (RECENT_DAYS - 1) * DAY_MS).toISOString().slice(0, 10)
  const tallies = await store.listTallies(tx, { team_id, webhook_id: id, limit: RECENT_DAYS })
  const recent = tallies.filter(({ day }) => day >= since)
  const sum = (name: 'attempts' | 'succeeded'): number => recent.reduce((total, each) => total + each[name], 0)
  return { attempts: sum('attempts'), succeeded: sum('succeeded') }
}

export async function webhookStatistics(
  tx: Tx,
  { team_id, id, failing_since }: Webhook,
): Promise<Schemas['WebhookStatistics']> {
  const [waiting, tallies] = await Promise.all([
    store.countWaiting(tx, { team_id, webhook_id: id }),
    store.listTallies(tx, { team_id, webhook_id: id, limit: DAYS_SHOWN }),
  ])
  const days = tallies.map(({ day, attempts, succeeded, duration_ms }) => {
    return { day, attempts, succeeded, average_ms: Math.round(duration_ms / Math.max(attempts, 1)) }
  })
  return { object: 'webhook_statistics', id, waiting: waiting?.count ?? 0, failing_since, days }
}
