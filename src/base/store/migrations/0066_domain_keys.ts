import type { Knex } from 'knex'

/** The keys that sign email of a domain (DKIM). */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('domain_keys', table => {
    table.uuid('id').primary()
    table.uuid('team_id').notNullable()
    table.uuid('domain_id').notNullable()
    table.text('selector').notNullable()
    table.text('algorithm').notNullable()
    // in the form used in DNS
    table.text('public_key').notNullable()
    // the private key, encrypted
    table.text('sealed').notNullable()
    table.text('state').notNullable()
    table.text('created_at').notNullable()
    table.text('retired_at')
    table.index(['domain_id', 'team_id'])
  })
}
