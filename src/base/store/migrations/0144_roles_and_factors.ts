import type { Knex } from 'knex'

/**
 * Five roles: members become developers, and the admin who joined a team first becomes its owner. A server of the previous
 * version, which still writes `member`, is supported. Also second factors of a login, and the origin of sessions.
 */
export async function up(knex: Knex): Promise<void> {
  for (const name of ['memberships', 'invitations'])
    await knex(name).where({ role: 'member' }).update({ role: 'developer' })
  // rows of owners are among the earlier ones, because a database may scan rows that it has already changed
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
    // the browser's user agent and address
    table.text('user_agent')
    table.text('ip')
  })
  await knex.schema.createTable('totp_factors', table => {
    table.uuid('user_id').primary().references('users.id').onDelete('cascade')
    // sealed
    table.text('secret').notNullable()
    // null until a first code has proved that the person's app has the secret
    table.text('confirmed_at')
    // the time step of the last accepted code (RFC 6238 5.2: a code is accepted once)
    table.integer('last_step').notNullable()
  })
  await knex.schema.createTable('recovery_codes', table => {
    table.uuid('user_id').notNullable().references('users.id').onDelete('cascade')
    table.text('code_hash').notNullable()
    table.primary(['user_id', 'code_hash'])
  })
}
