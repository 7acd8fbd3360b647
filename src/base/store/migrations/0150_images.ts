import type { Knex } from 'knex'

/** Images that a team uploaded for its emails. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('images', table => {
    table.uuid('id').primary()
    table.uuid('team_id').notNullable().references('teams.id').onDelete('cascade')
    // the part of its address that cannot be guessed
    table.text('token').notNullable().unique()
    table.text('filename').notNullable()
    table.text('content_type').notNullable()
    table.uuid('blob_id').notNullable()
    table.integer('bytes').notNullable()
    table.text('created_at').notNullable()
    table.unique(['team_id', 'blob_id'])
    table.index(['team_id', 'id'])
  })
}
