// The database files shrink after rows are deleted, so that the disk space is released.
import { randomUUIDv7 } from 'node:crypto'
import { rmSync, statSync } from 'node:fs'
import path from 'node:path'
import SQLite from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import type { Database } from '../../../src/base/store/database.ts'
import { openDatabase } from '../../../src/base/store/open.ts'
import { statement } from '../../../src/base/store/statement.ts'
import { databases } from '../../support/databases.ts'
import { temporaryFolder } from '../../support/folder.ts'

const insert = statement<{ id: string; name: string }>((knex, place) =>
  knex('teams').insert({ id: place('id'), name: place('name'), created_at: '2026-11-20T12:00:00.000Z' }),
)
const clear = statement<object>(knex => knex('teams').delete())

describe('the files of a database', () => {
  const [, open] = databases[0]!
  /** Writes 1 MB at a time. */
  async function fill(database: Database, megabytes: number): Promise<void> {
    for (let each = 0; each < megabytes; each++) {
      await database.unit(tx => tx.run(insert, { id: randomUUIDv7(), name: 'x'.repeat(1_000_000) }))
    }
  }
  const MB = 1_000_000
  const sizeOf = (filename: string): number => statSync(filename).size

  it('shrink after many rows were deleted', async () => {
    const { database, url, remove } = await open()
    const filename = url.replace('sqlite:', '')
    await fill(database, 40)
    await expect.poll(() => sizeOf(filename)).toBeGreaterThan(30 * MB)
    await database.unit(tx => tx.run(clear, {}))
    await expect.poll(() => sizeOf(filename)).toBeLessThan(10 * MB)
    await database.close()
    await remove()
  })

  it('shrink after a long read by another connection', async () => {
    const { database, url, remove } = await open()
    const filename = url.replace('sqlite:', '')
    const reader = new SQLite(filename, { readonly: true })
    reader.exec('begin')
    reader.prepare('select * from teams').all()
    await fill(database, 80)
    expect(sizeOf(`${filename}-wal`)).toBeGreaterThan(70 * MB)
    reader.exec('commit')
    reader.close()
    await expect.poll(() => sizeOf(`${filename}-wal`)).toBeLessThan(MB)
    await database.close()
    await remove()
  })

  it('stay separate if another program moves the log into the database', async () => {
    const folder = temporaryFolder()
    const filename = path.join(folder, 'left.db')
    const left = await openDatabase(`sqlite:${filename}`, { movesLog: false })
    // such a program has it open all the time
    const other = new SQLite(filename)
    other.pragma('schema_version')
    const { database: moved, url, remove } = await open()
    const empty = sizeOf(filename)
    await fill(left, 20)
    await fill(moved, 20)
    await expect.poll(() => sizeOf(url.replace('sqlite:', ''))).toBeGreaterThan(20 * MB)
    await left.close()
    expect([sizeOf(filename) <= empty + MB, sizeOf(`${filename}-wal`) > 20 * MB]).toEqual([true, true])
    other.pragma('wal_checkpoint(TRUNCATE)')
    expect([sizeOf(filename) > 20 * MB, sizeOf(`${filename}-wal`)]).toEqual([true, 0])
    other.close()
    await moved.close()
    await remove()
    rmSync(folder, { recursive: true, force: true })
  })
})
