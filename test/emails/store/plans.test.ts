// Queries on large email tables use an index on each database, as shown by the query plan rather than the duration.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../../src/base/store/database.ts'
import { statement } from '../../../src/base/store/statement.ts'
import { planOf } from '../../support/plans.ts'
import { databases, withTeams } from '../../support/databases.ts'
import { writeLedger } from '../../support/ledger.ts'

const TROUBLED = "last_event not in ('queued', 'sent', 'delivered', 'opened', 'clicked')"
const FIRST = '00000000-0000-7000-8000-000000000000'
const LAST = '0fffffff-0000-7000-8000-000000000000'

/** The statements of searches and metrics with values. */
const ASKED: [what: string, sql: (team_id: string) => string, table: string, index: RegExp][] = [
  [
    'the emails of a search',
    team_id =>
      `select id, "to", cc, bcc from emails where team_id = '${team_id}' and id < '${LAST}' order by id desc limit 1000`,
    'emails',
    /team_id_id/,
  ],
  [
    'the emails of broadcasts',
    team_id =>
      `select id from emails where team_id = '${team_id}' and origin_kind = 'broadcast' and id >= '${FIRST}'
       and id < '${LAST}' order by id desc limit 26`,
    'emails',
    /emails_of_origin|team_id_origin_kind_id/,
  ],
  [
    'the failed emails',
    team_id =>
      `select email_id from email_states where ${TROUBLED} and team_id = '${team_id}' and last_event = 'bounced'
       and email_id < '${LAST}' order by email_id desc limit 500`,
    'email_states',
    /email_states_troubled|team_id_last_event_email_id/,
  ],
  [
    'the events of a type',
    team_id =>
      `select id from email_events where team_id = '${team_id}' and type = 'bounced' and id > '${FIRST}' order by id
       limit 1 offset 999`,
    'email_events',
    /team_id_type_id/,
  ],
]

describe.each(databases)('query plans on %s', (_, open) => {
  let database: Database
  let team_id: string
  let end: () => Promise<void>
  beforeAll(async () => {
    ;({ database, team_id, end } = await withTeams(open))
    const at = (index: number): string => new Date(Date.UTC(2026, 9, 1) + index * 60_000).toISOString()
    await writeLedger(
      database,
      team_id,
      Array.from({ length: 6000 }, (_each, index) => {
        const type = index % 50 === 0 ? 'bounced' : 'delivered'
        const origin = index % 3 === 0 ? { origin_id: FIRST, origin_kind: 'broadcast' as const } : {}
        return {
          ...origin,
          at: at(index),
          to: [`p${index}@example.net`],
          events: [{ type, at: at(index) }],
          last_event: type,
        }
      }),
    )
    await database.unit(async tx => {
      for (const name of ['emails', 'email_states', 'email_events']) {
        tx.put(
          statement<object>(knex => knex.raw(`analyze ${name}`)),
          {},
        )
      }
    })
  })
  afterAll(() => end())

  it.each(ASKED)('%s are found with an index', async (_what, sql, table, index) => {
    const plan = await planOf(database, sql(team_id))
    expect(plan).toMatch(index)
    expect(plan).not.toMatch(new RegExp(`scan (?:on )?${table}\\w*$|Seq Scan on ${table}`, 'im'))
    expect(plan).not.toMatch(/temp b-tree/i)
  })
})
