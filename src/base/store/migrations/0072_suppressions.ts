import type { Knex } from 'knex'
import { NOT_IN_ORDER } from '../postgres/partitions.ts'

/** Addresses that a team's mail does not go to any more. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('suppressions', table => {
    table.uuid('id').primary()
    table.uuid('team_id').notNullable()
    table.text('email').notNullable()
    // the address in lower case, as it is looked for with each attempt to deliver an email
    table.text('email_key').notNullable()
    table.text('origin').notNullable()
    // of the email that caused it
    table.uuid('source_id')
    // what was said about the address then
    table.text('words')
    table.text('created_at').notNullable()
    table.unique(['team_id', 'email_key'])
    table.index(['team_id', 'id'])
    table.index(['team_id', 'origin', 'id'])
  })
  if (knex.client.config.client === 'pg') await knex.raw(`alter table suppressions ${NOT_IN_ORDER}`)
}
