import type { Knex } from 'knex'

/** Passkeys (WebAuthn): the public keys used to log in. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('passkeys', table => {
    // chosen by the authenticator, in base64url; no two people can have the same one
    table.text('credential_id').primary()
    table.uuid('user_id').notNullable().references('users.id').onDelete('cascade')
    table.text('name').notNullable()
    // a COSE key, in base64url
    table.text('public_key').notNullable()
    // signature counter; an unsigned 32-bit number
    table.bigInteger('counter').notNullable()
    table.text('created_at').notNullable()
    table.text('last_used_at')
    table.index(['user_id', 'created_at'])
  })
}
