import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('invitations', table => {
    table.text('id').primary()
    table.text('team_id').notNullable().references('teams.id').onDelete('cascade')
    table.text('email').notNullable()
    table.text('role').notNullable()
    table.text('token_hash').notNullable().unique()
    table.text('invited_by').notNullable().references('users.id').onDelete('cascade')
    table.text('created_at').notNullable()
    table.text('expires_at').notNullable()
    // a new invitation replaces the previous one
    table.unique(['team_id', 'email'])
    table.index(['invited_by'])
    table.index(['expires_at'])
  })
  await knex.schema.alterTable('sessions', table => {
    // the team that the session shows; verified against the memberships each time, so there is no foreign key
    table.text('team_id')
  })
}
