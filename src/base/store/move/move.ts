// Moves a SQLite database into an empty PostgreSQL database: checks for values that do not fit, copies in parts,
// compares both, and only then allows servers to start. An interrupted move continues where it stopped.
import { checkDatabaseFile } from '../examine.ts'
import { fileExists } from '../files.ts'
import { lockFolder } from '../lock.ts'
import { parsePostgresUrl } from '../postgres/address.ts'
import { checkPostgres } from '../postgres/examine.ts'
import { migratePostgres } from '../postgres/migrate.ts'
import { type MovedTable, tablesToMove } from './plan.ts'
import { type InvalidValue, Source } from './source.ts'
import { Target } from './target.ts'

interface Move {
  /** The SQLite file. */
  from: string
  /** Whether it is the database of a data folder, which a server may use, and not an unused copy. */
  is_live: boolean
  to: string
  /** Whether to omit NUL characters, which PostgreSQL does not accept. */
  without_nul: boolean
  now: Date
  /** Reports progress. */
  tell: (words: string) => void
}

export interface MovedRows {
  name: string
  rows: number
  digest: bigint
}

export interface MoveOutcome {
  tables: MovedRows[]
  /** Number of jobs that a process had claimed and that will run again. */
  given_back: number
  took_ms: number
}

/** Throws a message for the operator. In that case nothing has changed, or the same move can be continued. */
export async function moveRows(order: Move): Promise<MoveOutcome> {
  const { from, is_live, without_nul } = order
  if (!fileExists(from)) throw new Error(`No database at ${from}.`)
  const unlock = is_live ? lockFolder(`${from}.lock`) : (): void => {}
  try {
    checkDatabaseFile(from, { wholly: true, advice: 'Nothing was moved. Restore a backup first.' })
    const source = new Source(from, without_nul)
    try {
      return await moveFrom(source, order)
    } finally {
      source.close()
    }
  } finally {
    unlock()
  }
}

async function moveFrom(source: Source, order: Move): Promise<MoveOutcome> {
  const began_ms = performance.now()
  const address = parsePostgresUrl(order.to)
  for (const warning of (await checkPostgres(address, 'move')).warnings) order.tell(warning)
  const target = await Target.open(address.config)
  try {
    const isBegun = await target.isBegun()
    if (!isBegun) await migratePostgres(order.to)
    await target.requireSameVersion()
    const tables = tablesToMove(source.tables(), await target.columns(), await target.references())
    requireNoMisfits(tables.flatMap(table => source.misfits(table)))
    const mark = source.mark(tables)
    if (!isBegun) await target.begin(tables, mark, source.oldest())
    else if ((await target.mark()) !== mark) throw new Error(changed(order.from))
    const moving = { source, target, tell: order.tell }
    for (const table of tables) await copy(table, moving)
    const compared = await compare(tables, moving)
    const given_back = await target.finish(await numbersOf(source, target), order.now)
    return { tables: compared, given_back, took_ms: performance.now() - began_ms }
  } finally {
    await target.close()
  }
}

const changed = (from: string): string =>
  `${from} changed after this move started. Stop its server and move it into an empty database.`

interface Moving extends Pick<Move, 'tell'> {
  source: Source
  target: Target
}

async function copy(table: MovedTable, { source, target, tell }: Moving): Promise<void> {
  let { rows, after, is_done } = await target.progress(table.name)
  while (!is_done) {
    const part = source.portion(table, after)
    rows += part.rows.length
    after = part.after
    is_done = after === undefined
    await target.take(table, part.rows, { rows, after, is_done })
    if (rows > 0) tell(`${table.name}: ${rows} copied`)
  }
}

async function compare(tables: MovedTable[], { source, target, tell }: Moving): Promise<MovedRows[]> {
  const compared: MovedRows[] = []
  for (const table of tables) {
    const [left, arrived] = [source.digest(table), await target.digest(table)]
    const same = left.rows === arrived.rows && left.digest === arrived.digest
    if (!same) throw new Error(differs(table.name, left, arrived))
    compared.push({ name: table.name, ...arrived })
    if (left.rows > 0) tell(`${table.name}: verified`)
  }
  return compared
}

type Sum = Omit<MovedRows, 'name'>

function differs(name: string, left: Sum, arrived: Sum): string {
  return (
    `${name} differs: ${left.rows} rows with the checksum ${left.digest} in the source, ${arrived.rows} with ` +
    `${arrived.digest} in the target. Do not use the target; move into an empty database.`
  )
}

/** The highest number used in each table: numbers are never reused, even of removed rows. */
async function numbersOf(source: Source, target: Target): Promise<Parameters<Target['finish']>[0]> {
  return (await target.counters()).flatMap(counter => {
    const number = source.highestNumber(counter.table)
    return number === undefined ? [] : [{ ...counter, number }]
  })
}

const WORDS: Record<InvalidValue['what'], string> = {
  nul: 'has a NUL character, which PostgreSQL does not support: use `--without-nul` to remove such characters',
  uuid: 'is not a UUID, although the server writes only UUIDs there: correct it in the SQLite database or delete the row',
  type: 'has another type than its column, although the server never writes such values: correct it in the SQLite database',
}

function requireNoMisfits(misfits: InvalidValue[]): void {
  if (misfits.length === 0) return
  const lines = misfits.map(({ table, key, column, what }) => `${table} ${key.join(' ')}: ${column} ${WORDS[what]}.`)
  throw new Error(`Nothing was moved. PostgreSQL cannot store these values:\n${lines.join('\n')}`)
}
