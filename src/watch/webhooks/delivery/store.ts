// The SQL of what is posted: what is due for an endpoint, and what came of it.
import { laneWaker } from '../../../base/queue/lanes.ts'
import type { SqlValue, SqlWriter } from '../../../base/store/statement.ts'

/** `next_attempt_at` of what was never tried: it is due at once, and comes in the order of `seq` whatever clocks say. */
export const FIRST = ''

/** The job of the lane of an endpoint. */
const laneColumns = (knex: SqlWriter, team: SqlValue): SqlValue[] => [
  knex.raw('cast(webhooks.id as text) as id'),
  knex.raw(
    `'{"team_id":"' || cast(? as text) || '","webhook_id":"' || cast(webhooks.id as text) || '","destination":"' || cast(webhooks.id as text) || '"}' as payload`,
    [team],
  ),
]

/** The lanes of the endpoints that an event is to be posted to. */
export const wakeForEvent = laneWaker<{ team_id: string; event_id: string }>('post_webhooks', (knex, param) =>
  knex('webhooks')
    .select(laneColumns(knex, param('team_id')))
    .join('webhook_deliveries', 'webhook_deliveries.webhook_id', 'webhooks.id')
    .where('webhooks.team_id', param('team_id'))
    .andWhere('webhooks.status', 'enabled')
    .andWhere('webhook_deliveries.team_id', param('team_id'))
    .andWhere('webhook_deliveries.event_id', param('event_id')),
)

/** The lane of one endpoint. */
export const wakeForWebhook = laneWaker<{ team_id: string; webhook_id: string }>('post_webhooks', (knex, param) =>
  knex('webhooks')
    .select(laneColumns(knex, param('team_id')))
    .where('webhooks.team_id', param('team_id'))
    .andWhere('webhooks.id', param('webhook_id'))
    .andWhere('webhooks.status', 'enabled'),
)
