// Tables of webhooks, events, deliveries and attempts. The statements for sending are in `delivery/store.ts`.
import { json, nullable, number, oneOf, text, uuid } from '../../base/store/column.ts'
import { acrossTeams, positionFunction, type SqlBuilder, statement } from '../../base/store/statement.ts'
import { type RecordOf, table } from '../../base/store/table.ts'
import type { DeliveryStatus, WebhookEventType, WebhookStatus } from './rules.ts'

const webhooks = table('webhooks', {
  id: uuid,
  team_id: uuid,
  endpoint: text,
  /** `null`: all types. */
  events: nullable(json<WebhookEventType[]>()),
  status: oneOf<WebhookStatus>(),
  /** Sealed, as is `previous_secret`. */
  secret: text,
  previous_secret: nullable(text),
  /** Until this time both secrets sign. */
  previous_until: nullable(text),
  /** The first failure since the last success; `null`: the last request succeeded. */
  failing_since: nullable(text),
  /** When the team's administrators were last emailed about a failure. */
  failure_told_at: nullable(text),
  /** The reason why the server disabled it. */
  disabled_reason: nullable(text),
  created_at: text,
})

const events = table('webhook_events', {
  seq: number,
  id: uuid,
  team_id: uuid,
  type: oneOf<WebhookEventType>(),
  /** The id of the object. First attempts for one object are made sequentially. */
  about: text,
  /** The bytes of each request, which the signature covers. */
  payload: text,
  created_at: text,
})

const deliveries = table('webhook_deliveries', {
  webhook_id: uuid,
  seq: number,
  event_id: uuid,
  team_id: uuid,
  about: text,
  status: oneOf<DeliveryStatus>(),
  /** Attempts of the schedule, without replays. */
  attempts: number,
  /** `null`: there will be no further attempt. */
  next_attempt_at: nullable(text),
})

const attempts = table('webhook_attempts', {
  id: uuid,
  webhook_id: uuid,
  event_id: uuid,
  team_id: uuid,
  /** 0: there was no response, and `response` contains the reason. */
  http_status_code: number,
  response: text,
  sent_at: text,
  duration_ms: number,
})

export type Webhook = RecordOf<typeof webhooks>
export type WebhookEvent = RecordOf<typeof events>
export type WebhookDelivery = RecordOf<typeof deliveries>
export type WebhookAttempt = RecordOf<typeof attempts>
/** For the statements of `delivery/`. */
export const STORED_WEBHOOKS = { webhooks, events, deliveries, attempts }

// ---- endpoints

export const insertWebhook = webhooks.insert().put
export const listWebhooks = webhooks.list('team_id').page
export const findWebhook = webhooks.find('team_id', 'id').one
export const countWebhooks = statement<{ team_id: string }, { count: number }>((knex, param) =>
  knex(webhooks.name).count({ count: '*' }).where('team_id', param('team_id')),
).one
export const saveWebhook = webhooks.update({ by: ['team_id', 'id'], set: ['endpoint', 'events'] }).put
/** Saves the status and resets the failure record. */
export const saveStatus = webhooks.update({
  by: ['team_id', 'id'],
  set: ['status'],
  to: { failing_since: null, failure_told_at: null, disabled_reason: null },
}).put
export const saveSecrets = webhooks.update({
  by: ['team_id', 'id'],
  set: ['secret', 'previous_secret', 'previous_until'],
}).put
/** Returns whether the webhook existed. */
export const removeWebhook = webhooks.remove('team_id', 'id').did

/** The teams that have webhooks or streams. */
export const listTeamsListening = acrossTeams(
  'at the start, for all teams',
  statement<object, { team_id: string }>(knex =>
    knex(webhooks.name).select('team_id').union(knex('event_streams').select('team_id')),
  ),
).all

// ---- events

const recorded = events.only('id', 'team_id', 'type', 'about', 'payload', 'created_at')
type NewEvent = RecordOf<typeof recorded>
/** `quoted`: the type in double quotes, because it occurs in the JSON list of a webhook's types. */
type WantedEvent = NewEvent & { quoted: string }

/** The condition that a webhook requests a type of event. */
const wanting = (knex: SqlBuilder): string =>
  `webhooks.status = 'enabled' and (webhooks.events is null or ${positionFunction(knex)}(webhooks.events, ?) > 0)`

/** Writes an event, unless no webhook of the team requests it and the team has no streams. */
export const insertEventIfWanted = statement<WantedEvent>((knex, param) =>
  knex.raw(
    `insert into webhook_events (id, team_id, type, about, payload, created_at)
     select ?, ?, ?, ?, ?, ?
     where exists (select 1 from webhooks where webhooks.team_id = ? and ${wanting(knex)})
     or exists (select 1 from event_streams where event_streams.team_id = ?)`,
    (['id', 'team_id', 'type', 'about', 'payload', 'created_at', 'team_id', 'quoted', 'team_id'] as const).map(name =>
      param(name),
    ),
  ),
).put

// '' is `FIRST` of delivery/rules.ts: never attempted, so due immediately
const TO_POST = `insert into webhook_deliveries
  (webhook_id, seq, event_id, team_id, about, status, attempts, next_attempt_at)
  select webhooks.id, event.seq, event.id, event.team_id, event.about, 'pending', 0, ''
  from webhook_events as event join webhooks on webhooks.team_id = event.team_id
  where event.id = ? and event.team_id = ?`

/** Writes a delivery for each webhook that requests an event; none if the event was not written. */
export const insertDeliveries = statement<Pick<WantedEvent, 'id' | 'team_id' | 'quoted'>>((knex, param) =>
  knex.raw(`${TO_POST} and ${wanting(knex)}`, [param('id'), param('team_id'), param('quoted')]),
).put

/** An event for one webhook alone, regardless of the types it requests. */
export const insertEventForOne = recorded.insert().put
export const insertDeliveryToOne = statement<{ id: string; team_id: string; webhook_id: string }>((knex, param) =>
  knex.raw(`${TO_POST} and webhooks.id = ?`, [param('id'), param('team_id'), param('webhook_id')]),
).put

// ---- history

interface AtEndpoint {
  team_id: string
  webhook_id: string
}

/** An event with the state of its delivery to one endpoint. */
const history = deliveries.leftJoin(
  events,
  { id: 'event_id', team_id: 'team_id' },
  { type: events.columns.type, created_at: events.columns.created_at, payload: events.columns.payload },
)
const listed = history.only('event_id', 'type', 'created_at', 'status', 'next_attempt_at')
const shown = history.only('event_id', 'type', 'created_at', 'status', 'next_attempt_at', 'payload')
export type ListedWebhookEvent = RecordOf<typeof listed>
export type WebhookEventDetails = RecordOf<typeof shown>

/** Events before `before_id`, newest first: ids sort by time. */
export const listHistory = listed.query<AtEndpoint & { before_id: string; limit: number }>(
  ({ rows, param, params, knex }) =>
    rows
      .where(params('team_id', 'webhook_id'))
      .andWhere(knex.raw('?? < ?', ['webhook_deliveries.event_id', param('before_id')]))
      .orderBy('webhook_deliveries.event_id', 'desc'),
  'limit :limit',
).all
export const findWebhookEvent = shown.find('team_id', 'webhook_id', 'event_id').one

export const listAttemptsAt = attempts.query<AtEndpoint & { event_id: string; before_id: string; limit: number }>(
  ({ rows, param, params }) =>
    rows
      .where(params('team_id', 'webhook_id', 'event_id'))
      .andWhere('id', '<', param('before_id'))
      .orderBy('id', 'desc'),
  'limit :limit',
).all
export const findAttemptAt = attempts.only('id').find('team_id', 'webhook_id', 'event_id', 'id').one
