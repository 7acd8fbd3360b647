// A database as it is where the rows of teams lie apart: each table that has a team is in partitions by the hash of it, and
// what is unique there is so within a team. Nothing is foreign to another table there, for it would lie elsewhere.
import type { Client } from 'pg'
import { OF_NO_TEAM } from '../statements.ts'

const PARTITIONS = 8
/** Where the tables of before are put away, with the sequences that they own. */
const AWAY = 'away'

interface Unique {
  name: string
  columns: string
  primary: boolean
  predicate: string | null
}

/** Lays the tables of a database with all of them out anew. Which table each partition is of, by its name. */
export async function layOutByTeam(client: Client): Promise<Map<string, string>> {
  await dropForeignKeys(client)
  const partitions = new Map<string, string>()
  const { rows: tables } = await client.query<{ name: string; nullable: boolean }>(
    `select relname as name, not attnotnull as nullable from pg_class join pg_attribute on attrelid = pg_class.oid
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and attname = 'team_id'
     and relname <> all ($1) order by relname`,
    [Object.keys(OF_NO_TEAM)],
  )
  await client.query(`create schema ${AWAY}`)
  for (const { name, nullable } of tables) {
    const unique = await uniqueIn(client, name)
    await client.query(`alter table ${name} set schema ${AWAY}`)
    await client.query(`create table ${name} (like ${AWAY}.${name} including defaults) partition by hash (team_id)`)
    for (const each of unique) await client.query(withTeam(name, nullable, each))
    for (let number = 0; number < PARTITIONS; number++) {
      const partition = `${name}_${number}`
      const values = `with (modulus ${PARTITIONS}, remainder ${number})`
      await client.query(`create table ${partition} partition of ${name} for values ${values}`)
      partitions.set(partition, name)
    }
  }
  return partitions
}

async function dropForeignKeys(client: Client): Promise<void> {
  const { rows } = await client.query<{ table: string; name: string }>(
    `select conrelid::regclass as table, quote_ident(conname) as name from pg_constraint
     where contype = 'f' and connamespace = 'public'::regnamespace`,
  )
  for (const { table, name } of rows) await client.query(`alter table ${table} drop constraint ${name}`)
}

async function uniqueIn(client: Client, table: string): Promise<Unique[]> {
  const { rows } = await client.query<Unique>(
    `select relname as name, indisprimary as primary, pg_get_expr(indpred, indrelid) as predicate,
     (select string_agg(quote_ident(attname), ', ' order by ord) from unnest(indkey) with ordinality as k(num, ord)
      join pg_attribute on attrelid = indrelid and attnum = num) as columns
     from pg_index join pg_class on pg_class.oid = indexrelid where indrelid = $1::regclass and indisunique`,
    [table],
  )
  return rows
}

/** A key can have no null in it: who belongs to no team is in one of the partitions all the same. */
function withTeam(table: string, nullable: boolean, { name, columns, primary, predicate }: Unique): string {
  const all = columns.split(', ').includes('team_id') ? columns : `team_id, ${columns}`
  if (primary) return `alter table ${table} add constraint ${name} ${nullable ? 'unique' : 'primary key'} (${all})`
  return `create unique index ${name} on ${table} (${all})${predicate === null ? '' : ` where ${predicate}`}`
}
