// A server continues in PostgreSQL where it stopped on SQLite: issued credentials stay valid, running work continues,
// and pending emails are sent once.
import { rmSync } from 'node:fs'
import path from 'node:path'
import SQLite from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { aPublishedTemplate, anAutomation, runsOf, sendEvent } from '../../support/automations.ts'
import { chain, delay, mail, trigger, wait } from '../../automations/rules/support.ts'
import { clock } from '../../support/clock.ts'
import { anEmailBody } from '../../support/emails.ts'
import { mailSink, type MailSink } from '../../support/mail-sink.ts'
import { aGrantedClient, type GrantedClient, refresh } from '../../support/oauth.ts'
import { runCommand } from '../../support/process.ts'
import { type NewDatabase, newDatabaseAlone } from '../../support/postgres/new-database.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { temporaryFolder } from '../../support/folder.ts'

const HOUR_MS = 3_600_000

let DATA_DIR: string
let target: NewDatabase
let sink: MailSink
let is_busy: boolean
const time = clock(new Date().toISOString())
const closing: (() => Promise<unknown>)[] = []

beforeEach(async () => {
  DATA_DIR = temporaryFolder()
  target = await newDatabaseAlone('template0')
  is_busy = false
  sink = await mailSink({ message: () => (is_busy ? { code: 451, words: 'Later' } : undefined) })
})
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
  await sink.close()
  await target.drop()
  rmSync(DATA_DIR, { recursive: true, force: true })
})

async function aServer(DATABASE_URL: string): Promise<TestServer> {
  const env = { DATA_DIR, DATABASE_URL, SMTP_URL: sink.url, PUBLIC_URL: 'http://localhost:3000' }
  const server = await startServer(env, { now: time.now })
  closing.push(() => server.stop())
  return server
}

interface Before {
  key: string
  delivered: string
  pending: string
  /** Two, one whose run is in a delay and one whose run waits for an event. */
  automations: string[]
  granted: GrantedClient
  contact: string
}

/** Some of everything, in every state that survives a stop. */
async function live(server: TestServer): Promise<Before> {
  const { call, key } = server
  const post = async (subject: string): Promise<string> =>
    (await call('POST', '/emails', { body: anEmailBody({ subject }) })).body.id
  await call('POST', '/contact-properties', { body: { key: 'plan', type: 'string', fallback_value: 'free' } })
  const properties = { plan: 'pro' }
  const made = await call('POST', '/contacts', { body: { email: 'ana@example.com', first_name: 'Ana', properties } })
  await call('POST', '/segments', { body: { name: 'Some' } })
  await call('POST', '/topics', { body: { name: 'News', default_subscription: 'opt_in' } })
  await aPublishedTemplate(server)
  const automations = [
    await anAutomation(server, {
      ...chain(trigger(), delay('pause'), wait('answer'), mail('thanks')),
      status: 'enabled',
    }),
    await anAutomation(server, { ...chain(trigger(), wait('answer'), mail('thanks')), status: 'enabled' }),
  ]
  await sendEvent(server)
  const granted = await aGrantedClient(server)
  const delivered = await post('delivered before')
  await sink.received(1)
  is_busy = true
  const pending = await post('pending')
  await server.queue.idle()
  return { key, delivered, pending, automations, granted, contact: made.body.id }
}

describe('a server that was moved', () => {
  it('continues its work', async () => {
    const file = path.join(DATA_DIR, 'lettermill.db')
    const before = await live(await aServer(`sqlite:${file}`))
    await closing.pop()!()
    const driver = new SQLite(file)
    // as after a kill, while a worker had the job
    driver.exec("update jobs set owner = 'the dead', run_at = null where kind = 'deliver_email'")
    driver.close()
    const moved = await runCommand({ DATA_DIR }, 'move', '--to', target.url)
    expect([moved.code, moved.output]).toEqual([0, expect.stringContaining('1 interrupted jobs were requeued')])

    is_busy = false
    time.forward(2 * HOUR_MS)
    const server = await aServer(target.url)
    const { key, granted, automations } = before
    expect(server.first_access).toBeUndefined()
    const ask = async (method: string, where: string, body?: object) => {
      const reply = await server.call(method, where, { key, ...(body && { body }) })
      expect(reply.status).toBeLessThan(300)
      return reply.body
    }
    const contact = await ask('GET', `/contacts/${before.contact}`)
    expect(contact).toMatchObject({
      email: 'ana@example.com',
      first_name: 'Ana',
      properties: { plan: { value: 'pro' } },
    })
    expect((await ask('GET', `/emails/${before.delivered}`)).last_event).toBe('delivered')

    // the pending email is sent once, the others are not sent again
    await expect.poll(async () => (await ask('GET', `/emails/${before.pending}`)).last_event).toBe('delivered')
    await server.queue.idle()
    expect(sink.messages.filter(({ raw }) => raw.includes('Subject: pending'))).toHaveLength(1)
    expect(sink.messages).toHaveLength(2)

    // an issued token works once more, and so does its successor
    const refreshed = await refresh(server, granted)
    expect([refreshed.status, refreshed.body.refresh_token]).toEqual([200, expect.any(String)])
    expect((await server.call('GET', '/emails', { key: refreshed.body.access_token })).status).toBe(200)
    expect((await refresh(server, { ...granted, ...refreshed.body })).status).toBe(200)

    // one run passes its delay, and both receive the event that they wait for
    const asked = { ...server, call: (method: string, where: string) => server.call(method, where, { key }) }
    const run = async (automation: string) => (await runsOf(asked, automation))[0]
    const waits = async (automation: string): Promise<string | undefined> =>
      (await run(automation))?.steps.find((step: { key: string }) => step.key === 'answer')?.status
    for (const automation of automations) await expect.poll(() => waits(automation)).toBe('waiting')
    await ask('POST', '/events/send', { event: 'feedback.received', email: 'ana@example.com' })
    for (const automation of automations) {
      await expect.poll(async () => (await run(automation))?.status).toBe('completed')
    }
    await sink.received(4)
    expect(sink.messages.slice(2).map(({ recipients }) => recipients)).toEqual([
      ['ana@example.com'],
      ['ana@example.com'],
    ])

    // new rows are created next to the old ones
    const { id } = await ask('POST', '/emails', anEmailBody({ subject: 'new' }))
    await expect.poll(async () => (await ask('GET', `/emails/${id}`)).last_event).toBe('delivered')
    expect((await ask('GET', '/emails')).data).toHaveLength(5)
  })
})
