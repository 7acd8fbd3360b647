import type { Knex } from 'knex'
import { NOT_IN_ORDER } from '../postgres/partitions.ts'

/** The audit log: rows are only added, and removed when they expire. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('audit_events', table => {
    table.uuid('id').primary()
    table.uuid('team_id').notNullable()
    table.text('action').notNullable()
    table.text('actor_type').notNullable()
    table.uuid('actor_id')
    // the name at that time, which remains after the actor is removed
    table.text('actor_name')
    table.text('ip')
    table.text('object_id')
    table.text('object_name')
    // JSON: the values before and after, by field name
    table.text('changes').notNullable()
    table.text('request_id')
    table.text('created_at').notNullable()
    table.index(['team_id', 'id'])
    table.index(['team_id', 'action', 'id'])
    table.index(['team_id', 'actor_id', 'id'])
    table.index(['team_id', 'object_id', 'id'])
    // for the sweep
    table.index(['created_at'])
  })
  if (knex.client.config.client === 'pg') await knex.raw(`alter table audit_events ${NOT_IN_ORDER}`)
}
