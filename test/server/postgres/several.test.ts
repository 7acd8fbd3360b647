// Two servers on one database, behind a load balancer that sends each request to either: each of them has the data of
// the other.
import { rmSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { removeDatabaseOf } from '../../support/databases.ts'
import { anEmailBody } from '../../support/emails.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { aClient, aCode, exchange, refresh } from '../../support/oauth.ts'
import { type Person, aPerson } from '../../support/pages.ts'
import { type Reply, type TestServer, anAddress, startServer } from '../../support/server.ts'

const PUBLIC_URL = 'https://mail.example.com'
const DATA_DIR = temporaryFolder()
const FROM_US = { origin: PUBLIC_URL }

let one: TestServer
let other: TestServer
beforeAll(async () => {
  one = await startServer({ DATA_DIR, PUBLIC_URL })
  other = { ...(await startServer({ DATA_DIR, PUBLIC_URL })), key: one.key }
})
afterAll(async () => {
  await Promise.all([one.stop(), other.stop()])
  await removeDatabaseOf(DATA_DIR)
  rmSync(DATA_DIR, { recursive: true, force: true })
})

/** The same browser at each of them. */
function aBrowser(): { at: (server: TestServer) => Person } {
  const persons = new Map([one, other].map(server => [server, aPerson(server)]))
  let last: Person | undefined
  return {
    at: server => {
      const person = persons.get(server)!
      for (const [name, value] of last?.cookies ?? []) person.cookies.set(name, value)
      last = person
      return person
    },
  }
}

async function loggedIn(): Promise<ReturnType<typeof aBrowser>> {
  const browser = aBrowser()
  await browser.at(one).get('/login')
  const form_token = browser.at(one).formToken()
  const fields = { ...one.admin, next: '/mailbox', form_token }
  expect((await browser.at(other).post('/login', fields, FROM_US)).status).toBe(303)
  return browser
}

const call = (server: TestServer, ...asked: Parameters<TestServer['call']>): Promise<Reply> => {
  const [method, path, ask = {}] = asked
  return server.call(method, path, { key: one.key, ...ask })
}

describe('two servers on one database', () => {
  it('created one team and one administrator', () => {
    expect([one.first_access === undefined, other.first_access === undefined]).toEqual([false, true])
  })

  it('show a new API key once, on whichever server handles the next page', async () => {
    const browser = await loggedIn()
    await browser.at(one).get('/api-keys')
    const form_token = browser.at(one).formToken()
    const fields = { name: 'From the first', permission: 'full_access', form_token }
    expect((await browser.at(one).post('/api-keys/make', fields, FROM_US)).location).toBe('/api-keys')
    const key = /re_[A-Za-z0-9]{8}_[A-Za-z0-9]{24}/.exec((await browser.at(other).get('/api-keys')).text)?.[0]
    expect((await call(one, 'GET', '/emails', { key: key! })).status).toBe(200)
    expect((await browser.at(one).get('/api-keys')).text).not.toContain(key!)
    expect((await browser.at(other).get('/api-keys')).text).not.toContain(key!)
  })

  it('count wrong passwords together', async () => {
    const headers = { ...FROM_US, ...anAddress() }
    const browser = aBrowser()
    await browser.at(one).get('/login')
    const form_token = browser.at(one).formToken()
    const fields = { email: 'nobody@example.com', password: 'wrong', form_token }
    const statuses: number[] = []
    for (let count = 0; count < 12; count++) {
      statuses.push((await browser.at([one, other][count % 2]!).post('/login', fields, headers)).status)
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 422), 429, 429])
  })

  it('count registrations together', async () => {
    const headers = anAddress()
    const body = { client_name: 'x', redirect_uris: ['http://127.0.0.1/callback'] }
    const statuses: number[] = []
    for (let count = 0; count < 24; count += 4) {
      const some = await Promise.all(
        [one, other, one, other].map(server => server.call('POST', '/oauth/register', { key: null, body, headers })),
      )
      statuses.push(...some.map(({ status }) => status))
    }
    expect([statuses.filter(each => each === 201).length, statuses.filter(each => each === 429).length]).toEqual([
      20, 4,
    ])
  })

  it('send one email per Idempotency-Key, whichever server is used', async () => {
    const headers = { 'idempotency-key': 'at-both' }
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        call([one, other][index % 2]!, 'POST', '/emails', { body: anEmailBody(), headers }),
      ),
    )
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1)
    expect(answers[0]!.status).toBe(200)
  })

  it('redeem a code once, and issue one successor per refresh token, whichever server is used', async () => {
    const asked = await aCode(one, { client_id: await aClient(one) })
    const exchanged = await Promise.all([one, other, one, other].map(server => exchange(server, asked)))
    const good = exchanged.filter(({ status }) => status === 200)
    // a code that is used twice revokes its tokens
    expect(good).toHaveLength(1)
    const next = await aCode(one, { client_id: asked.client_id })
    const { body } = await exchange(other, next)
    const { client_id } = next
    const { refresh_token } = body
    const refreshed = await Promise.all(
      [one, other, one, other].map(server => refresh(server, { client_id, refresh_token })),
    )
    expect(new Set(refreshed.map(({ status, body: { refresh_token } }) => `${status} ${refresh_token}`)).size).toBe(1)
    for (const server of [one, other]) {
      expect((await call(server, 'GET', '/emails', { key: refreshed[0]!.body.access_token })).status).toBe(200)
    }
    const [{ id }] = (await call(one, 'GET', '/oauth/grants')).body.data
    expect((await call(one, 'DELETE', `/oauth/grants/${id}`)).status).toBe(200)
    expect((await call(other, 'GET', '/emails', { key: refreshed[0]!.body.access_token })).status).toBe(401)
  })
})
