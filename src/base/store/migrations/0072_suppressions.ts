import type { Knex } from 'knex'
import { NOT_IN_ORDER } from '../postgres/partitions.ts'

/** Addresses that a team no longer sends to. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('suppressions', table => {
    table.uuid('id').primary()
    table.uuid('team_id').notNullable()
    table.text('email').notNullable()
    // the address in lower case: each attempt to deliver an email looks it up
    table.text('email_key').notNullable()
    table.text('origin').notNullable()
    // the email that caused it
    table.uuid('source_id')
    // the text about the address at that time
    table.text('words')
    table.text('created_at').notNullable()
    table.unique(['team_id', 'email_key'])
    table.index(['team_id', 'id'])
    table.index(['team_id', 'origin', 'id'])
  })
  if (knex.client.config.client === 'pg') await knex.raw(`alter table suppressions ${NOT_IN_ORDER}`)
}
