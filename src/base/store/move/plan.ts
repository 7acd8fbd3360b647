// The tables to copy, parents before children, and the types of their columns.

export interface SourceTable {
  name: string
  columns: readonly string[]
  /** The primary key, in the order of its index. */
  key: readonly string[]
}

export interface TargetColumn {
  table: string
  name: string
  /** The name of the type in PostgreSQL. */
  type: string
}

export interface Reference {
  from: string
  to: string
}

export type ColumnKind = 'text' | 'uuid' | 'number' | 'bytes'

export interface MovedTable {
  name: string
  key: readonly string[]
  columns: readonly { name: string; kind: ColumnKind }[]
}

/**
 * Tables that belong to one database only: those of SQLite, Litestream and Knex, of running processes, of an index, and
 * of triggers that count the rows during insertion.
 */
const LEFT_OUT = [
  /^sqlite_/,
  /^_litestream_/,
  /^knex_/,
  /^workers$/,
  /^guards$/,
  /^probes$/,
  /^rate_windows$/,
  /^inbox_words/,
  /^team_counts$/,
]

const KINDS: Record<string, ColumnKind> = {
  text: 'text',
  'character varying': 'text',
  uuid: 'uuid',
  smallint: 'number',
  integer: 'number',
  bigint: 'number',
  bytea: 'bytes',
}

function hasPlace(name: string): boolean {
  return !LEFT_OUT.some(pattern => pattern.test(name))
}

/** Throws if a table or column of the source is missing in the target: then the versions differ. */
export function tablesToMove(source: SourceTable[], target: TargetColumn[], references: Reference[]): MovedTable[] {
  const tables = source.filter(({ name }) => hasPlace(name)).map(table => movedTable(table, target))
  return parentsFirst(tables, references)
}

function movedTable({ name, columns, key }: SourceTable, target: TargetColumn[]): MovedTable {
  if (key.length === 0)
    throw new Error(`The table ${name} has no primary key, so it cannot be moved. Please report this.`)
  return {
    name,
    key,
    columns: columns.map(column => {
      const there = target.find(each => each.table === name && each.name === column)
      const kind = there && KINDS[there.type]
      if (kind === undefined) {
        const what = there ? `has the type ${there.type} in PostgreSQL` : 'does not exist in PostgreSQL'
        throw new Error(`The column ${name}.${column} ${what}. Nothing was moved. Please report this.`)
      }
      return { name: column, kind }
    }),
  }
}

/** Referenced tables first, otherwise by name. */
function parentsFirst(tables: MovedTable[], references: Reference[]): MovedTable[] {
  const sorted: MovedTable[] = []
  let left = tables.toSorted((one, other) => (one.name < other.name ? -1 : 1))
  while (left.length > 0) {
    const waits = ({ name }: MovedTable): boolean =>
      references.some(({ from, to }) => from === name && to !== name && left.some(each => each.name === to))
    const ready = left.filter(table => !waits(table))
    if (ready.length === 0) throw new Error(`${left[0]!.name} is part of a cycle of references. Please report this.`)
    sorted.push(...ready)
    left = left.filter(table => !ready.includes(table))
  }
  return sorted
}
