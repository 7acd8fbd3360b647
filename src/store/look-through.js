// A thread that looks through a whole database for damage and says what it found. In plain JavaScript, as checkpoint.js.
import { parentPort, workerData } from 'node:worker_threads'
import SQLite from 'better-sqlite3'

const driver = new SQLite(workerData.filename, { fileMustExist: true, readonly: true })
const found = driver.pragma('quick_check(1)', { simple: true })
driver.close()
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a message to a thread has no origin
parentPort.postMessage(found)
