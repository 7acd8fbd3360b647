// Two concurrent transactions. PostgreSQL really runs them in parallel. SQLite runs one at a time, so this module
// simulates parallel execution with PostgreSQL's REPEATABLE READ:
//
// The first transaction runs and is rolled back, and its writes are recorded. Then the second one runs completely. Then
// the first one would commit. The two conflict if both wrote the same row or took the same guard, or if the recorded
// writes now violate a constraint: then the first one runs again. Otherwise the recorded writes are applied unchanged,
// even if they are outdated. They also conflict if the second one wrote a row that the first had locked, because such a
// lock fails after a change.
import type { CounterIncrement, Database, UnitOrigin, Tx } from '../../src/base/store/database.ts'
import { UNCODED } from '../../src/base/store/column.ts'
import {
  type CompiledStatement,
  compileStatement,
  sqlBuilder,
  Statement,
  statement,
} from '../../src/base/store/statement.ts'
import { ON_POSTGRES } from './databases.ts'
import { raceOnPostgres, tablesWrittenOnPostgres } from './postgres/race.ts'
import { WritingTx } from './tx.ts'

type Body<T> = (tx: Tx) => Promise<T>

export interface RaceResult<A, B> {
  first: PromiseSettledResult<A>
  second: PromiseSettledResult<B>
  /** Whether the first transaction conflicted with the second and ran again. */
  again: boolean
}

/** `second` runs while `first` is running. */
export async function race<A, B>(
  database: Pick<Database, 'unit'>,
  first: Body<A>,
  second: Body<B>,
): Promise<RaceResult<A, B>> {
  if (ON_POSTGRES) return raceOnPostgres({ unit: database.unit.bind(database) }, first, second)
  const unit = database.unit.bind(database)
  const begun = await undone(unit, first)
  let other: Trace | undefined
  const theirs = await settled(
    unit(tx => {
      other = new Trace(tx)
      return traced(other, second)
    }),
  )
  // a failed transaction commits nothing, so it cannot conflict
  if (begun.outcome.status === 'rejected') return { first: begun.outcome, second: theirs, again: false }
  const kept = theirs.status === 'fulfilled' ? other! : undefined
  const again = (kept && begun.trace.meets(kept)) || !(await written(unit, begun.trace))
  return { first: again ? await settled(unit(first)) : begun.outcome, second: theirs, again }
}

/**
 * Races the next two transactions that write a row of one of these tables. The first one to arrive runs first; `begun`
 * resolves when it arrives.
 */
export function raceTables(
  database: Database,
  ...tables: string[]
): Promise<RaceResult<unknown, unknown>> & { begun: Promise<void> } {
  const unit = database.unit.bind(database)
  const begun = Promise.withResolvers<void>()
  const raced = new Promise<RaceResult<unknown, unknown>>((resolve, reject) => {
    let waiting: { body: Body<unknown>; settle: (result: PromiseSettledResult<unknown>) => void } | undefined
    database.unit = async <T>(body: Body<T>, from?: UnitOrigin): Promise<T> => {
      // cleanup transactions have statements for every table, but rarely change a row
      const written = await tablesOf(unit, body)
      if (!tables.some(table => written.has(table))) return unit(body, from)
      if (!waiting) {
        const met = new Promise<PromiseSettledResult<unknown>>(settle => (waiting = { body, settle }))
        begun.resolve()
        return valueOf(await met) as T
      }
      const { body: first, settle } = waiting
      database.unit = unit
      const raced = race({ unit }, first, body)
      raced.then(resolve, reject)
      const outcomes = await raced
      settle(outcomes.first)
      return valueOf(outcomes.second)
    }
  })
  return Object.assign(raced, { begun: begun.promise })
}

function valueOf<T>(result: PromiseSettledResult<T>): T {
  if (result.status === 'rejected') throw result.reason
  return result.value
}

async function settled<T>(promise: Promise<T>): Promise<PromiseSettledResult<T>> {
  return (await Promise.allSettled([promise]))[0]
}

/** The tables to which the transaction would write a row. */
async function tablesOf(unit: Database['unit'], body: Body<unknown>): Promise<Set<string>> {
  if (ON_POSTGRES) return tablesWrittenOnPostgres(unit, body)
  const { trace } = await undone(unit, body)
  return new Set(trace.writes.flatMap(({ table, rows }) => (rows.length > 0 ? [table] : [])))
}

class RolledBack extends Error {}

async function undone<T>(
  unit: Database['unit'],
  body: Body<T>,
): Promise<{ outcome: PromiseSettledResult<T>; trace: Trace }> {
  let seen: { outcome: PromiseSettledResult<T>; trace: Trace } | undefined
  const run = unit(async tx => {
    const trace = new Trace(tx)
    seen = { trace, outcome: await settled(traced(trace, body)) }
    throw new RolledBack()
  })
  await run.catch((error: unknown) => {
    if (!(error instanceof RolledBack)) throw error
  })
  return seen!
}

async function traced<T>(trace: Trace, body: Body<T>): Promise<T> {
  const value = await body(trace)
  await trace.ended()
  return value
}

/** Applies the recorded writes. Returns false if the database rejects them. */
async function written(unit: Database['unit'], { writes, effects }: Trace): Promise<boolean> {
  const kept = unit(async tx => {
    for (const write of writes) {
      const rows = await keysOf(tx, write.table, await tx.all(write.statement, write.values))
      if (rows.join(' ') === write.rows.join(' ')) continue
      // the insert now skips a row of the second transaction, which is a conflict
      if (write.inserts) throw new ConflictDetected()
      throw new Error(`Other rows of ${write.table} would be written than were: this race cannot be shown`)
    }
    for (const effect of effects) effect(tx)
  })
  const result = await settled(kept)
  if (result.status === 'fulfilled') return true
  const { reason } = result as { reason: Error & { code?: string } }
  if (reason instanceof ConflictDetected || reason.code?.startsWith('SQLITE_CONSTRAINT')) return false
  throw reason
}

class ConflictDetected extends Error {}

type Rows = Record<string, unknown>[]
type Returning = Statement<object, Record<string, unknown>>

interface Write {
  /** The original statement, extended to return the written rows. */
  statement: Returning
  values: object
  table: string
  inserts: boolean
  /** The primary keys of the written rows. */
  rows: string[]
}

const knex = sqlBuilder('better-sqlite3')
const WRITE = /^(insert(?: or \w+)? into|update|delete from) `(\w+)`/
const known = new Map<unknown, Pick<Write, 'statement' | 'table' | 'inserts'>>()

function returning(given: Statement<never, never>): Pick<Write, 'statement' | 'table' | 'inserts'> {
  const found = known.get(given)
  if (found) return found
  const { sql }: CompiledStatement = compileStatement(given, knex)
  const [, verb, table] = WRITE.exec(sql)!
  const made = {
    statement: new Statement(given.build, `${given.tail} returning *`, {
      ...UNCODED,
      encoders: given.codec.encoders,
    }) as unknown as Returning,
    table: table!,
    inserts: verb!.startsWith('insert'),
  }
  known.set(given, made)
  return made
}

const postgres = sqlBuilder('pg')
const locking = new Map<unknown, string | undefined>()

/** The table whose selected rows the statement locks; only its PostgreSQL variant contains the lock. */
function lockedBy(given: Statement<never, unknown>): string | undefined {
  if (!locking.has(given)) locking.set(given, / for share of "(\w+)"/.exec(compileStatement(given, postgres).sql)?.[1])
  return locking.get(given)
}

const keyColumns = statement<{ table: string }, { name: string }>((knex, place) =>
  knex.raw('select name from pragma_table_info(?) where pk > 0 order by pk', [place('table')]),
)

async function keysOf(tx: Tx, table: string, rows: Rows): Promise<string[]> {
  const columns = await tx.all(keyColumns, { table })
  return rows.map(row => JSON.stringify([table, ...columns.map(({ name }) => row[name])])).toSorted()
}

/** Records the reads and writes of a transaction. A deferred write fails at the end of the transaction. */
class Trace extends WritingTx {
  readonly writes: Write[] = []
  readonly guards: string[] = []
  /** Rows that no other transaction may change until this one ends. */
  readonly locks: string[] = []
  readonly effects: ((tx: Tx) => void)[] = []

  override guard(team_id: string | null, ...name: readonly string[]): void {
    this.inner.guard(team_id, ...name)
    this.guards.push(JSON.stringify([team_id, ...name]))
  }
  override wakeQueue(kind: string): void {
    this.inner.wakeQueue(kind)
    this.effects.push(tx => tx.wakeQueue(kind))
  }
  override counted(what: CounterIncrement['what'], times?: number): void {
    this.inner.counted(what, times)
    this.effects.push(tx => tx.counted(what, times))
  }

  override async all<In extends object, Row>(given: Statement<In, Row>, values: In): Promise<Row[]> {
    const rows = await this.inner.all(given, values)
    const table = lockedBy(given)
    if (table !== undefined) this.locks.push(...(await keysOf(this.inner, table, rows as Rows)))
    return rows
  }

  meets(other: Trace): boolean {
    const theirs = new Set([...other.guards, ...other.writes.flatMap(({ rows }) => rows)])
    return [...this.guards, ...this.locks, ...this.writes.flatMap(({ rows }) => rows)].some(each => theirs.has(each))
  }

  protected override async write<In extends object>(given: Statement<In, never>, values: In): Promise<number> {
    const write = { ...returning(given), values: { ...values }, rows: [] as string[] }
    this.writes.push(write)
    const rows = await this.inner.all(write.statement, values)
    write.rows = await keysOf(this.inner, write.table, rows)
    return rows.length
  }
}
