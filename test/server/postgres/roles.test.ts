// Web processes and worker processes on one database.
import { rmSync } from 'node:fs'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { statement } from '../../../src/base/store/statement.ts'
import { anEmailBody } from '../../support/emails.ts'
import { removeDatabaseOf } from '../../support/databases.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { startServer, type TestServer } from '../../support/server.ts'

const METRICS_TOKEN = 'a-token-for-metrics-0123456789'
const workers = statement<object, { id: string }>(knex => knex('workers').select('id'))

let DATA_DIR: string
let running: TestServer[] = []

beforeEach(() => void (DATA_DIR = temporaryFolder()))
afterEach(async () => {
  await Promise.all(running.splice(0).map(server => server.stop()))
  await removeDatabaseOf(DATA_DIR)
  rmSync(DATA_DIR, { recursive: true, force: true })
})

async function aServer(ROLES: string): Promise<TestServer> {
  const server = await startServer({ DATA_DIR, ROLES, METRICS_TOKEN })
  running.push(server)
  return server
}

const ready = async (server: TestServer): Promise<{ status: number; body: object }> => {
  const answer = await fetch(`${server.url}/readyz`)
  return { status: answer.status, body: (await answer.json()) as object }
}
const eventOf = async (server: TestServer, id: string): Promise<string> =>
  (await server.call('GET', `/emails/${id}`)).body.last_event

it('a web process accepts emails and sends none until there is a worker', async () => {
  const web = await aServer('web')
  expect(await ready(web)).toEqual({
    status: 200,
    body: { status: 'ready', checks: { database: 'ok', storage: 'ok' }, workers: 0 },
  })
  const { status, body } = await web.call('POST', '/emails', { body: anEmailBody() })
  expect([status, await eventOf(web, body.id)]).toEqual([200, 'queued'])
  await web.queue.idle()
  expect(await eventOf(web, body.id)).toBe('queued')
  await aServer('worker')
  await expect.poll(() => eventOf(web, body.id)).toBe('delivered')
  await expect.poll(() => ready(web)).toMatchObject({ status: 200, body: { workers: 1 } })
})

it('a worker answers monitoring requests, and refers all others to a web process', async () => {
  const web = await aServer('web')
  const worker = await aServer('worker')
  expect(worker.first_access).toBeUndefined()
  expect((await fetch(`${worker.url}/healthz`)).status).toBe(200)
  expect(await ready(worker)).toMatchObject({
    status: 200,
    body: { checks: { database: 'ok', storage: 'ok', queue: 'ok' } },
  })
  const metrics = await fetch(`${worker.url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
  expect(await metrics.text()).toMatch(/^lettermill_workers [01]$/m)
  for (const [method, path] of [
    ['GET', '/'],
    ['POST', '/emails'],
    ['GET', '/openapi.json'],
    ['POST', '/oauth/token'],
    ['GET', '/login'],
  ] as const) {
    const answer = await fetch(worker.url + path, { method })
    expect([path, answer.status, await answer.json()]).toEqual([
      path,
      404,
      expect.objectContaining({ name: 'not_found', message: expect.stringContaining('ROLES=web') }),
    ])
  }
  expect((await web.call('GET', '/emails')).status).toBe(200)
})

it('two processes with both roles share the work and are both ready', async () => {
  const first = await aServer('web,worker')
  const second = await aServer('web,worker')
  const known = await first.database.read(tx => tx.all(workers, {}))
  expect(known.map(({ id }) => id.slice(0, first.worker.length)).toSorted()).toEqual(
    [first.worker, second.worker].toSorted(),
  )
  await expect
    .poll(async () => (await Promise.all([first, second].map(ready))).map(({ body }) => body))
    .toEqual([expect.objectContaining({ workers: 2 }), expect.objectContaining({ workers: 2 })])
  const { body } = await first.call('POST', '/emails', { body: anEmailBody() })
  await first.queue.idle()
  await expect.poll(() => eventOf(first, body.id)).toBe('delivered')
})
