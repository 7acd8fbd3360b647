// What opening the database does while somebody else has its lock, and how it is noticed that its file is not what it was.
import * as fs from 'node:fs'
import path from 'node:path'
import SQLite from 'better-sqlite3'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { SqliteConnection, isBusy } from '../../../src/base/store/connection.ts'
import { OpenFile } from '../../../src/base/store/open-file.ts'
import { temporaryFolder } from '../../support/server.ts'

/** What the driver waits when nobody tells it not to. */
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
  // for a connection that only reads, the lock shows with what it reads
  if (!readonly) expect(isBusy(thrown)).toBe(true)
  expect(performance.now() - began).toBeLessThan(DRIVERS_WAIT_MS * 0.8)
})

it('a file that is emptied under the server is no database any more', () => {
  const file = new OpenFile(filename)
  expect(file.faultOfFile(false)).toBeUndefined()
  fs.truncateSync(filename, 0)
  expect(file.faultOfFile(false)).toMatch('The database file was overwritten or cut short')
  file.close()
})
