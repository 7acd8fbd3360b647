// Concurrent changes by two processes always have a correct result. Under READ COMMITTED, where a unit sees what others
// commit in the meantime, they would not.
import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { rotateKeys } from '../../../src/identity/oauth/keys/actions.ts'
import { serverSecret } from '../../../src/base/store/server-secret.ts'
import type { Database, Tx } from '../../../src/base/store/database.ts'
import { parsePostgresUrl } from '../../../src/base/store/postgres/address.ts'
import { openPostgres } from '../../../src/base/store/postgres/database.ts'
import { statement } from '../../../src/base/store/statement.ts'
import { subscribers } from '../../../src/app/subscribers.ts'
import { changeMemberRole } from '../../../src/identity/teams/actions.ts'
import { listMembers } from '../../../src/identity/teams/store.ts'
import { anAutomation, aPublishedTemplate, runsOf } from '../../support/automations.ts'
import { chain, delay, trigger } from '../../automations/rules/support.ts'
import { sql } from '../../support/beside.ts'
import { anEmailBody } from '../../support/emails.ts'
import { aGrantedClient, anApprover, refresh } from '../../support/oauth.ts'
import { aColleague } from '../../support/people.ts'
import { type TestServer, startServer } from '../../support/server.ts'
import { freePort } from '../../support/port.ts'
import { temporaryFolder } from '../../support/folder.ts'

const ROUNDS = 8

const sleep = statement<object, object>(knex => knex.raw('select pg_sleep(0.01)'))

let DATA_DIR: string
let one: TestServer
let two: TestServer
const closing: Database[] = []

beforeEach(() => {
  DATA_DIR = temporaryFolder()
})
afterEach(async () => {
  await Promise.all([one.stop(), two.stop()])
  await Promise.all(closing.splice(0).map(database => database.close()))
  rmSync(DATA_DIR, { recursive: true })
})

type Isolation = 'repeatable read' | 'read committed'

/** Two servers on one database, whose units last long enough to overlap. */
async function start(isolation: Isolation): Promise<void> {
  const PORT = String(await freePort())
  const PUBLIC_URL = `http://localhost:${PORT}`
  one = await startServer({ DATA_DIR, PORT, PUBLIC_URL })
  two = await startServer({ DATA_DIR, PUBLIC_URL })
  for (const { database, database_url } of [one, two]) {
    const isolated = openPostgres(parsePostgresUrl(database_url), undefined, { isolation })
    isolated.subscribers = subscribers
    closing.push(isolated)
    database.unit = (body, from) => (from === undefined ? isolated.unit(slow(body)) : isolated.unit(body, from))
  }
}

/** Writes, then delays its commit. */
function slow<T>(body: (tx: Tx) => Promise<T>): (tx: Tx) => Promise<T> {
  return async tx => {
    const value = await body(tx)
    await tx.get(sleep, {})
    return value
  }
}

/** Both servers work on the same rows; returns whether the result is correct. */
type Round = () => Promise<boolean>

const both = <T>(work: (server: TestServer, index: number) => Promise<T>): Promise<[T, T]> =>
  Promise.all([work(one, 0), work(two, 1)])

/** On both servers with the API key of the first, which created it. */
const call = (server: TestServer, method: string, path: string, body?: object, headers = {}) =>
  server.call(method, path, { key: one.key, headers, ...(body && { body }) })

async function refreshes(): Promise<Round> {
  const { client_id, refresh_token: first } = await aGrantedClient(one)
  let refresh_token = first
  return async () => {
    const [a, b] = await both(server => refresh(server, { client_id, refresh_token }))
    const next = a.body.refresh_token ?? b.body.refresh_token
    if (next !== undefined) refresh_token = next
    return a.status === 200 && b.status === 200 && a.body.refresh_token === b.body.refresh_token
  }
}

async function fieldsOfContact(): Promise<Round> {
  const { body } = await call(one, 'POST', '/contacts', { email: 'ana@example.com' })
  return async () => {
    const names = { first_name: randomUUID(), last_name: randomUUID() }
    const fields = Object.entries(names).map(entry => Object.fromEntries([entry]))
    await both((server, index) => call(server, 'PATCH', `/contacts/${body.id}`, fields[index]))
    const contact = (await call(one, 'GET', `/contacts/${body.id}`)).body
    return contact.first_name === names.first_name && contact.last_name === names.last_name
  }
}

async function mailsOfOneKey(): Promise<Round> {
  const mail = anEmailBody()
  return async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const [a, b] = await both(server => call(server, 'POST', '/emails', mail, headers))
    return a.status === 200 && b.status === 200 && a.body.id === b.body.id
  }
}

async function newContacts(): Promise<Round> {
  return async () => {
    const email = `${randomUUID()}@example.com`
    const [a, b] = await both(server => call(server, 'POST', '/contacts', { email }))
    return a.status === 201 && b.status === 201 && a.body.id === b.body.id
  }
}

async function lastOwners(): Promise<Round> {
  const { user_id, team_id } = await anApprover(one)
  const other = await aColleague(one, { email: 'two@example.com', role: 'owner' })
  const people = [user_id, other.user_id]
  return async () => {
    for (const id of people)
      await one.database.unit(tx =>
        changeMemberRole({ tx, team_id, now: new Date(), user_id: id, by: 'owner' }, 'owner'),
      )
    await both((server, index) =>
      server.database.unit(tx =>
        changeMemberRole({ tx, team_id, now: new Date(), user_id: people[index]!, by: 'owner' }, 'developer'),
      ),
    )
    const members = await one.database.read(tx => listMembers(tx, { team_id }))
    return members.filter(({ role }) => role === 'owner').length === 1
  }
}

async function secretsOfServer(): Promise<Round> {
  return async () => {
    const name = randomUUID()
    const [a, b] = await both(server => server.database.unit(tx => serverSecret(tx, name, new Date())))
    return a === b
  }
}

async function signingKeys(): Promise<Round> {
  return async () => {
    await both(server => rotateKeys(server.database, new Date()))
    return (await sql(one, "select id from oauth_signing_keys where status = 'active'")).length === 1
  }
}

async function runsOfOnce(): Promise<Round> {
  await aPublishedTemplate(one)
  const graph = chain(trigger(), delay('d'))
  const id = await anAutomation(one, { ...graph, settings: { reentry: 'once' }, status: 'enabled' })
  let contacts = 0
  return async () => {
    const email = `${randomUUID()}@example.com`
    contacts++
    await both(server => call(server, 'POST', '/events/send', { event: 'trial.started', email }))
    await both(({ queue }) => queue.idle())
    await expect.poll(async () => (await runsOf(one, id)).length).toBeGreaterThanOrEqual(contacts)
    return (await runsOf(one, id)).length === contacts
  }
}

const RACES = {
  'two refreshes with one token': refreshes,
  'two emails with one Idempotency-Key': mailsOfOneKey,
  'one new contact': newContacts,
  'two fields of one contact': fieldsOfContact,
  'the last two owners, who demote each other': lastOwners,
  'the first use of a secret of the server': secretsOfServer,
  'a signing key that is replaced': signingKeys,
  'two events for an automation that is entered once': runsOfOnce,
}

async function wrongOf(prepare: () => Promise<Round>): Promise<number> {
  const round = await prepare()
  let wrong = 0
  for (let count = 0; count < ROUNDS; count++) if (!(await round())) wrong++
  return wrong
}

describe('two processes on one database', () => {
  it.each(Object.entries(RACES))('always have a correct result: %s', async (_, prepare) => {
    await start('repeatable read')
    expect(await wrongOf(prepare)).toBe(0)
  })

  it.each(['two refreshes with one token', 'two fields of one contact'] as const)(
    'would have a wrong result under READ COMMITTED: %s',
    async name => {
      await start('read committed')
      expect(await wrongOf(RACES[name])).toBeGreaterThan(0)
    },
  )
})
