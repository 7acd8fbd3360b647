// Counts the rows that transactions of a database write, for tests of operations that must not write.
import type { Database, Tx } from '../../src/base/store/database.ts'
import type { Statement } from '../../src/base/store/statement.ts'
import { OuterTx } from './tx.ts'

/** Starts counting. */
export function countWrites(database: Database): () => number {
  let rows = 0
  const unit = database.unit.bind(database)
  database.unit = <T>(body: (tx: Tx) => Promise<T>, from?: Parameters<Database['unit']>[1]): Promise<T> =>
    unit(async tx => {
      const counting = new CountingTx(tx)
      const value = await body(counting)
      rows += await counting.written()
      return value
    }, from)
  return () => rows
}

class CountingTx extends OuterTx {
  readonly #counts: Promise<number>[] = []

  async written(): Promise<number> {
    let sum = 0
    for (const count of await Promise.all(this.#counts)) sum += count
    return sum
  }

  override run<In extends object>(statement: Statement<In, never>, values: In): Promise<number> {
    return this.#counted(this.inner.run(statement, values))
  }
  override put<In extends object>(statement: Statement<In, never>, values: In): void {
    void this.#counted(this.inner.run(statement, values))
  }
  override must<In extends object>(statement: Statement<In, never>, values: In, otherwise: () => Error): void {
    const found = async (): Promise<number> => {
      const count = await this.inner.run(statement, values)
      if (count === 0) throw otherwise()
      return count
    }
    void this.#counted(found())
  }

  /** Defers the failure to the end of the transaction, if it gets that far. */
  #counted(count: Promise<number>): Promise<number> {
    this.#counts.push(count)
    count.catch(() => {})
    return count
  }
}
