import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('idempotency_keys', table => {
    table.text('team_id').notNullable().references('teams.id').onDelete('cascade')
    table.text('operation').notNullable()
    table.text('key').notNullable()
    table.text('body_hash').notNullable()
    table.integer('status').notNullable()
    table.text('answer').notNullable()
    table.text('created_at').notNullable()
    table.primary(['team_id', 'operation', 'key'])
    table.index(['created_at'])
  })
}
