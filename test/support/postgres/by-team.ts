// A database layout with the rows of teams stored apart: each table with a team is partitioned by the hash of the team,
// and so is each of its monthly partitions. Unique constraints and foreign keys then include the team.
import type { Client } from 'pg'
import { OF_NO_TEAM } from '../statements.ts'

const GROUPS = 8
/** The schema to which the previous tables are moved, with the sequences that they own. */
const AWAY = 'away'

interface Table {
  name: string
  /** Whether some of its rows have no team. */
  nullable: boolean
  /** The partition key of its months, if it has any. */
  key: string | null
}

interface Unique {
  name: string
  columns: string
  primary: boolean
  predicate: string | null
}

interface ForeignKey {
  name: string
  from: string
  to: string
  columns: string
  others: string
  cascades: boolean
}

/** The table of a partition, and its group of teams. */
export interface Place {
  table: string
  group: number
}

/** Rebuilds all tables of a database in this layout. Returns the table and group of each partition by name. */
export async function layOutByTeam(client: Client): Promise<Map<string, Place>> {
  const keys = await dropForeignKeys(client)
  const tables = await tablesWithTeams(client)
  const partitions = new Map<string, Place>()
  await client.query(`create schema ${AWAY}`)
  for (const table of tables) {
    for (const whole of await layOut(client, table)) {
      for (let group = 0; group < GROUPS; group++) {
        const name = `${whole}_team${group}`
        const values = `with (modulus ${GROUPS}, remainder ${group})`
        await client.query(`create table ${name} partition of ${whole} for values ${values}`)
        partitions.set(name, { table: table.name, group })
      }
    }
  }
  const names = new Set(tables.map(({ name }) => name))
  for (const key of keys) {
    const sql = keyWithTeam(key, names)
    if (sql !== undefined) await client.query(sql)
  }
  return partitions
}

async function tablesWithTeams(client: Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select relname as name, not attnotnull as nullable, pg_get_partkeydef(pg_class.oid) as key from pg_class join pg_attribute on attrelid = pg_class.oid
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and attname = 'team_id'
     and relname <> all ($1) order by relname`,
    [Object.keys(OF_NO_TEAM)],
  )
  return rows
}

/** Rebuilds a table. Returns the names of the tables to partition by team: the table itself, or its months. */
async function layOut(client: Client, { name, nullable, key }: Table): Promise<string[]> {
  const unique = await uniqueIn(client, name)
  const months = await monthsIn(client, name)
  for (const each of [name, ...months.map(month => month.name)]) {
    await client.query(`alter table ${each} set schema ${AWAY}`)
  }
  const by = key ?? 'hash (team_id)'
  await client.query(`create table ${name} (like ${AWAY}.${name} including defaults) partition by ${by}`)
  for (const each of unique) await client.query(uniqueWithTeam(name, nullable, each))
  for (const month of months) {
    await client.query(`create table ${month.name} partition of ${name} ${month.bound} partition by hash (team_id)`)
  }
  return key === null ? [name] : months.map(month => month.name)
}

async function monthsIn(client: Client, table: string): Promise<{ name: string; bound: string }[]> {
  const { rows } = await client.query<{ name: string; bound: string }>(
    `select relname as name, pg_get_expr(relpartbound, oid) as bound from pg_class
     join pg_inherits on inhrelid = oid where inhparent = $1::regclass`,
    [table],
  )
  return rows
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

/**
 * A primary key cannot contain null, so a nullable table gets a unique constraint; rows without a team are in one of
 * the partitions.
 */
function uniqueWithTeam(table: string, nullable: boolean, { name, columns, primary, predicate }: Unique): string {
  const all = withTeam(columns)
  if (primary) return `alter table ${table} add constraint ${name} ${nullable ? 'unique' : 'primary key'} (${all})`
  return `create unique index ${name} on ${table} (${all})${predicate === null ? '' : ` where ${predicate}`}`
}

function withTeam(columns: string): string {
  return columns.split(', ').includes('team_id') ? columns : `team_id, ${columns}`
}

async function dropForeignKeys(client: Client): Promise<ForeignKey[]> {
  const columnsOf = (numbers: string, table: string): string =>
    `(select string_agg(quote_ident(attname), ', ' order by ord) from unnest(${numbers}) with ordinality as k(num, ord)
      join pg_attribute on attrelid = ${table} and attnum = num)`
  const { rows } = await client.query<ForeignKey>(
    `select quote_ident(conname) as name, conrelid::regclass as from, confrelid::regclass as to,
     ${columnsOf('conkey', 'conrelid')} as columns, ${columnsOf('confkey', 'confrelid')} as others,
     confdeltype = 'c' as cascades
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
  )
  for (const { from, name } of rows) await client.query(`alter table ${from} drop constraint ${name}`)
  return rows
}

/** Omits a key from a table without a team to one with teams, because such a key could not name the team. */
function keyWithTeam(key: ForeignKey, tables: ReadonlySet<string>): string | undefined {
  const { name, from, to, columns, others, cascades } = key
  if (tables.has(to) && !tables.has(from)) return undefined
  const [own, other] = tables.has(to) ? [withTeam(columns), withTeam(others)] : [columns, others]
  const then = cascades ? ' on delete cascade' : ''
  return `alter table ${from} add constraint ${name} foreign key (${own}) references ${to} (${other})${then}`
}
