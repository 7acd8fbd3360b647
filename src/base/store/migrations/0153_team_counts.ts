import type { Knex } from 'knex'

/**
 * The number of rows of each team in some tables, so that reading it does not scan them. Triggers count, so that the
 * numbers are correct for every statement: one that ignores conflicts, a cascade, or one of the previous version during
 * a rolling upgrade.
 *
 * On PostgreSQL each backend writes its own rows (`shard` is its process id), so concurrent transactions of a team
 * neither wait for each other nor conflict. The sweep adds the rows of ended backends to the row with shard 0.
 */
export async function up(knex: Knex): Promise<void> {
  const isPostgres = knex.client.config.client === 'pg'
  await knex.schema.createTable('team_counts', table => {
    table.uuid('team_id').notNullable()
    // the table whose rows are counted
    table.text('name').notNullable()
    table.integer('shard').notNullable()
    table.bigInteger('count').notNullable()
    // the day in UTC on which a backend last wrote the row, such as 2026-11-20; null for shard 0
    table.text('day')
    table.primary(['team_id', 'name', 'shard'])
    table.index(['day'])
  })
  for (const sql of isPostgres ? ON_POSTGRES : []) await knex.raw(sql)
  for (const name of COUNTED) {
    // the triggers come first: on PostgreSQL they lock the table, so that no row is written between them and the count
    for (const sql of isPostgres ? triggersOfPostgres(name) : triggersOfSqlite(name)) await knex.raw(sql)
    const counted = knex(name)
      .select('team_id', knex.raw('?', [name]), knex.raw('0'))
      .count('*')
      .groupBy('team_id')
    await knex(knex.raw('team_counts (team_id, name, shard, count)')).insert(counted)
  }
}

const COUNTED = ['contacts', 'segments', 'broadcasts', 'domains']

const ON_POSTGRES = [
  // rewritten by most units of work that create or delete a contact
  `alter table team_counts set (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500)`,
  `create function count_rows_of_teams() returns trigger language plpgsql as $$
   begin
     insert into team_counts (team_id, name, shard, count, day)
     select team_id, tg_table_name, pg_backend_pid(), case tg_op when 'INSERT' then count(*) else -count(*) end,
       to_char(now() at time zone 'utc', 'YYYY-MM-DD')
     from changed group by team_id
     on conflict (team_id, name, shard)
     do update set count = team_counts.count + excluded.count, day = excluded.day;
     return null;
   end $$`,
]

// for each statement, not for each row: an import inserts hundreds together
const triggersOfPostgres = (name: string): string[] => [
  `create trigger ${name}_count_inserted after insert on ${name} referencing new table as changed
   for each statement execute function count_rows_of_teams()`,
  `create trigger ${name}_count_deleted after delete on ${name} referencing old table as changed
   for each statement execute function count_rows_of_teams()`,
]

const triggersOfSqlite = (name: string): string[] => [
  `create trigger ${name}_count_inserted after insert on ${name} begin
   insert into team_counts (team_id, name, shard, count) values (new.team_id, '${name}', 0, 1)
   on conflict (team_id, name, shard) do update set count = count + 1; end`,
  `create trigger ${name}_count_deleted after delete on ${name} begin
   update team_counts set count = count - 1 where team_id = old.team_id and name = '${name}' and shard = 0; end`,
]
