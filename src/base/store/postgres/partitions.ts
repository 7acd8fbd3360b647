// The months of what grows for ever: each giant table is a partition for each month, told by the id of the email, which
// carries the time. Before the first month and behind the last one there is a partition without an end, for what no other
// one takes. Neither is a default partition: with one of those a list looks into all months, as only ranges are in order.
import { idAtStartOf, type Month, monthAfter, monthOf, monthsBetween } from './months.ts'

/** Runs SQL in the transaction that is open on a connection. */
export type Ask = (sql: string) => Promise<Record<string, string>[]>

/** Which column tells the month. */
export const GIANTS = {
  emails: 'id',
  email_states: 'email_id',
  email_events: 'email_id',
  email_attempts: 'email_id',
} as const
export type Giant = keyof typeof GIANTS
export const GIANT_NAMES = Object.keys(GIANTS) as Giant[]

/** Months that are there before they begin. */
const AHEAD = 2
/** Made at once: making them blocks all reads and writes of the table. */
const MADE_MAX = 12

/** What the partitions have of their own, as the table that they are parts of cannot. */
const SETTINGS: Partial<Record<Giant, string>> = {
  // what makes a row large lies apart, so that a list does not read it
  emails: 'toast_tuple_target = 512',
  // written again with each event: in the same page, if there is room
  email_states: 'fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0',
}

/**
 * Of few teams one can have nearly all rows. The planner takes them for equally large, and would look for the newest of a
 * small one among those of all others, as these lie in the order of their ids: which it is not told.
 */
export const NOT_IN_ORDER = 'alter column id set statistics 0'

/** The months that have a partition, the first one first. */
export async function monthsOf(ask: Ask, giant: Giant): Promise<Month[]> {
  const rows = await ask(
    `select relname from pg_inherits join pg_class on pg_class.oid = inhrelid
     where inhparent = '${giant}'::regclass order by relname`,
  )
  return rows.map(({ relname }) => relname!.slice(giant.length + 1)).filter(name => /^\d{4}_\d\d$/.test(name))
}

/** Makes the partitions of a giant that has none yet. */
export async function beginMonths(ask: Ask, giant: Giant, now: Date): Promise<void> {
  const first = monthOf(now)
  const with_ = SETTINGS[giant] ? ` with (${SETTINGS[giant]})` : ''
  const bound = `'${idAtStartOf(first)}'`
  await ask(`create table ${giant}_before partition of ${giant} for values from (minvalue) to (${bound})${with_}`)
  await ask(`create table ${giant}_after partition of ${giant} for values from (${bound}) to (maxvalue)${with_}`)
  if (giant === 'emails') for (const end of ['before', 'after']) await ask(`alter table emails_${end} ${NOT_IN_ORDER}`)
  await makeBehind(ask, giant, monthsBetween(first, monthAfter(first, AHEAD)))
}

/** Whether partitions of this month and the next ones are missing. */
export async function lacksMonths(ask: Ask, giant: Giant, now: Date): Promise<boolean> {
  const months = await monthsOf(ask, giant)
  return months.length === 0 || months.at(-1)! < monthAfter(monthOf(now), AHEAD)
}

/** Makes the partitions of this month and the next ones; whether more are missing. */
export async function makeMonths(ask: Ask, giant: Giant, now: Date): Promise<boolean> {
  const last = (await monthsOf(ask, giant)).at(-1)!
  const missing = monthsBetween(monthAfter(last), monthAfter(monthOf(now), AHEAD))
  if (missing.length > 0) await makeBehind(ask, giant, missing.slice(0, MADE_MAX))
  return missing.length > MADE_MAX
}

/** Makes partitions back to the month of that date, for what is brought from elsewhere. */
export async function makeMonthsSince(ask: Ask, giant: Giant, since: Date): Promise<void> {
  const first = (await monthsOf(ask, giant))[0]!
  const missing = monthsBetween(monthOf(since), monthAfter(first, -1))
  if (missing.length === 0) return
  const bound = `from (minvalue) to ('${idAtStartOf(missing[0]!)}')`
  await makeBeside(ask, giant, `${giant}_before`, missing, bound)
}

async function makeBehind(ask: Ask, giant: Giant, months: Month[]): Promise<void> {
  const bound = `from ('${idAtStartOf(monthAfter(months.at(-1)!))}') to (maxvalue)`
  await makeBeside(ask, giant, `${giant}_after`, months, bound)
}

/** The partition without an end gives these months away, with the rows that it has of them. */
async function makeBeside(ask: Ask, giant: Giant, endless: string, months: Month[], bound: string): Promise<void> {
  const key = GIANTS[giant]
  await ask(`alter table ${giant} detach partition ${endless}`)
  for (const month of months) {
    const name = `${giant}_${month}`
    const [from, to] = [idAtStartOf(month), idAtStartOf(monthAfter(month))]
    await ask(`create table ${name} (like ${giant} including all)`)
    if (giant === 'emails') await ask(`alter table ${name} ${NOT_IN_ORDER}`)
    if (SETTINGS[giant]) await ask(`alter table ${name} set (${SETTINGS[giant]})`)
    await ask(
      `with moved as (delete from ${endless} where ${key} >= '${from}' and ${key} < '${to}' returning *)
       insert into ${name} select * from moved`,
    )
    await ask(`alter table ${giant} attach partition ${name} for values from ('${from}') to ('${to}')`)
  }
  await ask(`alter table ${giant} attach partition ${endless} for values ${bound}`)
}
