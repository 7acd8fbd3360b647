import type { Knex } from 'knex'

/**
 * When an account's address was verified: by the link in a mailed invitation, by an OpenID provider, or by the
 * operator, who sets the address of the first account. `null`: the address is not verified.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('users', table => {
    table.text('email_verified_at')
  })
  const first = await knex('users').select('id', 'created_at').orderBy(['created_at', 'id']).first()
  if (first) await knex('users').where({ id: first.id }).update({ email_verified_at: first.created_at })
}
