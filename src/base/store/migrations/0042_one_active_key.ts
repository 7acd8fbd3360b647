import type { Knex } from 'knex'

/** Ensures that one key signs, regardless of how many processes rotate simultaneously. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('oauth_signing_keys', table => {
    table.unique(['status'], {
      indexName: 'oauth_signing_keys_active',
      predicate: knex.whereRaw("status = 'active'"),
      useConstraint: false,
    })
  })
}
