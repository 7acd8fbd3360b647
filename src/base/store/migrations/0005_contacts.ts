import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('contacts', table => {
    table.text('id').primary()
    table.text('team_id').notNullable().references('teams.id').onDelete('cascade')
    table.text('email').notNullable()
    // the address in lower case: two contacts are the same if these are equal
    table.text('email_key').notNullable()
    table.text('first_name')
    table.text('last_name')
    table.integer('unsubscribed').notNullable()
    table.text('properties').notNullable()
    table.text('created_at').notNullable()
    table.text('updated_at').notNullable()
    table.unique(['team_id', 'email_key'])
    table.index(['team_id', 'created_at', 'id'])
  })
}
