// One process owns a data folder: a second writer on one SQLite file is slower than one, and two queues would both work.
import SQLite from 'better-sqlite3'
import { createPrivate, keepPrivate } from './files.ts'

/**
 * Takes the folder's lock until the process ends, however it ends: the operating system frees it, so there is nothing to
 * repair after a crash. Throws when another process has it.
 */
export function lockFolder(filename: string): () => void {
  createPrivate(filename)
  keepPrivate(filename)
  const driver = new SQLite(filename, { timeout: 0 })
  try {
    driver.pragma('journal_mode = delete')
    driver.exec('begin exclusive')
  } catch {
    driver.close()
    throw new Error(`Another Lettermill is running on ${filename}: stop it, or set DATA_DIR to another folder.`)
  }
  return () => driver.close()
}
