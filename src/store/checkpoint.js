// A thread that moves SQLite's write-ahead log into the database file, so that no request waits for that. In plain
// JavaScript: a thread that strips types would hold a compiler in memory for these few lines.
import { parentPort, workerData } from 'node:worker_threads'
import SQLite from 'better-sqlite3'

const EVERY_MS = 250

const driver = new SQLite(workerData.filename, { fileMustExist: true })
driver.pragma('synchronous = FULL')
const checkpoint = driver.prepare('pragma wal_checkpoint(PASSIVE)')

const rounds = setInterval(() => {
  try {
    checkpoint.get()
  } catch {
    // a full disk or a lock: the log only grows meanwhile, and the next round tries again
  }
}, EVERY_MS)

// it ends by itself: a thread that is ended from outside while it loads the driver takes the whole process with it
parentPort.once('message', () => {
  clearInterval(rounds)
  driver.close()
})
