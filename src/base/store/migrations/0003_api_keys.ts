import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('api_keys', table => {
    table.text('id').primary()
    table.text('team_id').notNullable().references('teams.id').onDelete('cascade')
    table.text('name').notNullable()
    table.text('permission').notNullable()
    table.text('domain_id')
    table.text('token_hash').notNullable().unique()
    table.text('created_at').notNullable()
    table.text('last_used_at')
    table.index(['team_id', 'created_at', 'id'])
  })
}
