// Checkpoints: a thread that moves SQLite's write-ahead log into the database file, so that no request waits for it, and
// returns free space to the disk. Written in plain JavaScript: to strip types, the thread would keep a compiler in memory.
import { statSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import SQLite from 'better-sqlite3'

/** Above this many pages the log restarts at its beginning, over its old blocks: a growing file costs the disk much more. */
const PAGES_MAX = 4000
/** Above this size the log file is truncated as well. It only grows this large while a reader holds an old snapshot. */
const LOG_MAX_BYTES = 64 * 1024 * 1024
/** How long to wait for a moment between two transactions. */
const PATIENCE_MS = 200
/** Free pages to keep for new rows: this number, and a share of the file. */
const FREE_PAGES_KEPT = 1000
const FREE_PART_KEPT = 1 / 8
/** Pages returned in one round; writers wait for that long. */
const GIVEN_BACK_AT_ONCE = 1000

const { filename, movesLog } = workerData
const driver = new SQLite(filename, { fileMustExist: true, timeout: PATIENCE_MS })
driver.pragma('synchronous = FULL')
// otherwise a commit of this thread would move the log
if (!movesLog) driver.pragma('wal_autocheckpoint = 0')
const passive = driver.prepare('pragma wal_checkpoint(PASSIVE)')
const restart = driver.prepare('pragma wal_checkpoint(RESTART)')
const truncate = driver.prepare('pragma wal_checkpoint(TRUNCATE)')
const pages = driver.prepare('pragma page_count').pluck()
const freePages = driver.prepare('pragma freelist_count').pluck()

function checkpoint() {
  // first without blocking writers; they then wait below only for what is written meanwhile
  const { log, checkpointed } = passive.get()
  // a reader holds an older snapshot: waiting for its end would block writers without any effect
  if (log - checkpointed > PAGES_MAX) return
  if (statSync(`${filename}-wal`).size > LOG_MAX_BYTES) truncate.get()
  else if (log > PAGES_MAX) restart.get()
}

function giveBack() {
  const kept = FREE_PAGES_KEPT + pages.get() * FREE_PART_KEPT
  if (freePages.get() > kept) driver.pragma(`incremental_vacuum(${GIVEN_BACK_AT_ONCE})`)
}

function round() {
  for (const task of movesLog ? [checkpoint, giveBack] : [giveBack]) {
    try {
      task()
    } catch {
      // a full disk or a lock: the log grows meanwhile, and the next round retries
    }
  }
}

parentPort.on('message', message => {
  if (message === 'stop') {
    driver.close()
    // the thread ends on its own: terminating it while it loads the driver would crash the whole process
    parentPort.close()
    return
  }
  round()
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a message to a thread has no origin
  parentPort.postMessage('done')
})
