import type { Knex } from 'knex'
import { NOT_IN_ORDER } from '../postgres/partitions.ts'

/** Webhooks of teams, their events, pending deliveries, and every attempt. */
export async function up(knex: Knex): Promise<void> {
  const onPostgres = knex.client.config.client === 'pg'
  await knex.schema.createTable('webhooks', table => {
    table.uuid('id').primary()
    table.uuid('team_id').notNullable()
    table.text('endpoint').notNullable()
    // a JSON list of event types; null: all
    table.text('events')
    table.text('status').notNullable()
    // sealed and not hashed, because it signs and its team can read it again
    table.text('secret').notNullable()
    // after a rotation it signs in addition to the new one until the given time
    table.text('previous_secret')
    table.text('previous_until')
    // time of the first failure without a success since; null after a success
    table.text('failing_since')
    // when its administrators were notified of that
    table.text('failure_told_at')
    // why the server disabled it
    table.text('disabled_reason')
    table.text('created_at').notNullable()
    table.index(['team_id', 'id'])
  })
  await knex.schema.createTable('webhook_events', table => {
    // the order in which events are sent and streamed
    table.bigIncrements('seq')
    table.uuid('id').notNullable().unique()
    table.uuid('team_id').notNullable()
    table.text('type').notNullable()
    // the object of the event: events of one object are sent sequentially
    table.text('about').notNullable()
    // the exact bytes that are signed
    table.text('payload').notNullable()
    table.text('created_at').notNullable()
    table.index(['team_id', 'seq'])
  })
  await knex.schema.createTable('webhook_deliveries', table => {
    table.uuid('webhook_id').notNullable()
    table.bigInteger('seq').notNullable()
    table.uuid('event_id').notNullable()
    table.uuid('team_id').notNullable()
    table.text('about').notNullable()
    table.text('status').notNullable()
    // attempts of the schedule; replays are not counted
    table.integer('attempts').notNullable().defaultTo(0)
    // null: no further attempt
    table.text('next_attempt_at')
    table.primary(['webhook_id', 'seq'])
    table.unique(['webhook_id', 'event_id'])
    table.index(['webhook_id', 'next_attempt_at', 'seq'], 'webhook_deliveries_due', {
      predicate: knex.whereNotNull('next_attempt_at'),
    })
  })
  await knex.schema.createTable('webhook_attempts', table => {
    table.uuid('id').primary()
    table.uuid('webhook_id').notNullable()
    table.uuid('event_id').notNullable()
    table.uuid('team_id').notNullable()
    // 0 without a response: `response` then contains the reason
    table.integer('http_status_code').notNullable()
    table.text('response').notNullable()
    table.text('sent_at').notNullable()
    table.integer('duration_ms').notNullable()
    table.index(['webhook_id', 'event_id', 'id'])
  })
  if (!onPostgres) return
  // events of open transactions become visible later: a stream only reads up to the oldest of these
  await knex.raw('alter table webhook_events add column xid xid8 not null default pg_current_xact_id()')
  for (const each of ['webhooks', 'webhook_attempts']) await knex.raw(`alter table ${each} ${NOT_IN_ORDER}`)
}
