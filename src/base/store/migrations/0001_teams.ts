import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('teams', table => {
    table.text('id').primary()
    table.text('name').notNullable()
    table.text('created_at').notNullable()
  })
  await knex.schema.createTable('users', table => {
    table.text('id').primary()
    table.text('email').notNullable().unique()
    table.text('name').notNullable()
    table.text('password_hash').notNullable()
    table.text('created_at').notNullable()
  })
  await knex.schema.createTable('memberships', table => {
    table.text('team_id').notNullable().references('teams.id').onDelete('cascade')
    table.text('user_id').notNullable().references('users.id').onDelete('cascade')
    table.text('role').notNullable()
    table.text('created_at').notNullable()
    table.primary(['team_id', 'user_id'])
    table.index(['user_id'])
  })
  await knex.schema.createTable('sessions', table => {
    table.text('token_hash').primary()
    table.text('user_id').notNullable().references('users.id').onDelete('cascade')
    table.text('created_at').notNullable()
    table.text('last_seen_at').notNullable()
    table.text('expires_at').notNullable()
    table.index(['user_id'])
    table.index(['expires_at'])
  })
  // random secrets of the server, generated once and never shown, such as the key of its form tokens
  await knex.schema.createTable('server_secrets', table => {
    table.text('name').primary()
    table.text('value').notNullable()
    table.text('created_at').notNullable()
  })
}
