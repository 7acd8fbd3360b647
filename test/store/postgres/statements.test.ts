// How PostgreSQL plans each statement: that it accepts it, and that parameters of type UUID are sent as UUIDs.
import { execFileSync } from 'node:child_process'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PLANNING } from '../../../src/base/store/postgres/connection.ts'
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

/** The types of its parameters, or the error. */
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

describe('counts of runs', () => {
  const TEAM = '01935f3e-7c00-7000-8000-000000000001'
  const AUTOMATION = '01935f3e-7c00-7000-8000-000000000002'

  beforeAll(async () => {
    await client.query(
      `insert into automation_runs (id, team_id, automation_id, graph_version, contact_id, event_name, payload, status,
         turn, created_at)
       select gen_random_uuid(), '${TEAM}', '${AUTOMATION}', 1, gen_random_uuid(), 'e', '{}',
         (array['running', 'completed', 'failed'])[1 + n % 3], 0, '2026-11-22T08:00:00.000Z'
       from generate_series(1, 5000) as n`,
    )
    await client.query('vacuum analyze automation_runs')
  })

  it.each([
    ['of one automation', 'group by "status", "waiting"'],
    ['of many', 'as "counted"'],
  ])('%s use an index', async (_, part) => {
    const { sql, values } = statements.find(each => each.sql.includes('"automation_runs"') && each.sql.includes(part))!
    const named: Record<string, string> = { team_id: `'${TEAM}'`, automation_id: `'${AUTOMATION}'` }
    const typed: Record<string, string> = {
      'uuid[]': `array['${AUTOMATION}']::uuid[]`,
      bigint: '1001',
      text: `'running'`,
    }
    const types = await typesOf(sql)
    const all = values.map((value, index) => (value === null ? typed[types[index]!] : named[value.name]))
    await client.query(`prepare counting as ${sql}`)
    const { rows } = await client.query(`explain execute counting (${all.join(', ')})`)
    await client.query('deallocate counting')
    const scans = rows.flatMap(row => /[\w ]* on automation_runs/.exec(row['QUERY PLAN']) ?? [])
    expect(scans.length).toBeGreaterThan(0)
    for (const scan of scans) expect(scan).toMatch(/Index Only Scan/)
  })
})

describe('a full-text search', () => {
  it.each([
    ['older', 'Index Only Scan Backward'],
    ['newer', 'Index Only Scan'],
  ])('of %s emails scans those of the inbox or looks up the words', async (way, scan) => {
    await client.query(
      `insert into inbox_texts (team_id, inbox_id, id, words, received_at)
       select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'w' || n % 100, '2026-11-22T08:00:00.000Z'
       from generate_series(1, 3000) as n`,
    )
    await client.query('vacuum analyze inbox_texts')
    await client.query(PLANNING)
    const order = way === 'older' ? 'desc' : 'asc'
    const { sql } = statements.find(each => each.sql.includes('as walked') && each.sql.includes(`inbox_id ${order}`))!
    const types = (await typesOf(sql)) as string[]
    await client.query(`prepare searching as ${sql}`)
    const { rows } = await client.query(`explain execute searching (${types.map(() => 'null').join(', ')})`)
    await client.query('deallocate searching')
    const scans = rows.flatMap(row => /[\w ]*Scan [\w ]*/.exec(row['QUERY PLAN'])?.[0].trim() ?? [])
    expect(scans).toContain(`${scan} using inbox_texts_walk on inbox_texts inbox_texts_1`)
    expect(scans).toContain('Bitmap Index Scan on inbox_texts_lexemes')
  })
})

describe('every statement', () => {
  it('is accepted by PostgreSQL', async () => {
    expect(statements.length).toBeGreaterThan(250)
    const refused: { sql: string; fault: string }[] = []
    for (const { sql } of statements) {
      const types = await typesOf(sql)
      if (typeof types === 'string') refused.push({ sql, fault: types })
    }
    expect(refused).toEqual([])
  })

  it('finds its rows by an index, except in tables that stay small', async () => {
    await client.query(PLANNING)
    const whole = new Set<string>()
    for (const { sql } of statements) {
      const types = (await typesOf(sql)) as string[]
      await client.query(`prepare it as ${sql}`)
      const values = types.length > 0 ? `(${types.map(() => 'null').join(', ')})` : ''
      const { rows } = await client.query(`explain execute it${values}`)
      await client.query('deallocate it')
      for (const row of rows) {
        const [, table] = /Seq Scan on (\w+)/.exec(row['QUERY PLAN']) ?? []
        if (table !== undefined) whole.add(table)
      }
    }
    expect([...whole].toSorted()).toEqual(['event_streams', 'teams', 'workers'])
  })

  it('sends exactly the parameters as UUIDs that PostgreSQL types as UUID', async () => {
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
