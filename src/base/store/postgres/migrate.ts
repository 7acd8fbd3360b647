// Migrates a PostgreSQL database, even if many servers start simultaneously. Each step is one transaction that holds an
// advisory lock, so that lock and step end together even if the process dies, and also behind a pooler that assigns
// connections by transaction.
import { setTimeout as pause } from 'node:timers/promises'
import knexFactory, { type Knex } from 'knex'
import { loadMigration, refuseTooOld, MIGRATION_NAMES, unknownSteps } from '../migrations.ts'
import { parsePostgresUrl } from './address.ts'

/** The key of an advisory lock: any number that our database uses for nothing else. */
export const MIGRATION_LOCK = 4_705_112_026
/** How long to wait for one step of another process. */
const PATIENCE_MS = 5 * 60_000
/** A request for a table lock blocks all later ones, so a step stops waiting soon and retries. */
const TABLE_WAIT_MS = 2000
const TABLE_PAUSE_MS = 500
const TABLE_TRIES_MAX = 60

/** The name of a step that removes something the previous version still uses. */
const CONTRACTS = /^\d+_contract_/

/**
 * Applies the missing steps, up to `last` if given. Throws a sentence if another process holds the lock too long, or if
 * the database belongs to another program or is too new for this version.
 */
export async function migratePostgres(url: string, last?: string, patience_ms = PATIENCE_MS): Promise<void> {
  const knex = knexFactory({ client: 'pg', connection: connectionOf(url), pool: { min: 0, max: 1 } })
  try {
    const wanted = MIGRATION_NAMES.slice(0, last === undefined ? undefined : MIGRATION_NAMES.indexOf(last) + 1)
    const done = await stepsOf(knex)
    for (const name of wanted) if (!done.includes(name)) await takeStep(knex, name, patience_ms)
  } finally {
    await knex.destroy()
  }
}

function connectionOf(url: string): Knex.PgConnectionConfig {
  return { ...(parsePostgresUrl(url).config as Knex.PgConnectionConfig), application_name: 'lettermill migrates' }
}

/** The steps already applied. Throws if this version cannot work with the database. */
async function stepsOf(knex: Knex): Promise<string[]> {
  const there = await tablesOf(knex)
  if (!there.includes('knex_migrations')) {
    if (there.length === 0) return []
    throw new Error(
      `The database of DATABASE_URL contains other data (table ${there[0]}). Create a separate database for Lettermill.`,
    )
  }
  const names: string[] = await knex('knex_migrations').orderBy('id').pluck('name')
  refuseTooOld(names, 'The database of DATABASE_URL')
  if (names.length > 0 && !names.includes(MIGRATION_NAMES[0]!)) {
    throw new Error(
      'The database of DATABASE_URL belongs to another program. Create a separate database for Lettermill.',
    )
  }
  const contracts = unknownSteps(names).find(name => CONTRACTS.test(name))
  if (contracts === undefined) return names
  throw new Error(
    `The database was created by a newer version of Lettermill (it has ${contracts}). Start that version, or restore a ` +
      'backup from before the upgrade.',
  )
}

/** The tables, except those of extensions. */
async function tablesOf(knex: Knex): Promise<string[]> {
  const { rows } = await knex.raw(
    `select relname from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
     and not exists (select 1 from pg_depend where objid = pg_class.oid and deptype = 'e') order by relname`,
  )
  return rows.map(({ relname }: { relname: string }) => relname)
}

async function takeStep(knex: Knex, name: string, patience_ms: number): Promise<void> {
  for (let tried = 1; ; tried++) {
    try {
      return await knex.transaction(trx => step(trx, name, patience_ms))
    } catch (error) {
      // a table is in use, or two processes locked tables crosswise
      if (!isCode(error, '55P03', '40P01')) throw error
      if (tried === TABLE_TRIES_MAX) {
        throw new Error(`${name} waits for locked tables. Check for a running dump or a long query.`, { cause: error })
      }
      await pause(TABLE_PAUSE_MS)
    }
  }
}

async function step(trx: Knex.Transaction, name: string, patience_ms: number): Promise<void> {
  await lock(trx, patience_ms)
  await trx.raw(
    `create table if not exists knex_migrations
     (id serial primary key, name text not null unique, batch integer, migration_time timestamptz default now())`,
  )
  // another process may have applied it meanwhile
  if (await trx('knex_migrations').where({ name }).first('id')) return
  await trx.raw(`set local lock_timeout = ${TABLE_WAIT_MS}`)
  const { up } = await loadMigration(name)
  await up(trx)
  await orderTexts(trx)
  await trx('knex_migrations').insert({ name, batch: 1 })
}

/** Sets the order by bytes for text columns of a step: the fastest one, and the same as on SQLite. */
async function orderTexts(trx: Knex.Transaction): Promise<void> {
  const { rows } = await trx.raw(
    `select relname as table, quote_ident(attname) as name from pg_attribute join pg_class on pg_class.oid = attrelid
     where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition
     and attnum > 0 and not attisdropped and atttypid = 'text'::regtype and attcollation <> '"C"'::regcollation
     and not exists (select 1 from pg_depend where objid = attrelid and deptype = 'e') order by relname, attnum`,
  )
  for (const { table, name } of rows as { table: string; name: string }[]) {
    await trx.raw(`alter table ${table} alter column ${name} type text collate "C"`)
  }
}

async function lock(trx: Knex.Transaction, patience_ms: number): Promise<void> {
  await trx.raw(`set local statement_timeout = 0; set local lock_timeout = ${patience_ms}`)
  try {
    await trx.raw('select pg_advisory_xact_lock(?)', [MIGRATION_LOCK])
  } catch (error) {
    if (!isCode(error, '55P03')) throw error
    const minutes = Math.ceil(patience_ms / 60_000)
    throw new Error(
      `Another server has been migrating the database for ${minutes} min. Start again when it has finished, or check what it ` +
        'waits for (pg_stat_activity).',
      { cause: error },
    )
  }
}

function isCode(error: unknown, ...codes: string[]): boolean {
  return codes.includes(String((error as { code?: unknown }).code))
}
