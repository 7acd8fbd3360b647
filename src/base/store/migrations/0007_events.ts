import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('events', table => {
    table.text('id').primary()
    table.text('team_id').notNullable().references('teams.id').onDelete('cascade')
    table.text('name').notNullable()
    table.text('schema')
    table.text('created_at').notNullable()
    table.text('updated_at').notNullable()
    table.unique(['team_id', 'name'])
    table.index(['team_id', 'created_at', 'id'])
  })
}
