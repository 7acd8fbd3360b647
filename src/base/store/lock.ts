// The lock of a data folder, for one owner process: two writers on one SQLite file are slower than one, and two queues would
// both run the jobs.
import SQLite from 'better-sqlite3'
import { createPrivateFile, restrictAccess } from './files.ts'

/**
 * Locks the folder until the process ends. The operating system releases the lock in every case, so nothing has to be
 * repaired after a crash. Throws if another process has the lock.
 */
export function lockFolder(filename: string): () => void {
  createPrivateFile(filename)
  restrictAccess(filename)
  const driver = new SQLite(filename, { timeout: 0 })
  try {
    driver.pragma('journal_mode = delete')
    driver.exec('begin exclusive')
  } catch {
    driver.close()
    throw new Error(`Another Lettermill server uses ${filename}. Stop it, or set DATA_DIR to another folder.`)
  }
  return () => driver.close()
}
