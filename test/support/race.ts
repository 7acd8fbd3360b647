// Two units of work at the same moment. On PostgreSQL they really are. On a database that runs one after the other they go as
// they would on one that runs them side by side and shows each the rows of its beginning (PostgreSQL's REPEATABLE READ):
//
// The first unit reads and writes and is undone, and what it wrote is remembered; then the second one runs from beginning
// to end; then the first one would be committed. It met the second one if both wrote a row, named a guard, or if what it
// wrote breaks a rule of the database now: then it runs again. Otherwise what it wrote is written as it was, however wrong
// it has become. It met the second one, too, if that wrote a row that it had locked: such a lock is refused after a change.
import type { Count, Database, From, Tx } from '../../src/base/store/database.ts'
import { UNCODED } from '../../src/base/store/column.ts'
import { type Compiled, compiled, sqlWriter, Statement, statement } from '../../src/base/store/statement.ts'
import { ON_POSTGRES } from './databases.ts'
import { raceForReal, tablesForReal } from './postgres/race.ts'
import { WritingTx } from './tx.ts'

type Body<T> = (tx: Tx) => Promise<T>

export interface Raced<A, B> {
  first: PromiseSettledResult<A>
  second: PromiseSettledResult<B>
  /** Whether the first one met the second and ran again. */
  again: boolean
}

/** `second` runs while `first` is under way. */
export async function race<A, B>(
  database: Pick<Database, 'unit'>,
  first: Body<A>,
  second: Body<B>,
): Promise<Raced<A, B>> {
  if (ON_POSTGRES) return raceForReal({ unit: database.unit.bind(database) }, first, second)
  const unit = database.unit.bind(database)
  const begun = await undone(unit, first)
  let other: Trace | undefined
  const theirs = await settled(
    unit(tx => {
      other = new Trace(tx)
      return traced(other, second)
    }),
  )
  // whoever refuses has nothing to commit, and so meets nobody
  if (begun.outcome.status === 'rejected') return { first: begun.outcome, second: theirs, again: false }
  const kept = theirs.status === 'fulfilled' ? other! : undefined
  const again = (kept && begun.trace.meets(kept)) || !(await written(unit, begun.trace))
  return { first: again ? await settled(unit(first)) : begun.outcome, second: theirs, again }
}

/**
 * The next two units that write a row of one of these tables race; whoever comes first begins first, and has come when
 * `begun` resolves.
 */
export function raceOn(
  database: Database,
  ...tables: string[]
): Promise<Raced<unknown, unknown>> & { begun: Promise<void> } {
  const unit = database.unit.bind(database)
  const begun = Promise.withResolvers<void>()
  const raced = new Promise<Raced<unknown, unknown>>((resolve, reject) => {
    let waiting: { body: Body<unknown>; settle: (result: PromiseSettledResult<unknown>) => void } | undefined
    database.unit = async <T>(body: Body<T>, from?: From): Promise<T> => {
      // what tidies up writes to every table, but seldom a row
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

/** To which tables it would write a row. */
async function tablesOf(unit: Database['unit'], body: Body<unknown>): Promise<Set<string>> {
  if (ON_POSTGRES) return tablesForReal(unit, body)
  const { trace } = await undone(unit, body)
  return new Set(trace.writes.flatMap(({ table, rows }) => (rows.length > 0 ? [table] : [])))
}

class Undone extends Error {}

async function undone<T>(
  unit: Database['unit'],
  body: Body<T>,
): Promise<{ outcome: PromiseSettledResult<T>; trace: Trace }> {
  let seen: { outcome: PromiseSettledResult<T>; trace: Trace } | undefined
  const run = unit(async tx => {
    const trace = new Trace(tx)
    seen = { trace, outcome: await settled(traced(trace, body)) }
    throw new Undone()
  })
  await run.catch((error: unknown) => {
    if (!(error instanceof Undone)) throw error
  })
  return seen!
}

async function traced<T>(trace: Trace, body: Body<T>): Promise<T> {
  const value = await body(trace)
  await trace.ended()
  return value
}

/** Whether the database takes what was written; if so, it is kept. */
async function written(unit: Database['unit'], { writes, effects }: Trace): Promise<boolean> {
  const kept = unit(async tx => {
    for (const write of writes) {
      const rows = await keysOf(tx, write.table, await tx.all(write.statement, write.values))
      if (rows.join(' ') === write.rows.join(' ')) continue
      // what another unit has made was not there to be left alone
      if (write.inserts) throw new Met()
      throw new Error(`Other rows of ${write.table} would be written than were: this race cannot be shown`)
    }
    for (const effect of effects) effect(tx)
  })
  const result = await settled(kept)
  if (result.status === 'fulfilled') return true
  const { reason } = result as { reason: Error & { code?: string } }
  if (reason instanceof Met || reason.code?.startsWith('SQLITE_CONSTRAINT')) return false
  throw reason
}

class Met extends Error {}

type Rows = Record<string, unknown>[]
type Returning = Statement<object, Record<string, unknown>>

interface Write {
  /** As it was, but that it says which rows it wrote. */
  statement: Returning
  values: object
  table: string
  inserts: boolean
  /** What tells each row that it wrote from the others of its table. */
  rows: string[]
}

const knex = sqlWriter('better-sqlite3')
const WRITE = /^(insert(?: or \w+)? into|update|delete from) `(\w+)`/
const known = new Map<unknown, Pick<Write, 'statement' | 'table' | 'inserts'>>()

function returning(given: Statement<never, never>): Pick<Write, 'statement' | 'table' | 'inserts'> {
  const found = known.get(given)
  if (found) return found
  const { sql }: Compiled = compiled(given, knex)
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

const postgres = sqlWriter('pg')
const locking = new Map<unknown, string | undefined>()

/** The table of which a statement locks the rows that it gives; only for the other database it says so. */
function lockedBy(given: Statement<never, unknown>): string | undefined {
  if (!locking.has(given)) locking.set(given, / for share of "(\w+)"/.exec(compiled(given, postgres).sql)?.[1])
  return locking.get(given)
}

const keyColumns = statement<{ table: string }, { name: string }>((knex, place) =>
  knex.raw('select name from pragma_table_info(?) where pk > 0 order by pk', [place('table')]),
)

async function keysOf(tx: Tx, table: string, rows: Rows): Promise<string[]> {
  const columns = await tx.all(keyColumns, { table })
  return rows.map(row => JSON.stringify([table, ...columns.map(({ name }) => row[name])])).toSorted()
}

/** What a unit does, written down. What fails does so when the unit ends, as it may. */
class Trace extends WritingTx {
  readonly writes: Write[] = []
  readonly guards: string[] = []
  /** Rows that nobody else may change until it ends. */
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
  override counted(what: Count['what'], times?: number): void {
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
