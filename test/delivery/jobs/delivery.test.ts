// Delivery to a real mail server: no email is lost, duplicate sends are recorded, and replies of the mail server are
// stored.
import { pino } from 'pino'
import PostalMime from 'postal-mime'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { InSchemas } from '../../../generated/api.ts'
import { findStoredEmail } from '../../../src/mail/delivery/actions.ts'
import { deliverEmail } from '../../../src/mail/delivery/jobs.ts'
import { EXPIRY_MS, nextAttempt } from '../../../src/mail/delivery/schedule.ts'
import { listCaptured, type Attempt, listAttempts } from '../../../src/mail/delivery/store.ts'
import { acceptEmail } from '../../../src/mail/emails/actions.ts'
import type { EmailEvent } from '../../../src/mail/emails/events.ts'
import { findEmailInDelivery, listEmailEvents } from '../../../src/mail/emails/store.ts'
import { type SmtpSender, smtpSender } from '../../../src/base/net/smtp.ts'
import { QUEUE_SETTINGS } from '../../../src/base/queue/kinds.ts'
import { type Queue, createQueue } from '../../../src/base/queue/runner.ts'
import type { Work } from '../../../src/base/queue/claimed-work.ts'
import type { Database } from '../../../src/base/store/database.ts'
import { statement } from '../../../src/base/store/statement.ts'
import { addTeam } from '../../../src/identity/teams/actions.ts'
import { type Clock, clock } from '../../support/clock.ts'
import { databases } from '../../support/databases.ts'
import { killWorker } from '../../support/kill-worker.ts'
import { everyJob } from '../../support/jobs.ts'
import { anEmailBody } from '../../support/emails.ts'
import { type MailSink, type SinkAnswer, type SinkOptions, mailSink } from '../../support/mail-sink.ts'

const setSender = statement<{ id: string; from: string }>((knex, place) =>
  knex('emails')
    .where('id', place('id'))
    .update({ from: place('from') }),
)

const SECOND = 1000
const lines: string[] = []
const log = pino({ level: 'info' }, { write: line => void lines.push(line) })
/** Removes the randomness from delays. */
const plain = (): number => 0.5

type Job = Work<'deliver_email'>
type Deliver = (work: Job) => Promise<void>

describe.each(databases)('deliver_email on %s', (_, open) => {
  let database: Database
  let team_id: string
  let time: Clock
  const queues: Queue[] = []
  const closing: (() => unknown)[] = []

  beforeEach(async () => {
    const opened = await open()
    database = opened.database
    closing.push(opened.remove, () => database.close())
    time = clock()
    const admin = { email: 'admin@example.com', password_hash: 'none' }
    team_id = (await database.unit(tx => addTeam(tx, { name: 'Team', ...admin }, time.now()))).id
  })
  afterEach(async () => {
    await Promise.all(queues.splice(0).map(queue => queue.stop()))
    for (const close of closing.splice(0).toReversed()) await close()
  })

  async function aSink(options: SinkOptions = {}): Promise<MailSink> {
    const sink = await mailSink(options)
    closing.push(() => sink.close())
    return sink
  }
  function aSender(url: string): SmtpSender {
    const sender = smtpSender(url, { closing_ms: 200, connect_ms: 2000 })
    closing.push(() => sender.close())
    return sender
  }
  /** A process with a queue that runs this handler. */
  async function aProcess(deliver_email: Deliver): Promise<Queue> {
    const queue = createQueue(database, { ...everyJob(), deliver_email }, { now: time.now, log })
    queues.push(queue)
    await queue.start()
    return queue
  }
  const sendingTo = (url: string): Promise<Queue> => aProcess(deliverEmail({ sender: aSender(url), chance: plain }))
  const send = async (fields: Partial<InSchemas['SendEmail']> = {}): Promise<string> =>
    (await database.unit(tx => acceptEmail(tx, { team_id, body: anEmailBody(fields) }, time.now()))).id

  const lastEvent = async (id: string): Promise<string> =>
    (await database.read(tx => findEmailInDelivery(tx, team_id, id)))!.last_event
  const events = (id: string): Promise<EmailEvent[]> =>
    database.read(tx => listEmailEvents(tx, { team_id, email_id: id }))
  const attempts = (id: string): Promise<Attempt[]> => database.read(tx => listAttempts(tx, { team_id, email_id: id }))
  const outcomes = async (id: string): Promise<unknown[]> => (await attempts(id)).map(({ outcome }) => outcome)
  const later = async (queue: Queue, wait_ms: number): Promise<void> => {
    time.forward(wait_ms)
    await queue.idle()
  }

  it('delivers an email and stores the reply of the mail server', async () => {
    const sink = await aSink()
    const queue = await sendingTo(sink.url)
    const id = await send({ bcc: 'secret@example.net' })
    await queue.idle()
    const parsed = await PostalMime.parse(sink.messages[0]!.raw)
    expect(parsed).toMatchObject({ subject: 'Invoice 7', messageId: `<${id}@example.org>`, text: 'Thank you!\n' })
    expect(await lastEvent(id)).toBe('delivered')
    const recipients = ['grace@example.net', 'secret@example.net']
    expect(await events(id)).toMatchObject([{ type: 'delivered', detail: { recipients, code: 250, attempt: 1 } }])
    expect(await attempts(id)).toMatchObject([{ number: 1, phase: 'done', outcome: 'taken' }])
  })

  it('retries after a temporary refusal with the same Message-ID', async () => {
    const sink = await aSink({ message: (_, count) => (count === 1 ? { code: 451, words: '4.7.1 Later' } : undefined) })
    const queue = await sendingTo(sink.url)
    const id = await send()
    await queue.idle()
    expect(await lastEvent(id)).toBe('delivery_delayed')
    await later(queue, 4 * SECOND)
    expect(sink.completed()).toBe(1)
    await later(queue, SECOND)
    expect(sink.messages).toHaveLength(1)
    expect(sink.messages[0]!.raw).toContain(`Message-ID: <${id}@example.org>`)
    expect(await lastEvent(id)).toBe('delivered')
    expect(await events(id)).toMatchObject([
      { type: 'delivery_delayed', detail: { code: 451, words: '451 4.7.1 Later', attempt: 1 } },
      { type: 'delivered', detail: { attempt: 2 } },
    ])
    expect(await outcomes(id)).toEqual(['not_taken', 'taken'])
  })

  it('bounces with the reply of the mail server after a permanent refusal', async () => {
    const sink = await aSink({ message: () => ({ code: 550, words: '5.7.1 We do not want this' }) })
    const queue = await sendingTo(sink.url)
    const id = await send()
    await queue.idle()
    await later(queue, EXPIRY_MS)
    expect(sink.completed()).toBe(1)
    expect(await lastEvent(id)).toBe('bounced')
    expect(await events(id)).toMatchObject([
      { type: 'bounced', detail: { recipients: ['grace@example.net'], words: '550 5.7.1 We do not want this' } },
    ])
  })

  it.each([true, false])('fails with the reason when no message can be composed (to a server: %s)', async toServer => {
    const sink = await aSink()
    // such a sender is no longer accepted; an earlier version may have stored one
    const [id, other] = [await send({ to: ['a@example.net', 'b@example.net'] }), await send()]
    await database.unit(tx => tx.run(setSender, { id, from: 'nobody' }))
    const queue = await (toServer ? sendingTo(sink.url) : aProcess(deliverEmail({ chance: plain })))
    await queue.idle()
    expect([await lastEvent(id), await lastEvent(other)]).toEqual(['failed', 'delivered'])
    const words = expect.stringMatching(/^The message could not be composed: .*address/)
    const detail = { recipients: ['a@example.net', 'b@example.net'], code: null, words, attempt: 1 }
    expect(await events(id)).toMatchObject([{ type: 'failed', detail }])
    expect(await attempts(id)).toMatchObject([{ phase: 'done', outcome: 'not_taken', detail: words }])
    expect(lines.filter(line => line.includes(id)).join()).toContain('message composition failed')
    await later(queue, EXPIRY_MS)
    expect(await attempts(id)).toHaveLength(1)
    expect(sink.completed()).toBe(toServer ? 1 : 0)
  })

  it('does not retry recipients that were delivered or permanently refused', async () => {
    const answers: Record<string, { code: number; words: string }[]> = {
      'alan@example.net': [{ code: 550, words: '5.1.1 No such user' }],
      'ken@example.net': [{ code: 450, words: '4.2.1 Try later' }],
    }
    const sink = await aSink({ recipient: address => answers[address]?.shift() })
    const queue = await sendingTo(sink.url)
    const id = await send({ to: ['grace@example.net', 'alan@example.net'], cc: 'ken@example.net' })
    await queue.idle()
    expect(await lastEvent(id)).toBe('delivery_delayed')
    await later(queue, 5 * SECOND)
    expect(sink.messages.map(({ recipients }) => recipients)).toEqual([['grace@example.net'], ['ken@example.net']])
    expect(await lastEvent(id)).toBe('bounced')
    const told = (await events(id)).map(
      ({ type, detail }) => `${detail.attempt} ${type} ${detail.recipients.join(' ')}`,
    )
    expect(told.toSorted()).toEqual([
      '1 bounced alan@example.net',
      '1 delivered grace@example.net',
      '1 delivery_delayed ken@example.net',
      '2 delivered ken@example.net',
    ])
  })

  it('retries when the server is unreachable or disconnects before the end of the message', async () => {
    const sink = await aSink({ recipient: (_, count) => (count === 1 ? 'reset' : undefined) })
    const queue = await sendingTo(sink.url)
    const id = await send()
    await queue.idle()
    expect(await outcomes(id)).toEqual(['not_taken'])
    await later(queue, 5 * SECOND)
    expect(sink.messages).toHaveLength(1)
    await sink.close()
    const other = await send()
    await queue.idle()
    expect(await lastEvent(other)).toBe('delivery_delayed')
    expect((await events(other))[0]!.detail).toMatchObject({
      code: null,
      words: expect.stringContaining('ECONNREFUSED'),
    })
  })

  it('records an unknown outcome and retries when the server disconnects instead of replying', async () => {
    const sink = await aSink({ message: (_, count) => (count === 1 ? 'reset' : undefined) })
    const queue = await sendingTo(sink.url)
    const id = await send()
    await queue.idle()
    expect([await lastEvent(id), await outcomes(id)]).toEqual(['delivery_delayed', ['unknown']])
    await later(queue, 5 * SECOND)
    expect([await lastEvent(id), await outcomes(id)]).toEqual(['delivered', ['unknown', 'taken']])
  })

  it('fails after five days of temporary refusals', async () => {
    const sink = await aSink({ message: () => ({ code: 451, words: 'Busy' }) })
    const queue = await sendingTo(sink.url)
    const id = await send()
    await queue.idle()
    await later(queue, EXPIRY_MS - SECOND)
    expect(await lastEvent(id)).toBe('delivery_delayed')
    await later(queue, SECOND)
    expect(await lastEvent(id)).toBe('failed')
    expect((await events(id)).at(-1)).toMatchObject({ type: 'failed', detail: { words: '451 Busy', attempt: 3 } })
    expect(sink.completed()).toBe(3)
  })

  it('fails after five days when every attempt is interrupted', async () => {
    const broken = { send: () => Promise.reject(new Error('a bug')) }
    const queue = await aProcess(deliverEmail({ sender: broken }))
    const id = await send()
    await queue.idle()
    expect(await lastEvent(id)).toBe('queued')
    await later(queue, EXPIRY_MS)
    await later(queue, EXPIRY_MS)
    expect([await lastEvent(id), await outcomes(id)]).toEqual(['failed', ['interrupted', 'interrupted', 'not_taken']])
  })

  it('has enough queue attempts for five days of retries', () => {
    const accepted_at = time.now()
    let at: Date | undefined = accepted_at
    let attempts = 0
    while (at) at = nextAttempt(++attempts, { now: at, accepted_at, chance: 0 })
    expect(attempts).toBeGreaterThan(100)
    // the remaining attempts are for restarts, each of which claims the job once more
    expect(attempts).toBeLessThan(QUEUE_SETTINGS.deliver_email.attempts_max / 5)
  })

  it('does not increase the delay after crashed attempts', async () => {
    const sink = await aSink({ message: (_, count) => (count <= 2 ? { code: 451, words: 'Busy' } : undefined) })
    const working = aSender(sink.url)
    let crashes = 3
    const fragile: SmtpSender = {
      ...working,
      send: async (...mail) => {
        if (crashes-- > 0) throw new Error('dies before it has begun')
        return working.send(...mail)
      },
    }
    const queue = await aProcess(deliverEmail({ sender: fragile, chance: plain }))
    const id = await send()
    await queue.idle()
    for (const wait_ms of [SECOND, 2 * SECOND, 4 * SECOND]) await later(queue, wait_ms)
    expect(await outcomes(id)).toEqual(['interrupted', 'interrupted', 'interrupted', 'not_taken'])
    // the first refusal is followed by the first delay of the schedule, the second by the second
    await later(queue, 5 * SECOND)
    expect(sink.completed()).toBe(2)
    await later(queue, 29 * SECOND)
    expect(sink.completed()).toBe(2)
    await later(queue, SECOND)
    expect([sink.completed(), await lastEvent(id)]).toEqual([3, 'delivered'])
  })

  it('randomizes a part of each delay', async () => {
    const sink = await aSink({ message: (_, count) => (count === 1 ? { code: 451, words: 'Busy' } : undefined) })
    const queue = await aProcess(deliverEmail({ sender: aSender(sink.url), chance: () => 0 }))
    await send()
    await queue.idle()
    await later(queue, 3999)
    expect(sink.completed()).toBe(1)
    await later(queue, 1)
    expect(sink.completed()).toBe(2)
  })

  it('logs undelivered recipients without their addresses', async () => {
    lines.length = 0
    const replies: Record<string, SinkAnswer> = {
      'alan@example.net': { code: 550, words: '5.1.1 <alan@example.net> is unknown' },
      'ken@example.net': { code: 450, words: '4.2.1 <ken@example.net> is busy' },
    }
    const sink = await aSink({ recipient: address => replies[address] })
    const queue = await sendingTo(sink.url)
    const delayed = await send({ to: ['ken@example.net', 'grace@example.net'] })
    const bounced = await send({ to: ['alan@example.net', 'ken@example.net'] })
    const delivered = await send()
    await queue.idle()
    const told = lines.map(line => JSON.parse(line)).filter(({ email_id }) => email_id !== undefined)
    const of = (id: string): unknown[] => told.filter(({ email_id }) => email_id === id)
    expect(of(delayed)).toEqual([
      expect.objectContaining({
        level: 30,
        event: 'delivery_delayed',
        recipients: 1,
        code: 450,
        status: '4.2.1',
        attempt: 1,
      }),
    ])
    expect(of(bounced)).toEqual([
      expect.objectContaining({ event: 'bounced', recipients: 1, code: 550, status: '5.1.1' }),
    ])
    expect(of(delivered)).toEqual([])
    expect(lines.join('')).not.toContain('@')
    time.forward(EXPIRY_MS)
    lines.length = 0
    await queue.idle()
    expect(lines.map(line => JSON.parse(line).event)).toEqual(['failed', 'failed'])
  })

  it('stores the last reply for each recipient, truncated', async () => {
    let away = true
    const sink = await aSink({
      recipient: address => {
        if (address.startsWith('bad')) return { code: 550, words: `5.1.1 No ${'x'.repeat(400)}` }
        return away && address.startsWith('slow') ? { code: 450, words: '4.2.1 Later' } : undefined
      },
    })
    const queue = await sendingTo(sink.url)
    const bad = Array.from({ length: 5 }, (_, index) => `bad${index}@example.net`)
    const id = await send({ to: ['slow@example.net', ...bad, 'good@example.net'] })
    const told = async (): Promise<unknown> => {
      const { recipients } = (await database.read(tx => findEmailInDelivery(tx, team_id, id)))!
      for (const { reply } of recipients) expect(reply.length).toBeLessThanOrEqual(300)
      return Object.fromEntries(recipients.map(({ address, status, code }) => [address, `${status} ${code}`]))
    }
    const refused = Object.fromEntries(bad.map(address => [address, 'bounced 550']))
    expect(await told()).toEqual({})
    await queue.idle()
    const others = { ...refused, 'good@example.net': 'delivered 250' }
    expect(await told()).toEqual({ ...others, 'slow@example.net': 'delivery_delayed 450' })
    away = false
    await later(queue, 5 * SECOND)
    expect(await told()).toEqual({ ...others, 'slow@example.net': 'delivered 250' })
  })

  describe('a process that dies', () => {
    it('before sending causes one delivery of the email', async () => {
      const sink = await aSink()
      const dead = Promise.withResolvers<never>()
      const stuck = { send: () => dead.promise }
      const first = await aProcess(deliverEmail({ sender: stuck }))
      const id = await send()
      await expect.poll(() => attempts(id)).toMatchObject([{ phase: 'open' }])
      await killWorker(first, database)
      await (await sendingTo(sink.url)).idle()
      expect(sink.messages).toHaveLength(1)
      expect(await outcomes(id)).toEqual(['interrupted', 'taken'])
      dead.reject(new Error('long dead'))
    })

    it('between the 250 reply and the commit causes a second delivery, recorded as unknown', async () => {
      const sink = await aSink()
      const dead = Promise.withResolvers<void>()
      const deliver = deliverEmail({ sender: aSender(sink.url), chance: plain })
      const first = await aProcess(work => deliver(endingWith(work, () => dead.promise)))
      const id = await send()
      await sink.received(1)
      await expect.poll(() => attempts(id)).toMatchObject([{ phase: 'handing', outcome: null }])
      await killWorker(first, database)
      await (await sendingTo(sink.url)).idle()
      expect(await outcomes(id)).toEqual(['unknown', 'taken'])
      expect(sink.messages).toHaveLength(2)
      for (const { raw } of sink.messages) expect(raw).toContain(`Message-ID: <${id}@example.org>`)
      expect(await events(id)).toMatchObject([{ type: 'delivered', detail: { attempt: 2 } }])
      dead.resolve()
    })

    it('inside the finishing transaction leaves no trace of it', async () => {
      const sink = await aSink()
      let dies = true
      const deliver = deliverEmail({ sender: aSender(sink.url), chance: plain })
      const queue = await aProcess(work =>
        deliver(
          endingWith(work, async body => {
            await work.finish(async tx => {
              await body(tx)
              if (dies) throw new Error('dies inside')
            })
          }),
        ),
      )
      const id = await send()
      await queue.idle()
      expect([await lastEvent(id), await events(id)]).toEqual(['queued', []])
      dies = false
      await later(queue, SECOND)
      expect([await lastEvent(id), await outcomes(id)]).toEqual(['delivered', ['unknown', 'taken']])
    })

    it('after the finishing transaction does not cause a second delivery', async () => {
      const sink = await aSink()
      const deliver = deliverEmail({ sender: aSender(sink.url), chance: plain })
      const queue = await aProcess(async work => {
        await deliver(work)
        throw new Error('dies after')
      })
      const id = await send()
      await queue.idle()
      await later(queue, EXPIRY_MS)
      expect(sink.messages).toHaveLength(1)
      expect([await lastEvent(id), await outcomes(id)]).toEqual(['delivered', ['taken']])
    })
  })

  describe('without a mail server', () => {
    it('captures the message as it would have been sent', async () => {
      const queue = await aProcess(deliverEmail())
      const id = await send({ to: 'Grace <grace@example.net>', bcc: 'secret@example.net' })
      await queue.idle()
      const { rows } = await database.read(tx => listCaptured(tx, { team_id }, { limit: 10 }))
      const to = ['Grace <grace@example.net>', 'secret@example.net']
      expect(rows).toEqual([expect.objectContaining({ email_id: id, from: 'Ada <ada@example.org>', to })])
      const { email, captured } = (await database.read(tx => findStoredEmail(tx, team_id, rows[0]!.id)))!
      expect(email).toMatchObject({ html: '<p>Thank you!</p>', text: null, message_id: `<${id}@example.org>` })
      expect(await PostalMime.parse(captured!.raw)).toMatchObject({ subject: 'Invoice 7', text: 'Thank you!\n' })
      expect(captured!.raw).not.toContain('secret@example.net')
      expect([await lastEvent(id), await outcomes(id)]).toEqual(['delivered', ['taken']])
    })

    it('captures an email once when the process dies', async () => {
      let dies = 2
      const deliver = deliverEmail()
      const queue = await aProcess(work =>
        deliver(
          endingWith(work, async body => {
            dies--
            if (dies === 1) throw new Error('dies before')
            await work.finish(async tx => {
              await body(tx)
              if (dies === 0) throw new Error('dies inside')
            })
            throw new Error('dies after')
          }),
        ),
      )
      const id = await send()
      await queue.idle()
      for (let round = 0; round < 4; round++) await later(queue, 10 * SECOND)
      expect((await database.read(tx => listCaptured(tx, { team_id }, {}))).rows).toHaveLength(1)
      expect(await lastEvent(id)).toBe('delivered')
    })

    it('lists captured emails only for their own team, in pages', async () => {
      const queue = await aProcess(deliverEmail())
      for (const subject of ['one', 'two', 'three']) {
        await send({ subject })
        await queue.idle()
        time.forward(SECOND)
      }
      const page = async (query: object): Promise<[string[], boolean, string]> => {
        const { rows, has_more } = await database.read(tx => listCaptured(tx, { team_id }, { limit: 2, ...query }))
        return [rows.map(({ subject }) => subject), has_more, rows.at(-1)!.id]
      }
      const [first, more, last] = await page({})
      expect([first, more]).toEqual([['three', 'two'], true])
      expect((await page({ after: last })).slice(0, 2)).toEqual([['one'], false])
      expect(await database.read(tx => findStoredEmail(tx, 'another team', last))).toBeUndefined()
      expect((await database.read(tx => listCaptured(tx, { team_id: 'another team' }, {}))).rows).toEqual([])
    })
  })
})

/** The same job with a different finish function. */
function endingWith(work: Job, finish: Job['finish']): Job {
  const [read, look, note] = [work.read.bind(work), work.write.bind(work), work.record.bind(work)]
  return { ...work, read, write: look, record: note, postpone: work.postpone.bind(work), finish }
}
