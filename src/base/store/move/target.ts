// The PostgreSQL database of a move. Until the move is finished, a table contains its progress. While that table
// exists, no server starts on the database.
import { Client, type ClientConfig } from 'pg'
import { missingSteps, unknownSteps } from '../migrations.ts'
import { PARTITIONED_TABLE_NAMES, createPartitionsSince } from '../postgres/partitions.ts'
import { copyLine, digestQuery, quoted, type SqliteValue } from './canonical.ts'
import { CopyIn } from './copy-in.ts'
import type { MovedTable, Reference, TargetColumn } from './plan.ts'
import { UNFINISHED_MOVE_TABLE } from './unfinished.ts'

/** The key of an advisory lock: any number that our database uses for nothing else. */
const LOCK = 4_705_112_027
/** The name of the row for the whole move. */
const WHOLE = ''
const PROGRESS = `insert into ${UNFINISHED_MOVE_TABLE} (name, rows, after, is_done) values ($1, $2, $3, $4)
  on conflict (name) do update set rows = excluded.rows, after = excluded.after, is_done = excluded.is_done`

/** The progress of a table. */
interface Progress {
  rows: number
  after: SqliteValue[] | undefined
  is_done: boolean
}

export class Target {
  readonly #client: Client

  private constructor(client: Client) {
    this.#client = client
  }

  /** Throws when another move into the database is running. */
  static async open(config: ClientConfig): Promise<Target> {
    const client = new Client({ ...config, application_name: 'lettermill move', keepAlive: true })
    client.on('error', () => {})
    await client.connect()
    const target = new Target(client)
    const [locked] = await target.#ask<{ is: boolean }>('select pg_try_advisory_lock($1) as is', [LOCK])
    if (locked!.is) return target
    await target.close()
    throw new Error('Another move into this database is in progress. Wait for it or stop it.')
  }

  /** Whether a move into it was started. Throws a sentence if the database cannot be the target of one. */
  async isBegun(): Promise<boolean> {
    const names = await this.#pluck(
      `select relname as it from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
       and not exists (select 1 from pg_depend where objid = pg_class.oid and deptype = 'e') order by relname`,
    )
    if (names.length === 0) return false
    if (!names.includes('knex_migrations')) {
      throw new Error(`The target contains other data (table ${names[0]}). Create an empty database for Lettermill.`)
    }
    if (names.includes(UNFINISHED_MOVE_TABLE)) return true
    await this.#requireNobody()
    return false
  }

  /** Throws unless its tables are of this version. */
  async requireSameVersion(): Promise<void> {
    const steps = await this.#pluck('select name as it from knex_migrations')
    if (missingSteps(steps).length === 0 && unknownSteps(steps).length === 0) return
    throw new Error(
      'The target was created by another version of Lettermill. Finish the move with that version, or use an empty database.',
    )
  }

  async #requireNobody(): Promise<void> {
    const [used] = await this.#ask<{ is: boolean }>(`select to_regclass('teams') is not null as is`)
    if (!used!.is) return
    const teams = await this.#pluck('select id::text as it from teams limit 1')
    if (teams.length === 0) return
    throw new Error('The target was already used by a server. Create an empty database.')
  }

  /** The columns of all tables, except generated columns. */
  columns(): Promise<TargetColumn[]> {
    return this.#ask<TargetColumn>(
      `select c.table_name as table, c.column_name as name, c.data_type as type from information_schema.columns c
       where c.table_schema = current_schema() and c.is_generated = 'NEVER'`,
    )
  }

  references(): Promise<Reference[]> {
    return this.#ask<Reference>(
      `select distinct a.relname as from, b.relname as to from pg_constraint
       join pg_class a on a.oid = conrelid join pg_class b on b.oid = confrelid
       where contype = 'f' and connamespace = current_schema()::regnamespace`,
    )
  }

  /** Starts the move: from then on no server starts on the database. `mark`: the mark of the source. */
  async begin(tables: readonly MovedTable[], mark: string, oldest: Date | undefined): Promise<void> {
    await this.#inTransaction(async () => {
      // a server that starts at this moment creates its team before this, or not at all
      await this.#ask('lock table teams in access exclusive mode')
      await this.#requireNobody()
      await this.#ask(
        `create table ${UNFINISHED_MOVE_TABLE} (name text primary key, rows bigint not null, after text, is_done boolean not null)`,
      )
      await this.#ask(PROGRESS, [WHOLE, 0, mark, false])
      // rows that the migrations inserted also exist in the source
      for (const { name } of tables.toReversed()) await this.#ask(`delete from ${quoted(name)}`)
      if (oldest)
        for (const giant of PARTITIONED_TABLE_NAMES) await createPartitionsSince(sql => this.#ask(sql), giant, oldest)
    })
  }

  /** The mark of the source at the start of the move. */
  async mark(): Promise<string> {
    const [mark] = await this.#pluck(`select after as it from ${UNFINISHED_MOVE_TABLE} where name = '${WHOLE}'`)
    return mark!
  }

  async progress(table: string): Promise<Progress> {
    const [found] = await this.#ask<{ rows: string; after: string | null; is_done: boolean }>(
      `select rows, after, is_done from ${UNFINISHED_MOVE_TABLE} where name = $1`,
      [table],
    )
    if (!found) return { rows: 0, after: undefined, is_done: false }
    const after = found.after === null ? undefined : (JSON.parse(found.after) as SqliteValue[])
    return { rows: Number(found.rows), after, is_done: found.is_done }
  }

  /** Stores rows together with the table's progress, in one transaction. */
  async take({ name, columns }: MovedTable, rows: (string | null)[][], progress: Progress): Promise<void> {
    const sql = `copy ${quoted(name)} (${columns.map(each => quoted(each.name)).join(', ')}) from stdin`
    const lines = Buffer.from(rows.map(copyLine).join(''))
    const after = progress.after ? JSON.stringify(progress.after) : null
    await this.#inTransaction(async () => {
      if (rows.length > 0) await this.#client.query(new CopyIn(sql, lines)).done
      await this.#ask(PROGRESS, [name, progress.rows, after, progress.is_done])
    })
  }

  async digest(table: MovedTable): Promise<{ rows: number; digest: bigint }> {
    const [found] = await this.#inTransaction(() => this.#ask<{ rows: string; digest: string }>(digestQuery(table)))
    return { rows: Number(found!.rows), digest: BigInt(found!.digest) }
  }

  /** Columns with a sequence, and its name. */
  counters(): Promise<{ table: string; column: string; sequence: string }[]> {
    return this.#ask(
      `select table_name as table, column_name as column, sequence from
       (select table_name, column_name, pg_get_serial_sequence(quote_ident(table_name), column_name) as sequence
        from information_schema.columns where table_schema = current_schema() and data_type in ('integer', 'bigint')) s
       where sequence is not null`,
    )
  }

  /**
   * Ends the move, so that a server may start. `highest`: the highest numbers ever used. Resolves to the number of jobs
   * that a process had claimed.
   */
  async finish(
    highest: { table: string; column: string; sequence: string; number: number }[],
    now: Date,
  ): Promise<number> {
    // without statistics, the first queries would be planned as if the tables were empty
    await this.#ask('analyze')
    return this.#inTransaction(async () => {
      for (const { sequence, number } of highest) await this.#ask('select setval($1, $2)', [sequence, number])
      // claimed by a process that no longer exists
      const { rowCount } = await this.#client.query(
        'update jobs set owner = null, run_at = $1, set_at = $1 where owner is not null',
        [now.toISOString()],
      )
      await this.#ask(`drop table ${UNFINISHED_MOVE_TABLE}`)
      return rowCount ?? 0
    })
  }

  close(): Promise<void> {
    return this.#client.end()
  }

  async #inTransaction<T>(body: () => Promise<T>): Promise<T> {
    await this.#ask('begin')
    try {
      await this.#ask('set local statement_timeout = 0')
      const result = await body()
      await this.#ask('commit')
      return result
    } catch (error) {
      await this.#ask('rollback').catch(() => {})
      throw error
    }
  }

  async #ask<Row extends object>(sql: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.#client.query<Row>(sql, values)).rows
  }

  async #pluck(sql: string): Promise<string[]> {
    return (await this.#ask<{ it: string }>(sql)).map(({ it }) => it)
  }
}
