// Opens the database of a URL, migrated to this version.
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import type { Database, IdSource, ReportCheck } from './database.ts'
import { checkDatabaseFile, checkMissingFile, examineInProcess, isSmall } from './examine.ts'
import { createPrivateFile, fileExists, restrictAccess, moveIntoPlace, removeDatabase } from './files.ts'
import { lockFolder } from './lock.ts'
import { migrateSqlite } from './migrate.ts'
import { parsePostgresUrl, isPostgres } from './postgres/address.ts'
import { type Opening, SqliteDatabase } from './sqlite.ts'

/**
 * Opens `sqlite:<file>`, creating folder and file if needed, or `postgres://…`, creating its tables. Throws if another
 * process uses the file, or if the database is damaged, belongs to another program, or is of a newer version.
 */
export async function openDatabase(url: string, { tell = () => {}, ids, movesLog }: Opening = {}): Promise<Database> {
  return isPostgres(url) ? openServer(url, tell, ids) : openFile(databaseFileOf(url), { tell, ids, movesLog })
}

/** Opens PostgreSQL; its driver is loaded only here. */
async function openServer(url: string, tell: ReportCheck, ids?: IdSource): Promise<Database> {
  const address = parsePostgresUrl(url)
  const [{ checkPostgres }, { migratePostgres }, { openPostgres }] = await Promise.all([
    import('./postgres/examine.ts'),
    import('./postgres/migrate.ts'),
    import('./postgres/database.ts'),
  ])
  const { usable, warnings } = await checkPostgres(address)
  for (const warning of warnings) tell(warning)
  await migratePostgres(url)
  const database = openPostgres(usable, ids)
  await database.upkeep!.createPartitions(new Date())
  return database
}

async function openFile(filename: string, opening: Opening & { tell: ReportCheck }): Promise<Database> {
  mkdirSync(path.dirname(filename), { recursive: true, mode: 0o700 })
  const unlock = lockFolder(`${filename}.lock`)
  try {
    const checked = !fileExists(filename) || isSmall(filename)
    await prepare(filename)
    const database = new SqliteDatabase(filename, true, opening)
    restrictAccess(filename)
    const closing = new AbortController()
    if (!checked) void checkInBackground(filename, database, { tell: opening.tell, signal: closing.signal })
    const close = database.close.bind(database)
    database.close = () => {
      closing.abort()
      return close().finally(unlock)
    }
    return database
  } catch (error) {
    unlock()
    throw error
  }
}

/**
 * Opens a database for a small unit of work in parallel with the process that owns it, if there is one. SQLite allows
 * both to write alternately. The rest of the data folder, above all the queue, belongs to the owner.
 */
export async function openForCommand(url: string): Promise<Database> {
  if (isPostgres(url)) return openServer(url, () => {})
  const filename = databaseFileOf(url)
  if (!fileExists(filename)) throw new Error(`No database at ${filename}. Start the server once, or set DATA_DIR.`)
  checkDatabaseFile(filename, { wholly: false })
  // the owner moves the log
  return new SqliteDatabase(filename, false, { movesLog: false })
}

export function databaseFileOf(url: string): string {
  return path.resolve(url.replace(/^sqlite:/, ''))
}

async function prepare(filename: string): Promise<void> {
  if (fileExists(filename)) {
    restrictAccess(filename)
    // Knex is loaded only if a step is missing
    if (checkDatabaseFile(filename, { wholly: isSmall(filename) })) await migrateSqlite(filename)
    return
  }
  checkMissingFile(filename)
  // under another name until it is finished: a start that is killed here leaves no file that looks like a database
  const unfinished = `${filename}.new`
  removeDatabase(unfinished)
  createPrivateFile(unfinished)
  await migrateSqlite(unfinished)
  moveIntoPlace(unfinished, filename)
}

async function checkInBackground(
  filename: string,
  database: Database,
  { tell, signal }: { tell: ReportCheck; signal: AbortSignal },
): Promise<void> {
  try {
    const damage = await examineInProcess(filename, 'quick_check', signal)
    if (damage === undefined) tell('database check passed')
    else database.damaged(damage)
  } catch (error) {
    if (!signal.aborted) tell(`database check failed: ${(error as Error).message}`, 'warn')
  }
}
