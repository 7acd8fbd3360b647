// A page of a list is read along an index in its order. No list reads and sorts all rows, however many there are.
import { rmSync } from 'node:fs'
import path from 'node:path'
import SQLite from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withoutReplanning } from '../../../src/base/store/connection.ts'
import { migrateSqlite } from '../../../src/base/store/migrate.ts'
import { compileStatement, sqlBuilder } from '../../../src/base/store/statement.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { everyStatement } from '../../support/statements.ts'

const folder = temporaryFolder()
const writer = sqlBuilder('better-sqlite3')
/** One contact or one email has only a few rows. */
const OF_ONE = /`(?:contact_id|email_id)` = \?/
let driver: SQLite.Database
let pages: string[]

beforeAll(async () => {
  const statements = await everyStatement()
  const filename = path.join(folder, 'test.db')
  await migrateSqlite(filename)
  driver = new SQLite(filename)
  const all = statements
    .filter(({ isForSharedDatabase }) => !isForSharedDatabase)
    .map(each => compileStatement(each, writer).sql)
  pages = all.filter(sql => /^select.* order by `id` (?:asc|desc) limit \?$/s.test(sql) && !OF_ONE.test(sql))
})
afterAll(() => {
  driver.close()
  rmSync(folder, { recursive: true })
})

function sorts(sql: string): boolean {
  const places = Array.from({ length: sql.split('?').length - 1 }, () => null)
  const steps = driver
    .prepare<null[], { detail: string }>(`explain query plan ${withoutReplanning(sql)}`)
    .all(...places)
  return steps.some(({ detail }) => detail.startsWith('USE TEMP B-TREE FOR ORDER BY'))
}

describe('a page of a list', () => {
  it('of a test that sorts is detected', () => {
    expect(sorts('select `id` from `contacts` where `email` = ? order by `id` desc limit ?')).toBe(false)
    expect(sorts('select `id` from `contacts` where `team_id` = ? order by `email` desc limit ?')).toBe(true)
  })

  it('is read along an index', () => {
    expect(pages.length).toBeGreaterThan(40)
    expect(pages.filter(sorts)).toEqual([])
  })
})
