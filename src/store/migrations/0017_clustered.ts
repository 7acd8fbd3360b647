import type { Knex } from 'knex'

/**
 * On SQLite a table with a text key is two trees to write, one of rows and one of keys, unless its rows lie in the key.
 * That is better for small rows that come and go: each is written several times in its life.
 */
export async function up(knex: Knex): Promise<void> {
  if (knex.client.config.client !== 'better-sqlite3') return
  await knex.schema.renameTable('jobs', 'jobs_before')
  await createClustered(knex, 'jobs', table => {
    table.text('id').primary()
    table.text('kind').notNullable()
    table.text('payload').notNullable()
    table.text('created_at').notNullable()
    // when somebody should look at it: its time, or the end of the lease while somebody works on it; null at a dead end
    table.text('run_at')
    table.integer('attempts').notNullable()
    // the fencing token: raised by each claim, and asked for by each write of the worker
    table.integer('token').notNullable()
    table.text('owner')
    table.text('last_error')
    table.text('failed_at')
  })
  await knex.raw('insert into jobs select * from jobs_before')
  await knex.schema.dropTable('jobs_before')
  await knex.schema.alterTable('jobs', table => table.index(['kind', 'run_at']))

  await knex.schema.renameTable('oauth_authorization_requests', 'oauth_requests_before')
  await createClustered(knex, 'oauth_authorization_requests', table => {
    table.text('id').primary()
    table.text('client_id').notNullable().references('oauth_clients.id').onDelete('cascade')
    table.text('redirect_uri').notNullable()
    // percent-encoded bytes, exactly as they go back
    table.text('state')
    table.text('scopes').notNullable()
    table.text('code_challenge').notNullable()
    table.text('status').notNullable()
    table.text('created_at').notNullable()
    table.text('expires_at').notNullable()
    table.text('decided_at')
    table.text('decided_by').references('users.id').onDelete('cascade')
  })
  await knex.raw('insert into oauth_authorization_requests select * from oauth_requests_before')
  await knex.schema.dropTable('oauth_requests_before')
  await knex.schema.alterTable('oauth_authorization_requests', table => {
    table.index(['client_id'])
    table.index(['decided_by'], undefined, { predicate: knex.whereNotNull('decided_by') })
    table.index(['expires_at'])
  })
}

async function createClustered(
  knex: Knex,
  name: string,
  build: (table: Knex.CreateTableBuilder) => void,
): Promise<void> {
  const [create] = knex.schema.createTable(name, build).toSQL()
  await knex.raw(`${create!.sql} without rowid`)
}
