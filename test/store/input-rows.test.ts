// Rows passed to a statement as JSON have the same types and missing values on each database.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../src/base/store/database.ts'
import { type InputRow, inputRows } from '../../src/base/store/input-rows.ts'
import { statement } from '../../src/base/store/statement.ts'
import { databases } from '../support/databases.ts'

const COLUMNS = { one_id: 'uuid', name: 'text', count: 'integer' } as const
const read = statement<{ rows: InputRow[] }>(knex =>
  knex.raw('select given.one_id, given.name, given.count from ? order by given.name', [inputRows(knex, COLUMNS)]),
)
const both = statement<{ rows: InputRow[]; more: InputRow[] }>(knex =>
  knex.raw('select given.one_id, wanted.name from ? cross join ? order by wanted.name', [
    inputRows(knex, COLUMNS),
    inputRows(knex, { name: 'text' }, 'more', 'wanted'),
  ]),
)
const ID = '0198c1f2-6a3b-7d10-9c4e-2b7f5a8e1d33'

describe.each(databases)('rows passed as JSON on %s', (_, open) => {
  let database: Database
  let remove: () => Promise<void>
  beforeAll(async () => {
    ;({ database, remove } = await open())
  })
  afterAll(async () => {
    await database.close()
    await remove()
  })

  it('converts each value to the type of its column', async () => {
    const rows = [
      [ID, `a "quoted" \\ 'text', with ? and $1 and 🎈\n`, 7],
      [null, 'b', null],
      [ID, 'c', -1],
    ]
    expect(await database.read(tx => tx.all(read, { rows }))).toEqual(
      rows.map(([one_id, name, count]) => ({ one_id, name, count })),
    )
  })

  it('accepts an empty list and a long list of rows', async () => {
    expect(await database.read(tx => tx.all(read, { rows: [] }))).toEqual([])
    const rows = Array.from({ length: 5000 }, (_each, index) => [ID, 'x', index])
    expect(await database.read(tx => tx.all(read, { rows }))).toHaveLength(5000)
  })

  it('passes several lists of rows to one statement', async () => {
    const rows = [[ID, 'x', 1]]
    expect(await database.read(tx => tx.all(both, { rows, more: [['b'], ['a']] }))).toEqual([
      { one_id: ID, name: 'a' },
      { one_id: ID, name: 'b' },
    ])
  })
})
