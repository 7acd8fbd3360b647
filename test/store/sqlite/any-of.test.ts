// Rows that match one of several values are found by an index, however many rows the team has.
import SQLite from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import type { AnyOf } from '../../../src/base/store/any-of.ts'
import { text } from '../../../src/base/store/column.ts'
import { withoutReplanning } from '../../../src/base/store/connection.ts'
import { compileStatement, sqlBuilder } from '../../../src/base/store/statement.ts'
import { table } from '../../../src/base/store/table.ts'
import { databases } from '../../support/databases.ts'

const emails = table('emails', { id: text, team_id: text })
const states = { name: 'email_states' }
const contacts = table('contacts', { id: text, team_id: text, email_key: text })
const writer = sqlBuilder('better-sqlite3')

/** The plan of each of its statements, for these numbers of values. */
async function plansOf(any: AnyOf<{ team_id: string }, object>, counts: number[]): Promise<string[]> {
  const { database, url, remove } = await databases[0]![1]()
  for (const count of counts) {
    const values = Array.from({ length: count }, (_, index) => String(index))
    expect(await database.read(tx => any.all(tx, { team_id: 'a' }, values))).toEqual([])
  }
  await database.close()
  const driver = new SQLite(url.replace('sqlite:', ''))
  const plans = any.statements.map(statement => {
    const { sql } = compileStatement(statement, writer)
    const places = sql.match(/\?/g)!.map(() => null)
    const steps = driver
      .prepare<null[], { detail: string }>(`explain query plan ${withoutReplanning(sql)}`)
      .all(...places)
    return steps.map(({ detail }) => detail).join('\n')
  })
  driver.close()
  await remove()
  return plans
}

describe('a lookup of several values', () => {
  it.each([
    ['ids', contacts.findAny('id', 'team_id'), /SEARCH contacts USING INDEX \w+ \((?:team_id=\? AND )?id=\?\)/],
    ['values that are unique in a team', contacts.findAny('email_key', 'team_id'), /\(team_id=\? AND email_key=\?\)/],
    [
      'ids with another table',
      emails.leftJoin(states, { email_id: 'id' }, { last_event: text }).findAny('id', 'team_id'),
      /SEARCH emails USING (?:COVERING )?INDEX \w+ \((?:team_id=\? AND )?id=\?\)/,
    ],
  ])('of %s uses the index', async (_what, any, by) => {
    const plans = await plansOf(any, [1, 2, 3, 40, 300])
    expect(plans).toHaveLength(5)
    for (const plan of plans) expect(plan).toMatch(by)
  })
})
