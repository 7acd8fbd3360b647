// Three servers on one PostgreSQL: they start at once, are killed, stopped and restarted under load, and lose their database
// for a while; `npm run faults` does it for longer.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Cluster, startCluster } from '../../support/postgres/cluster.ts'
import { runCommand, type ServerProcess, serverProcess } from '../../support/process.ts'
import { freePort } from '../../support/server.ts'
import {
  aFleet,
  aHouse,
  type Balance,
  BEFALL,
  type Fleet,
  type House,
  KEY,
  settleUp,
  underLoad,
  until,
} from '../several.ts'

describe('a start', () => {
  let cluster: Cluster
  beforeAll(async () => {
    cluster = await startCluster()
  })
  afterAll(() => cluster.stop())

  it('of three at once on an empty database makes one team, one administrator and one key, and shows it once', async () => {
    const house = await aHouse({}, cluster)
    const fleet = await aFleet(house, 3)
    try {
      const greetings = fleet.processes.filter(({ output }) => output().includes('This is shown once'))
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
  }, 120_000)

  it.each([
    [
      'there is no such database',
      (url: string) => url.replace(/[^/]+$/, 'missing'),
      /"missing" does not exist.*createdb/,
    ],
    [
      'the password is wrong',
      (url: string) => url.replace('postgres:postgres@', 'postgres:wr0ng@'),
      /the password is wrong/,
    ],
    ['nobody listens', (url: string) => url.replace(/:\d+\//, ':1/'), /nobody listens there/],
    ['it has no TLS', (url: string) => `${url}?sslmode=verify-full`, /does not support SSL/],
  ])(
    'ends with one sentence when %s',
    async (_, changed, sentence) => {
      const DATABASE_URL = changed(cluster.url)
      const { code, output } = await runCommand({ DATABASE_URL, PORT: String(await freePort()) })
      expect([code, output.trim().split('\n').length]).toEqual([1, 1])
      expect(output).toMatch(sentence)
      expect(output).not.toMatch(/:postgres@|wr0ng/)
    },
    60_000,
  )
})

describe('three servers under load', () => {
  let house: House
  let fleet: Fleet
  beforeAll(async () => {
    house = await aHouse({ latency_ms: 100 })
    fleet = await aFleet(house, 3)
  }, 120_000)
  afterAll(async () => {
    await fleet.stop()
    await house.close()
  })

  it('lose nothing when one is killed or sleeps, or the database is restarted or read only', async () => {
    const books = await underLoad(fleet, async () => {
      await BEFALL.killed(fleet, 0)
      await BEFALL.asleep(fleet, 1)
      await BEFALL.databaseRestarted(fleet)
      await BEFALL.databaseReadOnly(fleet)
    })
    expect(await settleUp(house, books)).toMatchObject({ lost: [], excess: [], wrong: [] })
    expect(books.accepted.length).toBeGreaterThan(50)
  }, 240_000)

  it('answer every request while one of them after the other is stopped in order and started again', async () => {
    const books = await underLoad(fleet, async () => {
      for (const index of [0, 1]) {
        expect(await fleet.processes[index]!.stop()).toBe(0)
        await fleet.begin(index)
      }
    })
    expect(books.failed).toEqual([])
    expect(await settleUp(house, books)).toMatchObject({ lost: [], excess: [], wrong: [] })
  }, 120_000)
})

describe('a worker that sleeps with mails in hand while another one takes them over', () => {
  const MAILS = 4
  let cluster: Cluster
  let fenced: Balance
  let unfenced: Balance

  beforeAll(async () => {
    cluster = await startCluster()
    ;[fenced, unfenced] = await Promise.all([overslept(), overslept('test/faults/unfenced.ts')])
  }, 120_000)
  afterAll(() => cluster.stop())

  async function overslept(program?: string): Promise<Balance> {
    const house = await aHouse({ latency_ms: 400 }, cluster)
    const start = async (): Promise<ServerProcess> =>
      serverProcess({ ...house.env, PORT: String(await freePort()) }, undefined, program)
    const sleeper = await start()
    try {
      const accepted = await Promise.all(Array.from({ length: MAILS }, () => acceptedBy(sleeper)))
      // a message is there, and who sent it waits to hear so
      await until(() => house.sink.completed() > 0, 20_000)
      sleeper.child.kill('SIGSTOP')
      const other = await start()
      const books = { accepted, events: new Map(), failed: [] }
      await settleUp(house, books)
      // what the sleeper still has to write it writes before it ends
      sleeper.child.kill('SIGCONT')
      await sleeper.stop()
      const balance = await settleUp(house, books)
      await other.kill()
      return balance
    } finally {
      await sleeper.kill()
      await house.close()
    }
  }

  async function acceptedBy({ url }: ServerProcess): Promise<string> {
    const answer = await fetch(`${url}/emails`, {
      method: 'POST',
      headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
      body: JSON.stringify({ from: 'a@example.com', to: 'b@example.net', subject: 'Hello', text: 'Hello' }),
    })
    return ((await answer.json()) as { id: string }).id
  }

  it('writes nothing any more: each copy too many is within an attempt that is on record as unknown', () => {
    expect(fenced.doubled).toBeGreaterThan(0)
    expect(fenced).toMatchObject({ lost: [], excess: [] })
  })

  it('writes over what the other one wrote when nothing keeps it from that, which this experiment sees', () => {
    expect(unfenced.doubled).toBeGreaterThan(0)
    expect(unfenced.excess.length).toBeGreaterThan(0)
  })
})
