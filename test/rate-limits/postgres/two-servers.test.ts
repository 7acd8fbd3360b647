// Two servers on one database limit the requests of a team together.
import { rmSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { clock } from '../../support/clock.ts'
import { removeDatabaseOf } from '../../support/databases.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { type TestServer, startServer } from '../../support/server.ts'

const LIMIT = 10
const DATA_DIR = temporaryFolder()
const time = clock()
let one: TestServer
let other: TestServer
beforeAll(async () => {
  const env = { DATA_DIR, RATE_LIMIT_PER_SECOND: String(LIMIT) }
  one = await startServer(env, { now: time.now })
  other = await startServer(env, { now: time.now })
})
afterAll(async () => {
  await Promise.all([one.stop(), other.stop()])
  await removeDatabaseOf(DATA_DIR)
  rmSync(DATA_DIR, { recursive: true, force: true })
})

const get = async (server: TestServer): Promise<number> =>
  (await server.call('GET', '/segments', { key: one.key })).status
const burst = (server: TestServer, requests: number): Promise<number[]> =>
  Promise.all(Array.from({ length: requests }, () => get(server)))

it('one server rejects what was used up at the other, even if a new second of the clock starts in between', async () => {
  time.forward(900 - (time.now().getTime() % 1000))
  expect(await burst(one, LIMIT)).toEqual(Array.from({ length: LIMIT }, () => 200))
  expect(await get(other)).toBe(429)
  time.forward(200)
  expect(await burst(other, 2)).toEqual([429, 429])
  time.forward(800)
  expect(await burst(other, LIMIT)).toEqual(Array.from({ length: LIMIT }, () => 200))
  expect(await get(one)).toBe(429)
})
