import { statement } from '../../../base/store/statement.ts'
import { STORED_WEBHOOKS } from '../store.ts'

const { events } = STORED_WEBHOOKS

/** Events that one unit of work reads. */
export const EVENTS_AT_ONCE = 100

/** The next events, the oldest first. */
export const listPayloadsAfter = events
  .only('seq', 'id', 'payload')
  .query<{ team_id: string; after: number }>(
    ({ rows, param, params }) => rows.where(params('team_id')).andWhere('seq', '>', param('after')).orderBy('seq'),
    `limit ${EVENTS_AT_ONCE}`,
  ).all

/**
 * Finds an enabled endpoint for which an event is still pending. Disabled ones do not count: they may never be enabled
 * again.
 */
export const findOpenDelivery = statement<{ team_id: string; id: string }, { webhook_id: string }>(
  (knex, param) =>
    knex('webhooks')
      .select('webhook_deliveries.webhook_id')
      .join('webhook_deliveries', 'webhook_deliveries.webhook_id', 'webhooks.id')
      .where('webhooks.team_id', param('team_id'))
      .andWhere('webhooks.status', 'enabled')
      .andWhere('webhook_deliveries.team_id', param('team_id'))
      .andWhere('webhook_deliveries.event_id', param('id'))
      .whereNotNull('webhook_deliveries.next_attempt_at'),
  'limit 1',
).one

/** Empties an event. With `about` set to its own id it is excluded from streams, like a test. */
export const clearEvent = events.update({ by: ['team_id', 'seq'], set: ['about'], to: { payload: '' } }).put
