// The differences of the PostgreSQL schema from SQLite's: ids as 16 bytes, text ordered by bytes, giant tables
// partitioned by month without foreign keys, and frequent vacuum of busy tables. The columns are read from the catalog,
// so that tables of earlier migrations need not be listed here.
import type { Knex } from 'knex'
import { type Ask, beginMonths, GIANT_NAMES, GIANTS, type Giant, NOT_IN_ORDER } from './partitions.ts'

/** Columns with UUIDs that are not named like ids. */
const UUIDS = ['invited_by']
/** Columns named like ids that contain other texts. */
const NO_UUIDS = ['message_id', 'domain_id', 'request_id']
/** Tables whose ids are not UUIDs: in the queue, the id of a job that may exist only once is the name of its task. */
const TABLES_WITHOUT_UUIDS = ['jobs', 'workers', 'probes', 'oauth_signing_keys', 'knex_migrations']

/** Numbers that can exceed 2³¹ over the years. */
const LARGE_NUMBERS = {
  contact_events: ['number'],
  automation_runs: ['begun_by', 'waits_since'],
  automation_forgotten_runs: ['count'],
}

/** Tables without foreign keys from or to them: a key is checked for each row, and a cascade would scan billions of rows. */
const UNTIED = [...GIANT_NAMES, 'captured_mail', 'contact_events', 'automation_runs', 'automation_run_steps']
/** Tables without only the foreign key to the team: each insert would lock the team's one row. Teams are never removed. */
const OF_NO_TEAM = ['contacts', 'idempotency_keys']

/** Tables whose rows are updated often or removed soon: vacuumed when 2 % of the rows are dead, without delay. */
const BUSY = ['jobs', 'workers', 'guards', 'idempotency_keys', 'contact_events', 'steady_clock', 'rate_limits']
const CLEANED =
  'autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500, autovacuum_vacuum_cost_delay = 0'

interface ForeignKey {
  from: string
  to: string
  name: string
  definition: string
}

/** Sets the order by bytes for text columns of later migrations, which declare their UUIDs explicitly. */
export async function orderTexts(knex: Knex): Promise<void> {
  const ask = asking(knex)
  for (const { table, name } of await textsOf(ask)) {
    await ask(`alter table ${table} alter column ${name} type text collate "C"`)
  }
}

function asking(knex: Knex): Ask {
  return async sql => (await knex.raw(sql.replaceAll('?', String.raw`\?`))).rows
}

export async function shape(knex: Knex): Promise<void> {
  const ask = asking(knex)
  await makeGuards(ask)
  const keys = await foreignKeys(ask)
  for (const { from, name } of keys) await ask(`alter table ${from} drop constraint ${name}`)
  await typeTexts(ask)
  await widenNumbers(ask)
  for (const giant of GIANT_NAMES) await divide(ask, giant)
  for (const { from, name, definition } of keys.filter(isKept)) {
    await ask(`alter table ${from} add constraint ${name} ${definition}`)
  }
  await tune(ask)
}

async function tune(ask: Ask): Promise<void> {
  const rows = await ask(
    `select relname, (select count(*) from pg_attribute where attrelid = pg_class.oid and attname in ('id', 'team_id')) = 2
     as is_listed from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r' and not relispartition`,
  )
  for (const { relname, is_listed } of rows) {
    if (is_listed) await ask(`alter table ${relname} ${NOT_IN_ORDER}`)
    if (BUSY.includes(relname!)) await ask(`alter table ${relname} set (${CLEANED})`)
  }
}

/** The rows of `Tx.guard`, for decisions that no other row represents. */
async function makeGuards(ask: Ask): Promise<void> {
  // `day` shows which guards are no longer used; it rarely changes, so most writes do not change the index
  await ask(
    `create table guards (name text primary key, count bigint not null, day date not null default current_date)
     with (fillfactor = 80)`,
  )
  await ask('create index guards_day_index on guards (day)')
}

async function foreignKeys(ask: Ask): Promise<ForeignKey[]> {
  const rows = await ask(
    `select conrelid::regclass::text as from, confrelid::regclass::text as to, quote_ident(conname) as name,
     pg_get_constraintdef(oid) as definition from pg_constraint
     where contype = 'f' and connamespace = current_schema()::regnamespace order by conname`,
  )
  return rows as object[] as ForeignKey[]
}

function isKept({ from, to }: ForeignKey): boolean {
  return ![from, to].some(name => UNTIED.includes(name)) && !(to === 'teams' && OF_NO_TEAM.includes(from))
}

/** Sets the type of each column. Order by bytes is the fastest for text, and the same as on SQLite. */
async function typeTexts(ask: Ask): Promise<void> {
  const columns = await textsOf(ask)
  for (const { table, changes } of byTable(columns)) await ask(`alter table ${table} ${changes.join(', ')}`)
}

/** Text columns that have the default collation of the database. */
function textsOf(ask: Ask): Promise<Record<string, string>[]> {
  return ask(
    `select relname as table, quote_ident(attname) as name from pg_attribute join pg_class on pg_class.oid = attrelid
     where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition
     and attnum > 0 and not attisdropped and atttypid = 'text'::regtype and attcollation <> '"C"'::regcollation
     and not exists (select 1 from pg_depend where objid = attrelid and deptype = 'e') order by relname, attnum`,
  )
}

function byTable(columns: Record<string, string>[]): { table: string; changes: string[] }[] {
  const changes = Map.groupBy(columns, ({ table }) => table!)
  return [...changes].map(([table, of]) => ({ table, changes: of.map(({ name }) => changeOf(table, name!)) }))
}

function changeOf(table: string, name: string): string {
  return isUuid(table, name)
    ? `alter column ${name} type uuid using ${name}::uuid`
    : `alter column ${name} type text collate "C"`
}

function isUuid(table: string, name: string): boolean {
  return (
    (UUIDS.includes(name) || /^(?:.*_)?id$/.test(name)) &&
    !NO_UUIDS.includes(name) &&
    !TABLES_WITHOUT_UUIDS.includes(table)
  )
}

async function widenNumbers(ask: Ask): Promise<void> {
  for (const [table, names] of Object.entries(LARGE_NUMBERS)) {
    for (const name of names) await ask(`alter table ${table} alter column ${name} type bigint`)
  }
  await ask('alter sequence contact_events_number_seq as bigint')
}

/** Recreates the table, partitioned by month. */
async function divide(ask: Ask, giant: Giant): Promise<void> {
  const key = GIANTS[giant]
  const indexes = await ask(
    `select indisprimary as primary, pg_get_indexdef(indexrelid) as definition,
     (select string_agg(quote_ident(attname), ', ' order by ord) from unnest(indkey) with ordinality as k(num, ord)
      join pg_attribute on attrelid = indrelid and attnum = num) as columns
     from pg_index where indrelid = '${giant}'::regclass`,
  )
  await ask(`alter table ${giant} rename to ${giant}_whole`)
  await ask(`create table ${giant} (like ${giant}_whole including defaults) partition by range (${key})`)
  await ask(`drop table ${giant}_whole`)
  for (const { primary, definition, columns } of indexes) {
    // an email has few rows, which the primary key finds, too
    if (!primary && columns!.startsWith(`${key},`)) continue
    // PostgreSQL ensures uniqueness within a partition, so the key must contain the partition column
    const unique = columns!.split(', ').includes(key) ? columns : `${key}, ${columns}`
    await ask(primary ? `alter table ${giant} add primary key (${unique})` : definition!)
  }
  for (const column of INLINE[giant] ?? []) await ask(`alter table ${giant} alter column "${column}" set storage main`)
  await beginMonths(ask, giant, new Date())
}

/** Columns that lists show: they stay in the row when large values are stored separately. */
const INLINE: Partial<Record<Giant, string[]>> = {
  emails: ['message_id', 'from', 'to', 'cc', 'bcc', 'reply_to', 'subject', 'tags'],
}
