// Partitions by month of the tables that grow without limit (giants). The key is the id of the email, which contains
// the time. One partition before the first month and one after the last, both unbounded, contain the remaining rows.
// They are not default partitions: with one, a list would read all months, because only range partitions have an order.
import { idAtStartOf, type Month, monthAfter, monthOf, monthsBetween } from './months.ts'

/** Runs SQL in the open transaction of a connection. */
export type RunSql = (sql: string) => Promise<Record<string, string>[]>

/** The column that each table is partitioned by. */
export const PARTITIONED_TABLES = {
  emails: 'id',
  email_states: 'email_id',
  email_events: 'email_id',
  email_attempts: 'email_id',
} as const
export type PartitionedTable = keyof typeof PARTITIONED_TABLES
export const PARTITIONED_TABLE_NAMES = Object.keys(PARTITIONED_TABLES) as PartitionedTable[]

/** Number of months for which partitions exist in advance. */
const AHEAD = 2
/** Maximum number of partitions created in one transaction: creating them blocks all reads and writes of the table. */
const MADE_MAX = 12

/** Storage settings, set on each partition because a partitioned table cannot have them. */
const SETTINGS: Partial<Record<PartitionedTable, string>> = {
  // large values are stored separately (TOAST), so that a list does not read them
  emails: 'toast_tuple_target = 512',
  // updated with each event: with free space, the new version stays on the same page
  email_states: 'fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0',
}

/**
 * Disables the statistics of `id`. With few teams, one can have nearly all rows, but the planner assumes that all are
 * equally large. With the statistics it would assume that rows are in the order of ids, and look for a small team's
 * newest row among those of all others.
 */
export const NO_ID_STATISTICS = 'alter column id set statistics 0'

/** The months that have a partition, oldest first. */
export async function listPartitionMonths(ask: RunSql, giant: PartitionedTable): Promise<Month[]> {
  const rows = await ask(
    `select relname from pg_inherits join pg_class on pg_class.oid = inhrelid
     where inhparent = '${giant}'::regclass order by relname`,
  )
  return rows.map(({ relname }) => relname!.slice(giant.length + 1)).filter(name => /^\d{4}_\d\d$/.test(name))
}

/** Creates the first partitions of a giant. */
export async function createFirstPartitions(ask: RunSql, giant: PartitionedTable, now: Date): Promise<void> {
  const first = monthOf(now)
  const with_ = SETTINGS[giant] ? ` with (${SETTINGS[giant]})` : ''
  const bound = `'${idAtStartOf(first)}'`
  await ask(`create table ${giant}_before partition of ${giant} for values from (minvalue) to (${bound})${with_}`)
  await ask(`create table ${giant}_after partition of ${giant} for values from (${bound}) to (maxvalue)${with_}`)
  if (giant === 'emails')
    for (const end of ['before', 'after']) await ask(`alter table emails_${end} ${NO_ID_STATISTICS}`)
  await makeBehind(ask, giant, monthsBetween(first, monthAfter(first, AHEAD)))
}

/** Whether partitions of this month or the next ones are missing. */
export async function lacksPartitions(ask: RunSql, giant: PartitionedTable, now: Date): Promise<boolean> {
  const months = await listPartitionMonths(ask, giant)
  return months.length === 0 || months.at(-1)! < monthAfter(monthOf(now), AHEAD)
}

/** Creates the partitions of this month and the next ones, some at a time. Resolves to whether more are missing. */
export async function createPartitions(ask: RunSql, giant: PartitionedTable, now: Date): Promise<boolean> {
  const last = (await listPartitionMonths(ask, giant)).at(-1)!
  const missing = monthsBetween(monthAfter(last), monthAfter(monthOf(now), AHEAD))
  if (missing.length > 0) await makeBehind(ask, giant, missing.slice(0, MADE_MAX))
  return missing.length > MADE_MAX
}

/** Creates partitions back to the month of that date, for rows moved from another database. */
export async function createPartitionsSince(ask: RunSql, giant: PartitionedTable, since: Date): Promise<void> {
  const first = (await listPartitionMonths(ask, giant))[0]!
  const missing = monthsBetween(monthOf(since), monthAfter(first, -1))
  if (missing.length === 0) return
  const bound = `from (minvalue) to ('${idAtStartOf(missing[0]!)}')`
  await makeBeside(ask, giant, `${giant}_before`, missing, bound)
}

async function makeBehind(ask: RunSql, giant: PartitionedTable, months: Month[]): Promise<void> {
  const bound = `from ('${idAtStartOf(monthAfter(months.at(-1)!))}') to (maxvalue)`
  await makeBeside(ask, giant, `${giant}_after`, months, bound)
}

/** Splits these months, with their rows, off an unbounded partition. */
async function makeBeside(
  ask: RunSql,
  giant: PartitionedTable,
  endless: string,
  months: Month[],
  bound: string,
): Promise<void> {
  const key = PARTITIONED_TABLES[giant]
  await ask(`alter table ${giant} detach partition ${endless}`)
  for (const month of months) {
    const name = `${giant}_${month}`
    const [from, to] = [idAtStartOf(month), idAtStartOf(monthAfter(month))]
    await ask(`create table ${name} (like ${giant} including all)`)
    if (giant === 'emails') await ask(`alter table ${name} ${NO_ID_STATISTICS}`)
    if (SETTINGS[giant]) await ask(`alter table ${name} set (${SETTINGS[giant]})`)
    await ask(
      `with moved as (delete from ${endless} where ${key} >= '${from}' and ${key} < '${to}' returning *)
       insert into ${name} select * from moved`,
    )
    await ask(`alter table ${giant} attach partition ${name} for values from ('${from}') to ('${to}')`)
  }
  await ask(`alter table ${giant} attach partition ${endless} for values ${bound}`)
}
