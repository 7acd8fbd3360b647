// Statistics of the requests to an endpoint.
import type { Schemas } from '../../../../generated/api.ts'
import type { TeamUnit, Tx } from '../../../base/store/database.ts'
import type { Webhook } from '../store.ts'
import * as store from './store.ts'

const DAYS_SHOWN = 30

/** Counts attempts in the unit that writes them. */
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

/** The outcomes of attempts in the last days, newest day first. */
export async function listDays(tx: Tx, { team_id, id }: Webhook): Promise<Schemas['WebhookDay'][]> {
  const tallies = await store.listTallies(tx, { team_id, webhook_id: id, limit: DAYS_SHOWN })
  return tallies.map(({ day, attempts, succeeded, duration_ms }) => {
    return { day, attempts, succeeded, average_ms: Math.round(duration_ms / Math.max(attempts, 1)) }
  })
}

export async function getWebhookStatistics(tx: Tx, webhook: Webhook): Promise<Schemas['WebhookStatistics']> {
  const { team_id, id, failing_since } = webhook
  const [waiting, days] = await Promise.all([
    store.countWaiting(tx, { team_id, webhook_id: id }),
    listDays(tx, webhook),
  ])
  return { object: 'webhook_statistics', id, waiting: waiting?.count ?? 0, failing_since, days }
}
