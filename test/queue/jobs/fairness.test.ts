// One relay, many destinations: one that hangs uses at most its share of the connections, and loses nothing.
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { deliverEmail } from '../../../src/mail/delivery/jobs.ts'
import { listAttempts } from '../../../src/mail/delivery/store.ts'
import { acceptEmail } from '../../../src/mail/emails/actions.ts'
import { smtpSender } from '../../../src/base/net/smtp.ts'
import { type Queue, createQueue } from '../../../src/base/queue/runner.ts'
import type { Database } from '../../../src/base/store/database.ts'
import { statement } from '../../../src/base/store/statement.ts'
import { addTeam } from '../../../src/identity/teams/actions.ts'
import { databases } from '../../support/databases.ts'
import { anEmailBody } from '../../support/emails.ts'
import { everyJob } from '../../support/jobs.ts'
import { type MailSink, mailSink } from '../../support/mail-sink.ts'

const CONNECTIONS = 10
const SLOW = 200
const now = (): Date => new Date()

const left = statement<object, { count: number }>(knex => knex('jobs').count({ count: '*' }))
const kindOf = statement<{ id: string }, { kind: string }>((knex, place) =>
  knex('jobs').select('kind').where('id', place('id')),
)
const aside = statement<object, { count: number }>(knex => knex('jobs').whereLike('kind', '%@%').count({ count: '*' }))

describe.each(databases)('delivery through one relay on %s', (_, open) => {
  let database: Database
  let team_id: string
  let sink: MailSink
  let release: () => void
  const closing: (() => unknown)[] = []

  beforeEach(async () => {
    const opened = await open()
    database = opened.database
    const admin = { email: 'admin@example.com', password_hash: 'none' }
    team_id = (await database.unit(tx => addTeam(tx, { name: 'Team', ...admin }, now()))).id
    const held = Promise.withResolvers<void>()
    release = held.resolve
    sink = await mailSink({ hold: address => (address.includes('@slow.') ? held.promise : undefined) })
    closing.push(
      opened.remove,
      () => database.close(),
      () => sink.close(),
      release,
    )
  })
  afterEach(async () => {
    for (const close of closing.splice(0).toReversed()) await close()
  })

  async function aQueue(): Promise<Queue> {
    const sender = smtpSender(sink.url, { connections: CONNECTIONS, closing_ms: 100 })
    const handlers = { ...everyJob(), deliver_email: deliverEmail({ sender }) }
    const queue = createQueue(database, handlers, {
      now,
      log: pino({ level: 'silent' }),
      concurrency: { deliver_email: CONNECTIONS },
    })
    closing.push(async () => {
      release()
      await queue.stop()
      await sender.close()
    })
    await queue.start()
    return queue
  }
  async function accepted(count: number, domain: string): Promise<string[]> {
    const ids: string[] = []
    for (let index = 0; index < count; index++) {
      const body = anEmailBody({ to: `user${index}@${domain}` })
      ids.push((await database.unit(tx => acceptEmail(tx, { team_id, body }, now()))).id)
    }
    return ids
  }
  const receivedFor = (domain: string): number =>
    sink.messages.filter(({ recipients }) => recipients.some(address => address.endsWith(`@${domain}`))).length
  const countOf = async (what: typeof left): Promise<number> => (await database.read(tx => tx.get(what, {})))!.count

  it('continues to all other destinations while one hangs, and delivers to that one when it is back', async () => {
    const slow = await accepted(SLOW, 'slow.example')
    const quick = ['one.example', 'two.example', 'three.example']
    await aQueue()
    for (const domain of quick) await accepted(20, domain)
    for (const domain of quick) {
      await expect.poll(() => receivedFor(domain)).toBe(20)
    }
    expect(receivedFor('slow.example')).toBe(0)
    // jobs that wait for their turn have used no attempt
    const begun = await Promise.all(slow.map(id => database.read(tx => listAttempts(tx, { team_id, email_id: id }))))
    expect(begun.flat().length).toBeLessThanOrEqual(CONNECTIONS)
    release()
    await expect.poll(() => receivedFor('slow.example')).toBe(SLOW)
    await expect.poll(() => countOf(left)).toBe(0)
    const attempts = await Promise.all(slow.map(id => database.read(tx => listAttempts(tx, { team_id, email_id: id }))))
    expect(attempts.map(all => all.map(({ outcome }) => outcome))).toEqual(slow.map(() => ['taken']))
    expect(sink.messages).toHaveLength(SLOW + 60)
  })

  it('sets new jobs for a full destination aside directly, and loses none of them', async () => {
    await accepted(SLOW, 'slow.example')
    await aQueue()
    await expect.poll(() => countOf(aside)).toBeGreaterThan(SLOW / 2)
    const [id] = await accepted(1, 'slow.example')
    expect((await database.read(tx => tx.get(kindOf, { id: id! })))?.kind).toMatch(
      // another process may have capacity
      database.several ? /^deliver_email/ : /^deliver_email@slow\.example#/,
    )
    const [other] = await accepted(1, 'one.example')
    expect((await database.read(tx => tx.get(kindOf, { id: other! })))?.kind ?? 'deliver_email').toBe('deliver_email')
    release()
    const later = SLOW + 1 + (await accepted(SLOW, 'slow.example')).length
    await expect.poll(() => receivedFor('slow.example')).toBe(later)
    await expect.poll(() => countOf(left)).toBe(0)
  })

  it('finds the jobs that an earlier process set aside', async () => {
    await accepted(SLOW, 'slow.example')
    const first = await aQueue()
    await expect.poll(() => countOf(aside)).toBeGreaterThan(SLOW / 2)
    const stopped = first.stop()
    release()
    await stopped
    expect(await countOf(aside)).toBeGreaterThan(SLOW / 2)
    await aQueue()
    await expect.poll(() => receivedFor('slow.example')).toBe(SLOW)
    await expect.poll(() => countOf(left)).toBe(0)
  })

  it('limits emails for several domains to a separate share', async () => {
    const body = anEmailBody({ to: ['a@slow.example', 'b@one.example'] })
    for (let index = 0; index < 50; index++) await database.unit(tx => acceptEmail(tx, { team_id, body }, now()))
    await aQueue()
    await accepted(20, 'one.example')
    await expect.poll(() => receivedFor('one.example')).toBe(20)
  })
})
