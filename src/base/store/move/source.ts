// The SQLite database of a move, opened read-only.
import SQLite from 'better-sqlite3'
import { missingSteps } from '../migrations.ts'
import { digestOf, quoted, canonicalValue, type SqliteValue } from './canonical.ts'
import type { ColumnKind, MovedTable, SourceTable } from './plan.ts'

/** Maximum bytes of rows in memory at a time, unless a single row is larger. */
const PART_BYTES = 4 * 1024 * 1024
const PART_ROWS = 5000
/** Maximum number of misfits reported for one table. */
const MISFITS_SHOWN = 20

interface Portion {
  rows: (string | null)[][]
  /** The key of the last row; `undefined`: no more rows. */
  after: SqliteValue[] | undefined
}

/** A value that PostgreSQL does not accept. */
export interface InvalidValue {
  table: string
  /** The key of the row. */
  key: SqliteValue[]
  column: string
  what: 'nul' | 'type' | 'uuid'
}

export class Source {
  readonly #driver: SQLite.Database
  readonly #without_nul: boolean

  /** Throws unless all migrations of this version were applied. */
  constructor(filename: string, without_nul: boolean) {
    this.#driver = new SQLite(filename, { readonly: true, fileMustExist: true })
    this.#without_nul = without_nul
    const steps = this.#pluck('select name from knex_migrations')
    const [missing] = missingSteps(steps)
    if (missing === undefined) return
    this.close()
    throw new Error(
      `${filename} was created by an earlier version of Lettermill (${missing} is missing). Start this version on it once, then move it.`,
    )
  }

  tables(): SourceTable[] {
    const names = this.#pluck("select name from sqlite_master where type = 'table' order by name")
    return names.map(name => {
      const columns = this.#driver.pragma(`table_info(${quoted(name)})`) as { name: string; pk: number }[]
      const key = columns.filter(({ pk }) => pk > 0).toSorted((one, other) => one.pk - other.pk)
      return { name, columns: columns.map(each => each.name), key: key.map(each => each.name) }
    })
  }

  /** A mark that changes when the database is used: the numbers of rows, and the server's stored clock. */
  mark(tables: readonly MovedTable[]): string {
    const counts = tables.map(({ name }) => [name, this.count(name)])
    const [clock] = this.#pluck('select highest_at from steady_clock')
    return JSON.stringify({ clock, ...Object.fromEntries(counts) })
  }

  /** The creation time of the oldest email, from its id. */
  oldest(): Date | undefined {
    const [id] = this.#pluck<string | null>("select min(id) from emails where id like '________-____-7%'")
    return id == null ? undefined : new Date(Number.parseInt(id.replace('-', '').slice(0, 12), 16))
  }

  count(table: string): number {
    return this.#driver
      .prepare(`select count(*) from ${quoted(table)}`)
      .pluck()
      .get() as number
  }

  /** The rows after a key, in the order of keys, up to the memory limit. */
  portion({ name, key, columns }: MovedTable, after: SqliteValue[] | undefined): Portion {
    const keys = key.map(quoted).join(', ')
    const behind = after ? `where (${keys}) > (${key.map(() => '?').join(', ')})` : ''
    const sql = `select ${columns.map(each => quoted(each.name)).join(', ')} from ${quoted(name)} ${behind} order by ${keys}`
    const at = key.map(each => columns.findIndex(column => column.name === each))
    const rows: Portion['rows'] = []
    let bytes = 0
    for (const row of this.#driver
      .prepare<unknown[], SqliteValue[]>(sql)
      .raw()
      .iterate(...(after ?? []))) {
      const shown = this.#shown(row, columns)
      rows.push(shown)
      for (const value of shown) bytes += value?.length ?? 0
      if (rows.length === PART_ROWS || bytes >= PART_BYTES) return { rows, after: at.map(index => row[index]!) }
    }
    return { rows, after: undefined }
  }

  /** The digest of all rows, read again and not taken from the copying. */
  digest({ name, columns }: MovedTable): { rows: number; digest: bigint } {
    const sql = `select ${columns.map(each => quoted(each.name)).join(', ')} from ${quoted(name)}`
    const sum = { rows: 0, digest: 0n }
    for (const row of this.#driver.prepare<unknown[], SqliteValue[]>(sql).raw().iterate()) {
      sum.rows++
      sum.digest += digestOf(this.#shown(row, columns))
    }
    return sum
  }

  /** The first values of a table that PostgreSQL would refuse. */
  misfits(table: MovedTable): InvalidValue[] {
    const { name, key, columns } = table
    const tests = columns.flatMap(column => testsOf(column, this.#without_nul))
    if (tests.length === 0) return []
    const found = this.#driver
      .prepare<unknown[], SqliteValue[]>(
        `select ${[...key.map(quoted), ...tests.map(({ sql }) => `coalesce(${sql}, 0)`)].join(', ')}
         from ${quoted(name)} where ${tests.map(({ sql }) => sql).join(' or ')} limit ${MISFITS_SHOWN}`,
      )
      .raw()
      .all()
    return found.flatMap(row =>
      tests.flatMap(({ column, what }, index) =>
        row[key.length + index] === 1 ? [{ table: name, key: row.slice(0, key.length), column, what }] : [],
      ),
    )
  }

  /** The highest number ever used in a table, even if its row no longer exists. */
  highestNumber(table: string): number | undefined {
    const [highest] = this.#pluck<number>('select seq from sqlite_sequence where name = ?', table)
    return highest
  }

  close(): void {
    this.#driver.close()
  }

  #shown(row: SqliteValue[], columns: MovedTable['columns']): (string | null)[] {
    return row.map((value, index) => canonicalValue(value, columns[index]!.kind, this.#without_nul))
  }

  #pluck<T = string>(sql: string, ...values: unknown[]): T[] {
    return this.#driver
      .prepare<unknown[], T>(sql)
      .pluck()
      .all(...values)
  }
}

const HEX = '[0-9a-fA-F]'
const UUID = [8, 4, 4, 4, 12].map(length => HEX.repeat(length)).join('-')

interface Test {
  sql: string
  column: string
  what: InvalidValue['what']
}

const STORED_AS: Record<ColumnKind, string> = { text: 'text', uuid: 'text', number: 'integer', bytes: 'blob' }

/** Conditions that are 1 for a value that PostgreSQL refuses. */
function testsOf({ name, kind }: MovedTable['columns'][number], without_nul: boolean): Test[] {
  const column = quoted(name)
  const types = `'${STORED_AS[kind]}', 'null'`
  const tests: Test[] = [{ sql: `typeof(${column}) not in (${types})`, column: name, what: 'type' }]
  if (kind === 'uuid') tests.push({ sql: `${column} not glob '${UUID}'`, column: name, what: 'uuid' })
  if (kind === 'text' && !without_nul) tests.push({ sql: `instr(${column}, char(0)) > 0`, column: name, what: 'nul' })
  return tests
}
