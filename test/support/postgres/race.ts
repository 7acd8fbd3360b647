// Two concurrent transactions on PostgreSQL, which really runs them in parallel. The second one has written everything
// and does not commit until the first one has done the same, or waits for a row that the second has written.
import type { Database, Tx } from '../../../src/base/store/database.ts'
import { GUARD } from '../../../src/base/store/postgres/guards.ts'
import { compileStatement, sqlBuilder, type Statement, statement } from '../../../src/base/store/statement.ts'
import type { RaceResult } from '../race.ts'
import { WritingTx } from '../tx.ts'

type Body<T> = (tx: Tx) => Promise<T>

const MET_WITHIN_MS = 60_000

/** Whether another transaction waits for this one; checked at most every 2 ms. */
const isAwaited = statement<object, { awaited: number }>(knex =>
  knex.raw(`select exists(select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid)))::int
    as awaited from pg_sleep(0.002)`),
)

/** The progress of a racing transaction. */
class Runner {
  /** Whether the transaction has done everything except commit. */
  isThere = false
  isOver = false
  runs = 0

  /** Delays the commit until the other transaction has advanced as far as it can. */
  async waitFor(tx: Tx, other: Runner): Promise<void> {
    await until(async () => other.isThere || other.isOver || (await tx.get(isAwaited, {}))!.awaited === 1)
  }

  /** Delays the commit until the other transaction has ended. */
  async letPass(tx: Tx, other: Runner): Promise<void> {
    this.isThere = true
    await until(async () => {
      await tx.get(isAwaited, {})
      return other.isOver
    })
  }

  async end<T>(unit: Promise<T>): Promise<PromiseSettledResult<T>> {
    const [result] = await Promise.allSettled([unit])
    this.isOver = true
    return result
  }
}

async function until(met: () => Promise<boolean>): Promise<void> {
  for (const deadline = performance.now() + MET_WITHIN_MS; !(await met());) {
    if (performance.now() > deadline) throw new Error('Two units that race do not meet')
  }
}

/** `second` commits while `first` is running. */
export async function raceOnPostgres<A, B>(
  { unit }: Pick<Database, 'unit'>,
  first: Body<A>,
  second: Body<B>,
): Promise<RaceResult<A, B>> {
  const [loser, winner] = [new Runner(), new Runner()]
  const begun = Promise.withResolvers<void>()
  const won = winner.end(
    unit(async tx => {
      const value = await counted(tx, second)
      await tx.get(isAwaited, {})
      begun.resolve()
      await winner.waitFor(tx, loser)
      return value
    }),
  )
  await Promise.race([begun.promise, won])
  const lost = await loser.end(
    unit(async tx => {
      loser.runs++
      const value = await counted(tx, first)
      await loser.letPass(tx, winner)
      return value
    }),
  )
  return { first: lost, second: await won, again: loser.runs > 1 }
}

/** The tables to which the transaction would write a row. */
export async function tablesWrittenOnPostgres(unit: Database['unit'], body: Body<unknown>): Promise<Set<string>> {
  let tables = new Set<string>()
  const run = unit(async tx => {
    tables = new Set()
    await counted(tx, body, tables).catch(() => {})
    throw new RolledBack()
  })
  await run.catch((error: unknown) => {
    if (!(error instanceof RolledBack)) throw error
  })
  return tables
}

class RolledBack extends Error {}

/** Runs the body, waits for all its writes, and collects the tables that received rows. */
async function counted<T>(tx: Tx, body: Body<T>, tables = new Set<string>()): Promise<T> {
  const counting = new CountingTx(tx, tables)
  const value = await body(counting)
  await counting.ended()
  return value
}

const knex = sqlBuilder('pg')
const guard = statement<{ name: string }>((writer, place) => writer.raw(GUARD.text.replace('$1', '?'), [place('name')]))
const WRITE = /^(?:insert into|update|delete from) "(\w+)"/

class CountingTx extends WritingTx {
  readonly #tables: Set<string>

  constructor(inner: Tx, tables: Set<string>) {
    super(inner)
    this.#tables = tables
  }

  /** Takes the guard in the database, because the in-process guard of two processes would not block either. */
  override guard(team_id: string | null, ...name: readonly string[]): void {
    this.inner.put(guard, { name: JSON.stringify([team_id, ...name]) })
  }

  protected override async write<In extends object>(given: Statement<In, never>, values: In): Promise<number> {
    const count = await this.inner.run(given, values)
    const [, table] = WRITE.exec(compileStatement(given, knex).sql) ?? []
    if (count > 0 && table !== undefined) this.#tables.add(table)
    return count
  }
}
