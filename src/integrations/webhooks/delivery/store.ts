// Statements for webhook deliveries: due deliveries, outcomes, replays and removal.
import { laneWaker } from '../../../base/queue/lanes.ts'
import { text } from '../../../base/store/column.ts'
import { acrossTeams, knownTeam, type Param, type SqlRows, type SqlBuilder } from '../../../base/store/statement.ts'
import type { RecordOf } from '../../../base/store/table.ts'
import type { DeliveryStatus } from '../rules.ts'
import { STORED_WEBHOOKS } from '../store.ts'
import { FIRST_ATTEMPT } from './rules.ts'

const { webhooks, events, deliveries, attempts } = STORED_WEBHOOKS

interface Posting {
  team_id: string
  webhook_id: string
}

const endpoints = webhooks.only(
  'id',
  'team_id',
  'endpoint',
  'status',
  'secret',
  'previous_secret',
  'previous_until',
  'failing_since',
  'failure_told_at',
)
export type Endpoint = RecordOf<typeof endpoints>
export const findEndpoint = endpoints.find('team_id', 'id').one

// ---- lanes

/** Wakes the lanes of the endpoints that will receive an event. */
export const wakeForEvent = laneWaker<{ team_id: string; event_id: string }, 'post_webhooks'>(
  'post_webhooks',
  (knex, param) =>
    knex('webhooks')
      .select('webhooks.id')
      .join('webhook_deliveries', 'webhook_deliveries.webhook_id', 'webhooks.id')
      .where('webhooks.team_id', param('of_team_id'))
      .andWhere('webhooks.status', 'enabled')
      .andWhere('webhook_deliveries.team_id', param('of_team_id'))
      .andWhere('webhook_deliveries.event_id', param('event_id')),
)

/** Wakes the lane of one endpoint. */
export const wakeForWebhook = laneWaker<Posting, 'post_webhooks'>('post_webhooks', (knex, param) =>
  knex('webhooks')
    .select('webhooks.id')
    .where('webhooks.team_id', param('of_team_id'))
    .andWhere('webhooks.id', param('webhook_id'))
    .andWhere('webhooks.status', 'enabled'),
)

// ---- what is due

/** A delivery with its payload. */
export interface DueDelivery {
  seq: number
  event_id: string
  about: string
  status: DeliveryStatus
  attempts: number
  next_attempt_at: string | null
  /** The request body, which the signature covers. */
  payload: string
}

const due = deliveries
  .only('seq', 'event_id', 'about', 'status', 'attempts', 'next_attempt_at')
  .leftJoin(events, { seq: 'seq' }, { payload: text })

const ofEndpoint = (rows: SqlRows, knex: SqlBuilder, param: Param<Posting>): SqlRows => {
  const team_id = param('team_id')
  return rows
    .where('webhook_deliveries.webhook_id', param('webhook_id'))
    .andWhere(knownTeam(knex, { 'webhook_deliveries.team_id': team_id, 'webhook_events.team_id': team_id }))
}

/** Deliveries without an attempt and with a greater `seq`, in the order of the events. */
export const listFirstAttempts = due.query<Posting & { after: number; limit: number }>(
  ({ rows, knex, param }) =>
    ofEndpoint(rows, knex, param)
      .andWhere('webhook_deliveries.next_attempt_at', FIRST_ATTEMPT)
      .andWhere('webhook_deliveries.seq', '>', param('after'))
      .orderBy('webhook_deliveries.seq'),
  'limit :limit',
).all

/** Retries that are due. */
export const listRetries = due.query<Posting & { now: string; limit: number }>(
  ({ rows, knex, param }) =>
    ofEndpoint(rows, knex, param)
      .andWhere('webhook_deliveries.next_attempt_at', '>', FIRST_ATTEMPT)
      .andWhere('webhook_deliveries.next_attempt_at', '<=', param('now'))
      .orderBy(['webhook_deliveries.next_attempt_at', 'webhook_deliveries.seq']),
  'limit :limit',
).all

/** When the next delivery is due; `FIRST_ATTEMPT`: immediately. */
export const findNextPost = deliveries
  .only('next_attempt_at')
  .query<Posting, { next_attempt_at: string }>(
    ({ rows, params }) =>
      rows
        .where(params('webhook_id', 'team_id'))
        .andWhere('next_attempt_at', '>=', FIRST_ATTEMPT)
        .orderBy('next_attempt_at'),
    'limit 1',
  ).one

// ---- outcomes

export const savePosted = deliveries.update({
  by: ['webhook_id', 'seq', 'team_id'],
  set: ['status', 'attempts', 'next_attempt_at'],
}).put
export const insertPost = attempts.insert().put
export const saveHealth = webhooks.update({
  by: ['team_id', 'id'],
  where: { status: 'enabled' },
  set: ['failing_since', 'failure_told_at'],
}).put
export const disableEndpoint = webhooks.update({
  by: ['team_id', 'id'],
  where: { status: 'enabled' },
  set: ['failing_since', 'failure_told_at', 'disabled_reason'],
  to: { status: 'disabled' },
}).put

// ---- replays

export const findDelivery = due.query<Posting & { event_id: string }>(({ rows, knex, param }) =>
  ofEndpoint(rows, knex, param)
    .andWhere('webhook_deliveries.team_id', param('team_id'))
    .andWhere('webhook_deliveries.event_id', param('event_id')),
).one

/** A replay that succeeds turns a failed delivery into a success; otherwise replays do not change deliveries. */
export const saveReplay = deliveries.update({
  by: ['team_id', 'webhook_id', 'event_id'],
  where: { status: 'failed' },
  to: { status: 'success' },
}).put

/** Maximum number of deliveries that one job reads to find the failed ones. */
export const REPLAYS_EXAMINED_MAX = 500

/** The next deliveries after a `seq`. */
export const listDeliveriesAfter = deliveries
  .only('seq', 'event_id', 'status')
  .leftJoin(events, { seq: 'seq' }, { created_at: text })
  .query<Posting & { after: number }>(
    ({ rows, knex, param }) =>
      ofEndpoint(rows, knex, param)
        .andWhere('webhook_deliveries.team_id', param('team_id'))
        .andWhere('webhook_deliveries.seq', '>', param('after'))
        .orderBy('webhook_deliveries.seq'),
    `limit ${REPLAYS_EXAMINED_MAX}`,
  ).all

// ---- removal

export const removeSomeDeliveries = deliveries.removeSome({
  key: ['webhook_id', 'seq'],
  by: ['team_id', 'webhook_id'],
}).more
export const removeSomeAttempts = attempts.removeSome({ key: ['id'], by: ['team_id', 'webhook_id'] }).more

const OLD_MAX = 50

/** The oldest events of all teams. */
export const listOldestEvents = acrossTeams(
  'a sweep',
  events
    .only('seq', 'id', 'team_id', 'created_at')
    .query<object>(({ rows }) => rows.orderBy('seq'), `limit ${OLD_MAX}`),
).all

export const removeWebhookEvent = events.remove('team_id', 'seq').put

type OfEvent = { team_id: string; id: string }

/** Removes rows of an event at all existing endpoints; `drop_webhook` removes rows of deleted endpoints. */
function removalOf({ rows, knex, param }: { rows: SqlRows; knex: SqlBuilder; param: Param<OfEvent> }): SqlRows {
  const endpoints = knex('webhooks').select('id').where('team_id', param('team_id'))
  return rows
    .where('team_id', param('team_id'))
    .whereIn('webhook_id', endpoints)
    .andWhere('event_id', param('id'))
    .delete()
}

export const removeDeliveriesOf = deliveries.write<OfEvent>(removalOf).put
export const removeAttemptsOf = attempts.write<OfEvent>(removalOf).put
