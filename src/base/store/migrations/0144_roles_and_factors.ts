import type { Knex } from 'knex'

/**
 * Roles of five kinds: who was a member is a developer, and the admin who joined a team first is its owner. A server of the
 * version before, which still writes `member`, is understood. Then second factors of a login, and where sessions were begun.
 */
export async function up(knex: Knex): Promise<void> {
  for (const name of ['memberships', 'invitations'])
    await knex(name).where({ role: 'member' }).update({ role: 'developer' })
  // rows of owners are among the earlier ones, because a database may find the rows that it has changed already
  const earlier = knex('memberships as earlier')
    .select('earlier.user_id')
    .whereRaw('earlier.team_id = memberships.team_id')
    .whereIn('earlier.role', ['admin', 'owner'])
    .whereRaw('(earlier.created_at, earlier.user_id) < (memberships.created_at, memberships.user_id)')
  await knex('memberships').where({ role: 'admin' }).whereNotExists(earlier).update({ role: 'owner' })

  await knex.schema.alterTable('teams', table => {
    table.integer('needs_two_factors').notNullable().defaultTo(0)
  })
  await knex.schema.alterTable('sessions', table => {
    // as the browser names itself, and the address that it came from
    table.text('user_agent')
    table.text('ip')
  })
  await knex.schema.createTable('totp_factors', table => {
    table.uuid('user_id').primary().references('users.id').onDelete('cascade')
    // sealed
    table.text('secret').notNullable()
    // null until a first code has shown that the app of the person has the secret
    table.text('confirmed_at')
    // the time step of the last code that was taken (RFC 6238 5.2: a code is taken once)
    table.integer('last_step').notNullable()
  })
  await knex.schema.createTable('recovery_codes', table => {
    table.uuid('user_id').notNullable().references('users.id').onDelete('cascade')
    table.text('code_hash').notNullable()
    table.primary(['user_id', 'code_hash'])
  })
}
