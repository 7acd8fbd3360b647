// What PostgreSQL makes of each statement: that it takes it, and that what it takes for a UUID is sent as one.
import { execFileSync } from 'node:child_process'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DeclaredStatement } from '../../support/declared.ts'
import { type NewDatabase, newDatabase } from '../../support/postgres/new-database.ts'

let database: NewDatabase
let client: Client
let statements: DeclaredStatement[]

beforeAll(async () => {
  const printed = execFileSync(process.execPath, ['test/support/declared.ts'], { maxBuffer: 2 ** 26 })
  statements = JSON.parse(printed.toString())
  database = await newDatabase()
  client = new Client({ connectionString: database.url })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

/** The types of its parameters, or what is wrong with it. */
async function typesOf(sql: string): Promise<string[] | string> {
  try {
    await client.query(`prepare it as ${sql}`)
  } catch (error) {
    return (error as Error).message
  }
  const { rows } = await client.query('select parameter_types::text[] as types from pg_prepared_statements')
  await client.query('deallocate it')
  return rows[0].types
}

describe('every statement', () => {
  it('is taken by PostgreSQL', async () => {
    expect(statements.length).toBeGreaterThan(250)
    const refused: { sql: string; fault: string }[] = []
    for (const { sql } of statements) {
      const types = await typesOf(sql)
      if (typeof types === 'string') refused.push({ sql, fault: types })
    }
    expect(refused).toEqual([])
  })

  it('has as UUIDs what PostgreSQL takes for some, and nothing else', async () => {
    const wrong: { sql: string; value: unknown; type: string | undefined }[] = []
    for (const { sql, values } of statements) {
      const types = await typesOf(sql)
      for (const [index, value] of values.entries()) {
        if ((types[index] === 'uuid') !== (value?.isUuid ?? false)) wrong.push({ sql, value, type: types[index] })
      }
    }
    expect(wrong).toEqual([])
  })
})
