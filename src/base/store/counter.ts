// Counters: rows that nearly every unit of work adds to. Each unit calls `tx.add`, and the store writes one sum for all
// units of a commit or flight, in the same transaction: a count costs a unit nearly nothing and is as durable as the
// unit. Each connection to PostgreSQL adds to its own row (`shard`), so that connections never conflict; a reader sums
// the rows. A unit that depends on the counts of others writes with `put` instead.
import { number, type Columns } from './column.ts'
import type { QueryRunner, Statement } from './statement.ts'
import { table } from './table.ts'

type Name<Row> = keyof Row & string

export class Counter<Key extends object, Counts extends object> {
  readonly #name: string
  readonly #key: readonly Name<Key>[]
  readonly counts: readonly Name<Counts>[]
  readonly statement: Statement<Key & Counts & { shard: number }, never>

  constructor(name: string, key: Columns<Key>, counts: readonly Name<Counts>[]) {
    this.#name = name
    this.#key = Object.keys(key) as Name<Key>[]
    this.counts = counts
    const counted = Object.fromEntries(counts.map(count => [count, number]))
    const rows = table(name, { ...key, shard: number, ...counted } as Columns<Key & Counts & { shard: number }>)
    this.statement = rows.write(({ rows: into, param, knex }) =>
      into
        .insert(Object.fromEntries(rows.names.map(column => [column, param(column)])))
        .onConflict(rows.conflict(knex, ...([...this.#key, 'shard'] as never[])))
        .merge(Object.fromEntries(counts.map(count => [count, knex.raw('??.?? + excluded.??', [name, count, count])]))),
    )
  }

  keyOf(row: Key): string {
    let text = this.#name
    for (const name of this.#key) text += ` ${row[name] as string}`
    return text
  }

  /** Adds immediately, in the one row that all connections share. */
  put(tx: QueryRunner, plus: Key & Counts): void {
    tx.put(this.statement, { ...plus, shard: 0 })
  }
}
