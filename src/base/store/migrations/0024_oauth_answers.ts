import type { Knex } from 'knex'

/**
 * A request for access is now sent sealed and not stored; only the fact that it was answered is. Requests in progress
 * during the upgrade (at most ten minutes old) are lost: the person starts again at the client.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.dropTable('oauth_authorization_requests')
  await knex.schema.createTable('oauth_answers', table => {
    table.text('request_id').primary()
    table.text('expires_at').notNullable()
    table.index(['expires_at'])
  })
}
