// Checks the folder and the files of the database before they are opened. Unlike the driver's errors, an error here is
// a sentence that names the setting.
import { accessSync, closeSync, constants, existsSync, mkdirSync, openSync, statSync, unlinkSync } from 'node:fs'
import path from 'node:path'

/** The setting that contains the path. */
type Setting = 'DATA_DIR' | 'DATABASE_URL'

/** Creates the folder of a database file if needed, and checks that folder and files are writable. Throws a sentence. */
export function prepareFolder(filename: string, setting: Setting): void {
  const folder = path.dirname(filename)
  const better = setting === 'DATA_DIR' ? 'to a writable folder, such as ./data' : 'to sqlite:<file>'
  const wrong = (what: string, error?: unknown): Error => {
    const code = error === undefined ? '' : ` (${(error as NodeJS.ErrnoException).code})`
    return new Error(`${setting} is ${setting === 'DATA_DIR' ? folder : filename}, ${what}${code}. Set it ${better}.`)
  }
  attempted(
    () => makeFolder(folder),
    error => wrong('where a folder cannot be created', error),
  )
  if (!statSync(folder).isDirectory()) throw wrong('which is a file and not a folder')
  attempted(
    () => tryWriting(folder),
    error => wrong('which is not writable', error),
  )
  if (existsSync(filename) && !statSync(filename).isFile()) throw wrong('which is not a file')
  for (const file of ['', '-wal', '-shm', '.lock'].map(end => filename + end)) {
    const name = path.basename(file)
    if (existsSync(file))
      attempted(
        () => allowed(file),
        error => wrong(`where ${name} is not readable and writable`, error),
      )
  }
}

function attempted(act: () => void, wrong: (error: unknown) => Error): void {
  try {
    act()
  } catch (error) {
    throw wrong(error)
  }
}

/** Creates one folder at a time: a recursive call never returns for a folder under /proc. */
function makeFolder(folder: string): void {
  const missing: string[] = []
  for (let each = folder; !existsSync(each); each = path.dirname(each)) missing.unshift(each)
  for (const each of missing) mkdirSync(each, { mode: 0o700 })
}

/** Tests by writing, because permissions do not reveal a read-only file system. A full disk passes: the folder is correct. */
function tryWriting(folder: string): void {
  const probe = path.join(folder, `.probe-${process.pid}`)
  try {
    closeSync(openSync(probe, 'wx', 0o600))
    unlinkSync(probe)
  } catch (error) {
    if (!['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}

function allowed(file: string): void {
  accessSync(file, constants.R_OK | constants.W_OK)
}
