import type { Knex } from 'knex'

/** Choices of people about broadcasts: tracking, and unsubscribing while they are no contact. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('contacts', table => {
    table.integer('tracking_allowed').notNullable().defaultTo(1)
  })
  await knex.schema.createTable('departed_addresses', table => {
    table.uuid('team_id').notNullable()
    // a hash: after an erasure the address is not kept, and still gets no mail
    table.text('address_hash').notNullable()
    // 1: unsubscribed from everything, whatever the topic
    table.integer('everything').notNullable()
    // JSON: the ids of the topics that they left
    table.text('topics').notNullable()
    table.text('changed_at').notNullable()
    table.primary(['team_id', 'address_hash'])
  })
}
