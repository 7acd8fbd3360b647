// Two units of work at the same moment on PostgreSQL, which really runs them side by side. One of them has written all that
// it writes and does not commit until the other one has come as far, or waits for a row that the first has written.
import type { Database, Tx } from '../../../src/base/store/database.ts'
import { GUARD } from '../../../src/base/store/postgres/guards.ts'
import { compiled, sqlWriter, type Statement, statement } from '../../../src/base/store/statement.ts'
import type { Raced } from '../race.ts'
import { WritingTx } from '../tx.ts'

type Body<T> = (tx: Tx) => Promise<T>

const MET_WITHIN_MS = 60_000

/** Whether somebody waits for us: not asked more often than every 2 ms. */
const isAwaited = statement<object, { awaited: number }>(knex =>
  knex.raw(`select exists(select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid)))::int
    as awaited from pg_sleep(0.002)`),
)

/** How far a unit has come that races. */
class Runner {
  /** It has done everything but commit. */
  isThere = false
  isOver = false
  runs = 0

  /** Does not commit until the other one has come as far as it can. */
  async waitFor(tx: Tx, other: Runner): Promise<void> {
    await until(async () => other.isThere || other.isOver || (await tx.get(isAwaited, {}))!.awaited === 1)
  }

  /** Does not commit before the other one. */
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

/** `second` commits while `first` is under way. */
export async function raceForReal<A, B>(
  { unit }: Pick<Database, 'unit'>,
  first: Body<A>,
  second: Body<B>,
): Promise<Raced<A, B>> {
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

/** To which tables the unit would write a row. */
export async function tablesForReal(unit: Database['unit'], body: Body<unknown>): Promise<Set<string>> {
  let tables = new Set<string>()
  const run = unit(async tx => {
    tables = new Set()
    await counted(tx, body, tables).catch(() => {})
    throw new Undone()
  })
  await run.catch((error: unknown) => {
    if (!(error instanceof Undone)) throw error
  })
  return tables
}

class Undone extends Error {}

/** Runs it so that all it writes is written when it is over, and says to which tables a row was. */
async function counted<T>(tx: Tx, body: Body<T>, tables = new Set<string>()): Promise<T> {
  const counting = new CountingTx(tx, tables)
  const value = await body(counting)
  await counting.ended()
  return value
}

const knex = sqlWriter('pg')
const guard = statement<{ name: string }>((writer, place) => writer.raw(GUARD.text.replace('$1', '?'), [place('name')]))
const WRITE = /^(?:insert into|update|delete from) "(\w+)"/

class CountingTx extends WritingTx {
  readonly #tables: Set<string>

  constructor(inner: Tx, tables: Set<string>) {
    super(inner)
    this.#tables = tables
  }

  /** As in two processes: what one of them knows of its units does not keep them apart. */
  override guard(team_id: string | null, ...name: readonly string[]): void {
    this.inner.put(guard, { name: JSON.stringify([team_id, ...name]) })
  }

  protected override async write<In extends object>(given: Statement<In, never>, values: In): Promise<number> {
    const count = await this.inner.run(given, values)
    const [, table] = WRITE.exec(compiled(given, knex).sql) ?? []
    if (count > 0 && table !== undefined) this.#tables.add(table)
    return count
  }
}
