import type { Knex } from 'knex'

/**
 * Clients that describe themselves in a document at the URL that is their id, the keys of clients, and how the client of a code
 * or grant authenticates.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('oauth_clients', table => {
    table.text('document_url').unique()
    table.text('jwks')
    table.text('jwks_uri')
  })
  for (const name of ['oauth_codes', 'oauth_grants'])
    await knex.schema.alterTable(name, table => {
      table.text('client_auth')
    })
}
