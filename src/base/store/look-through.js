// A process that checks a whole database: `node look-through.js <database file> <pragma>`. It prints `ok` or the
// damage; if a file cannot be read, it prints the error on stderr and exits with code 1. A thread is not an option,
// because this reads the files directly: closing a file drops the locks that SQLite has on it in the same process.
// Written in plain JavaScript, so that it starts fast.
import { closeSync, existsSync, openSync, readSync } from 'node:fs'
import SQLite from 'better-sqlite3'

const PART_BYTES = 1024 * 1024
const [filename, pragma] = process.argv.slice(2)

function found() {
  const driver = new SQLite(filename, { fileMustExist: true, readonly: true })
  try {
    return driver.pragma(`${pragma}(1)`, { simple: true })
  } catch (error) {
    if (/^SQLITE_(?:CORRUPT|NOTADB)/.test(error.code)) return error.message
    throw error
  } finally {
    driver.close()
  }
}

/** Reads a file to its end. Throws if a part cannot be read. */
function readThrough(file) {
  const part = Buffer.alloc(PART_BYTES)
  const descriptor = openSync(file, 'r')
  for (let at = 0, bytes; (bytes = readSync(descriptor, part, 0, PART_BYTES, at)) > 0; at += bytes);
  closeSync(descriptor)
}

try {
  const outcome = found()
  // SQLite also reports a page that the disk failed to read as damage; reading the files distinguishes the two
  if (outcome !== 'ok') for (const file of [filename, `${filename}-wal`]) if (existsSync(file)) readThrough(file)
  process.stdout.write(outcome)
} catch (error) {
  process.stderr.write(error.message)
  process.exitCode = 1
}
