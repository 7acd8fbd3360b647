// Endpoints, what happened, what is left to post of it, and each attempt. `delivery/` writes what posting comes to.
import { json, nullable, number, oneOf, text, uuid } from '../../base/store/column.ts'
import { acrossTeams, positionFunction, type SqlWriter, statement } from '../../base/store/statement.ts'
import { type RecordOf, table } from '../../base/store/table.ts'
import type { DeliveryStatus, WebhookEventType, WebhookStatus } from './rules.ts'

const webhooks = table('webhooks', {
  id: uuid,
  team_id: uuid,
  endpoint: text,
  /** `null`: all. */
  events: nullable(json<WebhookEventType[]>()),
  status: oneOf<WebhookStatus>(),
  /** Sealed, as the one before. */
  secret: text,
  previous_secret: nullable(text),
  /** Until then both sign. */
  previous_until: nullable(text),
  /** Since then there were only failures. */
  failing_since: nullable(text),
  /** When the team's administrators were told of that. */
  failure_told_at: nullable(text),
  /** Why the server disabled it. */
  disabled_reason: nullable(text),
  created_at: text,
})

const events = table('webhook_events', {
  seq: number,
  id: uuid,
  team_id: uuid,
  type: oneOf<WebhookEventType>(),
  /** Of what: events of one object are posted one after the other. */
  about: text,
  /** The exact bytes that are signed. */
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
  /** Those of the schedule. */
  attempts: number,
  /** `null`: there will be none. */
  next_attempt_at: nullable(text),
})

const attempts = table('webhook_attempts', {
  id: uuid,
  webhook_id: uuid,
  event_id: uuid,
  team_id: uuid,
  /** 0: no answer came, and `response` says why. */
  http_status_code: number,
  response: text,
  sent_at: text,
  duration_ms: number,
})

export type Webhook = RecordOf<typeof webhooks>
export type WebhookEvent = RecordOf<typeof events>
export type WebhookDelivery = RecordOf<typeof deliveries>
export type WebhookAttempt = RecordOf<typeof attempts>
/** For delivery. */
export const STORED_WEBHOOKS = { webhooks, events, deliveries, attempts }

// ---- endpoints

export const insertWebhook = webhooks.insert().put
export const listWebhooks = webhooks.list('team_id').page
export const findWebhook = webhooks.find('team_id', 'id').one
export const countWebhooks = statement<{ team_id: string }, { count: number }>((knex, param) =>
  knex(webhooks.name).count({ count: '*' }).where('team_id', param('team_id')),
).one
export const saveWebhook = webhooks.update({ by: ['team_id', 'id'], set: ['endpoint', 'events'] }).put
/** Also forgets what its failures have come to. */
export const saveStatus = webhooks.update({
  by: ['team_id', 'id'],
  set: ['status'],
  to: { failing_since: null, failure_told_at: null, disabled_reason: null },
}).put
export const saveSecrets = webhooks.update({
  by: ['team_id', 'id'],
  set: ['secret', 'previous_secret', 'previous_until'],
}).put
/** Whether there was one. */
export const removeWebhook = webhooks.remove('team_id', 'id').did

/** The teams that have endpoints, or pull their events. */
export const listTeamsListening = acrossTeams(
  'at the start, for all teams',
  statement<object, { team_id: string }>(knex =>
    knex(webhooks.name).select('team_id').union(knex('event_streams').select('team_id')),
  ),
).all

// ---- what happened

const recorded = events.only('id', 'team_id', 'type', 'about', 'payload', 'created_at')
type NewEvent = RecordOf<typeof recorded>
/** `quoted`: the type in double quotes, as it stands in the list of an endpoint. */
type Heard = NewEvent & { quoted: string }

/** Of endpoints that want events of a type. */
const wanting = (knex: SqlWriter): string =>
  `webhooks.status = 'enabled' and (webhooks.events is null or ${positionFunction(knex)}(webhooks.events, ?) > 0)`

/** Does nothing when no endpoint of the team wants it, and the team pulls no events. */
export const insertHeard = statement<Heard>((knex, param) =>
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

// due at once: '' is the time of what was never tried (`FIRST` of delivery)
const TO_POST = `insert into webhook_deliveries
  (webhook_id, seq, event_id, team_id, about, status, attempts, next_attempt_at)
  select webhooks.id, event.seq, event.id, event.team_id, event.about, 'pending', 0, ''
  from webhook_events as event join webhooks on webhooks.team_id = event.team_id
  where event.id = ? and event.team_id = ?`

/** What each endpoint that wants an event is to get; nothing when the event was not written down. */
export const insertDeliveries = statement<Pick<Heard, 'id' | 'team_id' | 'quoted'>>((knex, param) =>
  knex.raw(`${TO_POST} and ${wanting(knex)}`, [param('id'), param('team_id'), param('quoted')]),
).put

/** An event for one endpoint alone, whatever it wants. */
export const insertEventForOne = recorded.insert().put
export const insertDeliveryToOne = statement<{ id: string; team_id: string; webhook_id: string }>((knex, param) =>
  knex.raw(`${TO_POST} and webhooks.id = ?`, [param('id'), param('team_id'), param('webhook_id')]),
).put

// ---- looking it up

interface AtEndpoint {
  team_id: string
  webhook_id: string
}

/** An event with what became of it at one endpoint; behind the last one of a page. */
const history = deliveries.leftJoin(
  events,
  { id: 'event_id', team_id: 'team_id' },
  { type: events.columns.type, created_at: events.columns.created_at, payload: events.columns.payload },
)
const listed = history.only('event_id', 'type', 'created_at', 'status', 'next_attempt_at')
const shown = history.only('event_id', 'type', 'created_at', 'status', 'next_attempt_at', 'payload')
export type ListedWebhookEvent = RecordOf<typeof listed>
export type ShownWebhookEvent = RecordOf<typeof shown>

/** The newest first, from the one before `before_id` on. Ids are in the order of time. */
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
