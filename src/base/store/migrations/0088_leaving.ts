import type { Knex } from 'knex'

/** Choices of recipients about broadcasts: tracking, and unsubscribing without being a contact. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('contacts', table => {
    table.integer('tracking_allowed').notNullable().defaultTo(1)
  })
  await knex.schema.createTable('departed_addresses', table => {
    table.uuid('team_id').notNullable()
    // a hash: after an erasure the address is not stored, but still receives no email
    table.text('address_hash').notNullable()
    // 1: unsubscribed from everything, regardless of the topic
    table.integer('everything').notNullable()
    // JSON: the ids of the topics that they unsubscribed from
    table.text('topics').notNullable()
    table.text('changed_at').notNullable()
    table.primary(['team_id', 'address_hash'])
  })
}
