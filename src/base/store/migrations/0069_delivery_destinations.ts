import type { Knex } from 'knex'

/** The recent state of mail destinations, and the pauses that an operator has set. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('delivery_destinations', table => {
    // a domain, or `relay:` and its name
    table.text('name').primary()
    table.integer('concurrency').notNullable()
    table.text('rests_until').nullable()
    table.integer('failures').notNullable()
    table.integer('code').nullable()
    table.text('reply_text').nullable()
    table.text('host').nullable()
    table.text('tls').nullable()
    table.text('delivered_at').nullable()
    table.text('replied_at').notNullable()
    table.text('updated_at').notNullable()
    table.index(['updated_at'])
  })
  await knex.schema.createTable('delivery_pauses', table => {
    table.uuid('id').primary()
    table.text('scope').notNullable()
    // empty if the scope has no names
    table.text('name').notNullable()
    table.text('reason').nullable()
    table.text('created_at').notNullable()
    table.unique(['scope', 'name'])
  })
}
