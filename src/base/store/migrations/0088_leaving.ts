import type { Knex } from 'knex'

/** What people decide about the mail that goes to many: to be followed in it or not, and to leave when they are no contact. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('contacts', table => {
    table.integer('tracking_allowed').notNullable().defaultTo(1)
  })
  await knex.schema.createTable('departed_addresses', table => {
    table.uuid('team_id').notNullable()
    // a hash, as an erased contact stays erased, and still gets no mail
    table.text('address_hash').notNullable()
    // from all of it, whatever the topic
    table.integer('everything').notNullable()
    // as JSON: the ids of those that they left
    table.text('topics').notNullable()
    table.text('changed_at').notNullable()
    table.primary(['team_id', 'address_hash'])
  })
}
