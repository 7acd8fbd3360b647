import type { Knex } from 'knex'

/**
 * A request for access travels sealed now and is not kept; only that it was answered is. Requests that are under way
 * during the upgrade, at most ten minutes of them, are lost: the person starts again at the client.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.dropTable('oauth_authorization_requests')
  await knex.schema.createTable('oauth_answers', table => {
    table.text('request_id').primary()
    table.text('expires_at').notNullable()
    table.index(['expires_at'])
  })
}
