// A thread that moves SQLite's write-ahead log into the database file, so that no request waits for that. In plain
// JavaScript: a thread that strips types would hold a compiler in memory for these few lines.
import { parentPort, workerData } from 'node:worker_threads'
import SQLite from 'better-sqlite3'

const EVERY_MS = 500
/** From so many pages on the log begins anew, over its old blocks: a file that grows costs the disk much more. */
const PAGES_MAX = 4000
/** How long to wait for the moment between two transactions. */
const PATIENCE_MS = 200

const driver = new SQLite(workerData.filename, { fileMustExist: true, timeout: PATIENCE_MS })
driver.pragma('synchronous = FULL')
const passive = driver.prepare('pragma wal_checkpoint(PASSIVE)')
const restart = driver.prepare('pragma wal_checkpoint(RESTART)')

const rounds = setInterval(() => {
  try {
    // without holding anybody up; what comes in meanwhile is little, and moving that is all that writers wait for
    if (passive.get().log > PAGES_MAX) restart.get()
  } catch {
    // a full disk or a lock: the log only grows meanwhile, and the next round tries again
  }
}, EVERY_MS)

// it ends by itself: a thread that is ended from outside while it loads the driver takes the whole process with it
parentPort.once('message', () => {
  clearInterval(rounds)
  driver.close()
})
