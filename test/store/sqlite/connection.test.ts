// Opening a database that another process has locked, and detecting that its file was changed.
import * as fs from 'node:fs'
import path from 'node:path'
import SQLite from 'better-sqlite3'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { SqliteConnection, isBusy } from '../../../src/base/store/connection.ts'
import { OpenFile } from '../../../src/base/store/open-file.ts'
import { temporaryFolder } from '../../support/folder.ts'

/** The default wait of the driver. */
const DRIVERS_WAIT_MS = 5000

let filename: string
let other: SQLite.Database

beforeEach(() => {
  filename = path.join(temporaryFolder(), 'some.db')
  other = new SQLite(filename)
  other.exec('create table some (id)')
})
afterEach(() => {
  other.close()
  fs.rmSync(path.dirname(filename), { recursive: true })
})

it.each([false, true])('a connection does not wait for a lock (readonly: %s)', readonly => {
  other.exec('begin exclusive')
  const began = performance.now()
  let thrown: unknown
  try {
    new SqliteConnection(filename, readonly).beginRead()
  } catch (error) {
    thrown = error
  }
  // a connection that only reads finds the lock with its first read
  if (!readonly) expect(isBusy(thrown)).toBe(true)
  expect(performance.now() - began).toBeLessThan(DRIVERS_WAIT_MS * 0.8)
})

it('a file that is emptied under the server is not a database', () => {
  const file = new OpenFile(filename)
  expect(file.faultOfFile(false)).toBeUndefined()
  fs.truncateSync(filename, 0)
  expect(file.faultOfFile(false)).toMatch('The database file was overwritten or truncated')
  file.close()
})
