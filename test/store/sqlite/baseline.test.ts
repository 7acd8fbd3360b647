// The baseline of a new database equals the result of all migration steps.
import { readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { baselineSql, sqlOf } from '../../../scripts/baseline.ts'
import { migrateSqlite } from '../../../src/base/store/migrate.ts'
import { temporaryFolder } from '../../support/folder.ts'

const BASELINE = readFileSync('generated/baseline.sql', 'utf8')

it('has the tables, indexes and rows of a database that ran each step (if not: npm run generate)', async () => {
  expect(BASELINE).toBe(await baselineSql())
})

it('is the whole schema of a new database', async () => {
  const folder = temporaryFolder()
  const filename = path.join(folder, 'new.db')
  await migrateSqlite(filename)
  expect(sqlOf(filename)).toBe(BASELINE)
  rmSync(folder, { recursive: true })
})
