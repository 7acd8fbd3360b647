// Servers that start on PostgreSQL: three at the same time on an empty database, and one with unusable settings.
import { describe, expect, it } from 'vitest'
import { newDatabaseAlone } from '../../support/postgres/new-database.ts'
import { runCommand } from '../../support/process.ts'
import { freePort } from '../../support/port.ts'
import { startFleet, startSetup } from '../several.ts'

describe('a start', () => {
  it('of three servers on an empty database creates one team, one administrator and one key, shown once', async () => {
    const house = await startSetup({}, await newDatabaseAlone('template0'))
    const fleet = await startFleet(house, 3)
    try {
      const greetings = fleet.processes.filter(({ output }) =>
        output().includes('These credentials are shown only once'),
      )
      expect(greetings).toHaveLength(1)
      const counted = await house.sql<Record<string, string>>(
        `select (select count(*) from teams) as teams, (select count(*) from users) as users,
         (select count(*) from api_keys) as keys, (select count(*) from workers) as workers,
         (select count(*) from oauth_signing_keys where status = 'active') as signing,
         (select count(*) from jobs where kind = 'sweep') as sweeps`,
      )
      expect(counted).toEqual([{ teams: '1', users: '1', keys: '1', workers: '3', signing: '1', sweeps: '1' }])
      const workers = await Promise.all(
        fleet.processes.map(
          async ({ url }) => ((await (await fetch(`${url}/healthz`)).json()) as { worker: string }).worker,
        ),
      )
      expect(new Set(workers).size).toBe(3)
    } finally {
      await fleet.stop()
      await house.close()
    }
  })

  it.each([
    [
      'the database does not exist',
      (url: string) => url.replace(/[^/]+$/, 'missing'),
      /"missing" does not exist.*createdb/,
    ],
    [
      'the password is wrong',
      (url: string) => url.replace('postgres:postgres@', 'postgres:wr0ng@'),
      /the password is wrong/,
    ],
    ['no server listens', (url: string) => url.replace(/:\d+\//, ':1/'), /the connection was refused/],
    ['it has no TLS', (url: string) => `${url}?sslmode=verify-full`, /does not support SSL/],
  ])(
    'fails with one sentence when %s',
    async (_, changed, sentence) => {
      const DATABASE_URL = changed(process.env.TEST_POSTGRES!)
      const { code, output } = await runCommand({ DATABASE_URL, PORT: String(await freePort()) })
      expect([code, output.trim().split('\n').length]).toEqual([1, 1])
      expect(output).toMatch(sentence)
      expect(output).not.toMatch(/:postgres@|wr0ng/)
    },
    60_000,
  )
})
