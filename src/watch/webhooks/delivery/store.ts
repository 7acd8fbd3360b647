// The SQL of what is posted: what is due for an endpoint, and what came of it.
import { laneWaker } from '../../../base/queue/lanes.ts'
import { text } from '../../../base/store/column.ts'
import { acrossTeams, knownTeam, type Param, type SqlRows, type SqlWriter } from '../../../base/store/statement.ts'
import type { RecordOf } from '../../../base/store/table.ts'
import type { DeliveryStatus } from '../rules.ts'
import { STORED_WEBHOOKS } from '../store.ts'
import { FIRST } from './rules.ts'

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

/** The lanes of the endpoints that an event is to be posted to. */
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

/** The lane of one endpoint. */
export const wakeForWebhook = laneWaker<Posting, 'post_webhooks'>('post_webhooks', (knex, param) =>
  knex('webhooks')
    .select('webhooks.id')
    .where('webhooks.team_id', param('of_team_id'))
    .andWhere('webhooks.id', param('webhook_id'))
    .andWhere('webhooks.status', 'enabled'),
)

// ---- what is due

/** What is to be posted to an endpoint. */
export interface Due {
  seq: number
  event_id: string
  about: string
  status: DeliveryStatus
  attempts: number
  next_attempt_at: string | null
  /** The bytes that are signed. */
  payload: string
}

const due = deliveries
  .only('seq', 'event_id', 'about', 'status', 'attempts', 'next_attempt_at')
  .leftJoin(events, { seq: 'seq' }, { payload: text })

const ofEndpoint = (rows: SqlRows, knex: SqlWriter, param: Param<Posting>): SqlRows => {
  const team_id = param('team_id')
  return rows
    .where('webhook_deliveries.webhook_id', param('webhook_id'))
    .andWhere(knownTeam(knex, { 'webhook_deliveries.team_id': team_id, 'webhook_events.team_id': team_id }))
}

/** What was never tried, behind a place, in the order in which it happened. */
export const listFirst = due.query<Posting & { after: number; limit: number }>(
  ({ rows, knex, param }) =>
    ofEndpoint(rows, knex, param)
      .andWhere('webhook_deliveries.next_attempt_at', FIRST)
      .andWhere('webhook_deliveries.seq', '>', param('after'))
      .orderBy('webhook_deliveries.seq'),
  'limit :limit',
).all

/** What is due to be tried again. */
export const listRetries = due.query<Posting & { now: string; limit: number }>(
  ({ rows, knex, param }) =>
    ofEndpoint(rows, knex, param)
      .andWhere('webhook_deliveries.next_attempt_at', '>', FIRST)
      .andWhere('webhook_deliveries.next_attempt_at', '<=', param('now'))
      .orderBy(['webhook_deliveries.next_attempt_at', 'webhook_deliveries.seq']),
  'limit :limit',
).all

/** When something is due next; `FIRST`: at once. */
export const findNextPost = deliveries
  .only('next_attempt_at')
  .query<Posting, { next_attempt_at: string }>(
    ({ rows, params }) =>
      rows.where(params('webhook_id', 'team_id')).andWhere('next_attempt_at', '>=', FIRST).orderBy('next_attempt_at'),
    'limit 1',
  ).one

// ---- what came of it

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

/** A replay changes nothing but that what has failed has succeeded after all. */
export const saveReplayed = deliveries.update({
  by: ['team_id', 'webhook_id', 'event_id'],
  where: { status: 'failed' },
  to: { status: 'success' },
}).put

/** So many are looked at for those that have failed. */
export const REPLAYS_LOOKED_MAX = 500

/** The next ones behind a place. */
export const listBehind = deliveries
  .only('seq', 'event_id', 'status')
  .leftJoin(events, { seq: 'seq' }, { created_at: text })
  .query<Posting & { after: number }>(
    ({ rows, knex, param }) =>
      ofEndpoint(rows, knex, param)
        .andWhere('webhook_deliveries.team_id', param('team_id'))
        .andWhere('webhook_deliveries.seq', '>', param('after'))
        .orderBy('webhook_deliveries.seq'),
    `limit ${REPLAYS_LOOKED_MAX}`,
  ).all

// ---- what goes

export const removeSomeDeliveries = deliveries.removeSome({
  key: ['webhook_id', 'seq'],
  by: ['team_id', 'webhook_id'],
}).more
export const removeSomeAttempts = attempts.removeSome({ key: ['id'], by: ['team_id', 'webhook_id'] }).more

const OLD_MAX = 50

/** The first events of all, in the order in which they happened. */
export const listOldest = acrossTeams(
  'a sweep',
  events
    .only('seq', 'id', 'team_id', 'created_at')
    .query<object>(({ rows }) => rows.orderBy('seq'), `limit ${OLD_MAX}`),
).all

export const removeEvent = events.remove('team_id', 'seq').put

type OfEvent = { team_id: string; id: string }

/** At all endpoints that are there; those of others are removed with them. */
function removalOf({ rows, knex, param }: { rows: SqlRows; knex: SqlWriter; param: Param<OfEvent> }): SqlRows {
  const endpoints = knex('webhooks').select('id').where('team_id', param('team_id'))
  return rows
    .where('team_id', param('team_id'))
    .whereIn('webhook_id', endpoints)
    .andWhere('event_id', param('id'))
    .delete()
}

export const removeDeliveriesOf = deliveries.write<OfEvent>(removalOf).put
export const removeAttemptsOf = attempts.write<OfEvent>(removalOf).put
