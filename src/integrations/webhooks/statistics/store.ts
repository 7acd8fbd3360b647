// Tallies of attempts by endpoint and UTC day. The unit that writes the attempts also updates them, so they are exact.
import { number, text, uuid } from '../../../base/store/column.ts'
import { statement } from '../../../base/store/statement.ts'
import { type RecordOf, table } from '../../../base/store/table.ts'
import { STORED_WEBHOOKS } from '../store.ts'

const tallies = table('webhook_tallies', {
  webhook_id: uuid,
  day: text,
  team_id: uuid,
  attempts: number,
  succeeded: number,
  duration_ms: number,
})

type WebhookTally = RecordOf<typeof tallies>

/** Adds some attempts to the tally of a day. */
export const addAttempts = tallies.write<WebhookTally>(({ rows, param, knex }) => {
  const more = (name: 'attempts' | 'succeeded' | 'duration_ms') =>
    knex.raw('?? + ??', [`${tallies.name}.${name}`, `excluded.${name}`])
  return rows
    .insert(Object.fromEntries(tallies.names.map(name => [name, param(name)])))
    .onConflict(tallies.conflict(knex, 'webhook_id', 'day'))
    .merge({ attempts: more('attempts'), succeeded: more('succeeded'), duration_ms: more('duration_ms') })
}).put

/** Tallies, the newest day first. */
export const listTallies = tallies.query<{ team_id: string; webhook_id: string; limit: number }>(
  ({ rows, params }) => rows.where(params('team_id', 'webhook_id')).orderBy('day', 'desc'),
  'limit :limit',
).all

export const removeTallies = tallies.remove('team_id', 'webhook_id').put

/** Deliveries above this number are not counted. */
export const WAITING_COUNTED_MAX = 10_000

export const countWaiting = statement<{ team_id: string; webhook_id: string }, { count: number }>((knex, param) => {
  const waiting = knex(STORED_WEBHOOKS.deliveries.name)
    .select('seq')
    .where({ team_id: param('team_id'), webhook_id: param('webhook_id') })
    .whereNotNull('next_attempt_at')
    .limit(WAITING_COUNTED_MAX)
  return knex.count({ count: '*' }).from(waiting.as('waiting'))
}).one
