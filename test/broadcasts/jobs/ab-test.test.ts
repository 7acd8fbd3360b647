// A/B tests of broadcasts: each contact receives at most one email, despite crashes, contacts who leave and manual choices.
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findOrCreateContactRecord, updateContact } from '../../../src/audience/contacts/actions.ts'
import { addToSegment, createSegment } from '../../../src/audience/segments/actions.ts'
import { createQueue, type Queue } from '../../../src/base/queue/runner.ts'
import type { Work } from '../../../src/base/queue/claimed-work.ts'
import type { Database } from '../../../src/base/store/database.ts'
import type { MailVersion } from '../../../src/base/store/signals/signal.ts'
import { statement } from '../../../src/base/store/statement.ts'
import {
  chooseWinner,
  decideWinner,
  findAbTest,
  findTestOutcomes,
} from '../../../src/campaigns/broadcasts/ab-test/actions.ts'
import { type AbTest, testGroupOf, NOT_STARTED } from '../../../src/campaigns/broadcasts/ab-test/rules.ts'
import { saveTest } from '../../../src/campaigns/broadcasts/ab-test/store.ts'
import { findFullBroadcast, createBroadcast } from '../../../src/campaigns/broadcasts/actions.ts'
import {
  cancelBroadcast,
  pauseBroadcast,
  resumeBroadcast,
  sendBroadcast,
} from '../../../src/campaigns/broadcasts/sending/actions.ts'
import { broadcastSender, fan_out_broadcast } from '../../../src/campaigns/broadcasts/sending/jobs.ts'
import { addTally } from '../../../src/engagement/facts/store.ts'
import { findEmail } from '../../../src/mail/emails/actions.ts'
import { clock } from '../../support/clock.ts'
import { databases, withTeams } from '../../support/databases.ts'
import { everyJob } from '../../support/jobs.ts'

const HOUR_MS = 3_600_000
interface Mail {
  id: string
  contact_id: string
  version: MailVersion | null
  subject: string
}
const mails = statement<object, Mail>(knex => knex('emails').select('id', 'contact_id', 'version', 'subject'))

/** Pseudorandom numbers from 0 to 1 for a seed (mulberry32). */
function chances(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Runs the job in a process that dies after some of its transactions, which stay committed. */
function dying<Job extends Work<'fan_out_broadcast'> | Work<'send_broadcast'>>(
  job: (work: Job) => Promise<void>,
  isLast: () => boolean,
): (work: Job) => Promise<void> {
  return async work => {
    const write: Job['write'] = async body => {
      const result = await work.write(body)
      if (isLast()) throw new Error('died')
      return result
    }
    const own = {
      read: work.read.bind(work),
      finish: work.finish.bind(work),
      postpone: work.postpone.bind(work),
      write,
    }
    const fields = Object.entries(own).map(([name, value]) => [name, { value }] as const)
    await job(Object.create(work, Object.fromEntries(fields)) as Job)
  }
}

describe.each(databases)('a broadcast with an A/B test on %s', (_, open) => {
  let database: Database
  let team_id: string
  let end: () => Promise<void>
  let time: ReturnType<typeof clock>
  let stop: (() => Promise<void>) | undefined

  beforeEach(async () => {
    ;({ database, team_id, end } = await withTeams(open))
    time = clock()
  })
  afterEach(async () => {
    await stop?.()
    stop = undefined
    await end()
  })

  interface Asked {
    contacts: number
    share: number
    per_minute?: number
  }

  /** A broadcast with a test, in progress. */
  async function begun({ contacts, share, per_minute }: Asked) {
    const now = time.now()
    const people = await database.unit(async tx => {
      const segment = await createSegment({ tx, team_id, now }, 'Readers')
      const records = []
      for (let index = 0; index < contacts; index++) {
        const contact = await findOrCreateContactRecord(
          { tx, team_id, now },
          `reader-${index}@domain-${index % 3}.example`,
        )
        await addToSegment({ tx, team_id, now }, contact.id, segment.id)
        records.push(contact)
      }
      return { segment_id: segment.id, records }
    })
    time.forward(HOUR_MS)
    const id = await database.unit(async tx => {
      const unit = { tx, team_id, now: time.now() }
      const content = { from: 'news@acme.example', subject: 'A', html: '<p>A says</p>' }
      const made = await createBroadcast(unit, {
        ...content,
        segment_id: people.segment_id,
        ...(per_minute && { per_minute }),
      })
      await sendBroadcast(unit, (await findFullBroadcast(tx, team_id, made))!, { only_from: undefined })
      const b = { subject: 'B', html: '<p>B says</p>', text: null }
      const rules = { share, wait_hours: 2, winner_by: 'opened' } as const
      saveTest(tx, { ...b, ...rules, ...NOT_STARTED, made_text: null, broadcast_id: made, team_id })
      return made
    })
    const broadcast = () => database.read(async tx => (await findFullBroadcast(tx, team_id, id))!.broadcast)
    const test = () => database.read(async tx => (await findAbTest(tx, { team_id, id }))!)
    return { id, records: people.records, broadcast, test }
  }

  async function started(isLast = () => false) {
    const jobs = {
      ...everyJob(),
      fan_out_broadcast: dying(fan_out_broadcast, isLast),
      send_broadcast: dying(broadcastSender(100_000), isLast),
    }
    const queue = createQueue(database, jobs, { now: time.now, log: pino({ level: 'silent' }) })
    await queue.start()
    stop = () => queue.stop()
    return queue
  }

  const all = (): Promise<Mail[]> => database.read(tx => tx.all(mails, {}))
  const tell = (broadcast_id: string, version: 'a' | 'b', delivered: number, unique_opened: number) =>
    database.unit(async tx => {
      const of = { team_id, broadcast_id, email_id: tx.newId('emails'), version }
      addTally(tx, of, { sent: delivered, delivered, unique_opened })
    })

  it.each([
    [10, 1],
    [37, 2],
    [60, 3],
    [100, 4],
  ])(
    'sends one email per contact, with %i % of them in the test',
    async (share, seed) => {
      const chance = chances(seed)
      const { id, records, broadcast, test } = await begun({ contacts: 300, share })
      const queue = await started(() => chance() < 0.2)
      const groups = new Map(records.map(each => [each.id, testGroupOf({ broadcast_id: id, share }, each.id)]))
      const testOver = async () => (await test()).decides_at !== null || (await broadcast()).status === 'sent'
      for (let turn = 0; turn < 400 && !(await testOver()); turn++) {
        await queue.idle()
        time.forward(60_000)
      }
      const tested = records.filter(each => groups.get(each.id) !== 'rest')
      const first = await all()
      expect(first.map(({ contact_id }) => contact_id).toSorted()).toEqual(tested.map(each => each.id).toSorted())

      await tell(id, 'a', 100, 10)
      await tell(id, 'b', 100, 30)
      const left = records.filter(() => chance() < 0.2)
      await database.unit(async tx => {
        for (const each of left) await updateContact({ tx, now: time.now() }, each, { unsubscribed: true })
      })
      for (let turn = 0; turn < 400 && (await broadcast()).status !== 'sent'; turn++) {
        await queue.idle()
        time.forward(HOUR_MS)
      }
      const gone = new Set(left.map(each => each.id))
      const expected = records.filter(each => groups.get(each.id) !== 'rest' || !gone.has(each.id))
      const made = await all()
      expect(made.map(({ contact_id }) => contact_id).toSorted()).toEqual(expected.map(each => each.id).toSorted())
      for (const { contact_id, version, subject } of made) {
        const group = groups.get(contact_id)
        expect([version, subject]).toEqual(group === 'rest' ? ['rest_b', 'B'] : [group, group === 'a' ? 'A' : 'B'])
      }
      expect((await test()).winner).toBe(share === 100 ? null : 'b')
      // each stored email contains the version that its contact received
      for (const version of ['a', 'b'] as const) {
        const one = made.find(each => each.version === version)!
        const shown = await database.read(tx => findEmail(tx, team_id, one.id))
        const words = version.toUpperCase()
        expect([shown?.html, shown?.text]).toEqual([`<p>${words} says</p>`, `${words} says`])
      }
    },
    120_000,
  )

  /** While recipients are still being added, the sender postpones itself and the test has no end time. */
  async function testSent(queue: Queue, test: () => Promise<AbTest>): Promise<AbTest> {
    for (;;) {
      await queue.idle()
      const found = await test()
      if (found.decides_at !== null) return found
      time.forward(250)
    }
  }

  it('waits until the end of the test and sends version A when there is too little data', async () => {
    const { id, records, test, broadcast } = await begun({ contacts: 60, share: 50 })
    const queue = await started()
    const { decides_at } = await testSent(queue, test)
    expect(decides_at).toBe(new Date(time.now().getTime() + 2 * HOUR_MS).toISOString())
    await tell(id, 'b', 10, 9)
    time.forward(2 * HOUR_MS - 1)
    await queue.idle()
    expect(await test()).toMatchObject({ winner: null, rest_at: null })
    expect((await broadcast()).status).toBe('queued')
    time.forward(1)
    await queue.idle()
    expect(await test()).toMatchObject({ winner: 'a', reason: 'few' })
    expect((await broadcast()).status).toBe('sent')
    const made = await all()
    expect(made).toHaveLength(60)
    const rest = made.filter(({ version }) => version === null)
    expect(rest).toHaveLength(
      records.filter(each => testGroupOf({ broadcast_id: id, share: 50 }, each.id) === 'rest').length,
    )
    expect(new Set(rest.map(({ subject }) => subject))).toEqual(new Set(['A']))
  })

  it('continues immediately with the version that a person chooses, which is final', async () => {
    const { id, test, broadcast } = await begun({ contacts: 40, share: 30 })
    const queue = await started()
    await testSent(queue, test)
    const choose = (winner: 'a' | 'b') =>
      database.unit(async tx => {
        const whole = (await findFullBroadcast(tx, team_id, id))!
        await chooseWinner({ tx, team_id, now: time.now() }, whole.broadcast, winner)
      })
    const before = await test()
    const outcomes = await Promise.allSettled([choose('b'), choose('b'), database.unit(tx => decideWinner(tx, before))])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const { winner } = await test()
    await queue.idle()
    time.forward(2 * HOUR_MS)
    await queue.idle()
    expect((await broadcast()).status).toBe('sent')
    expect((await test()).winner).toBe(winner)
    expect(new Set((await all()).map(({ contact_id }) => contact_id)).size).toBe(40)
    await expect(choose('a')).rejects.toThrow('The winner was already chosen.')
  })

  it('sends nothing to the remaining contacts when it is canceled, and chooses no winner while paused', async () => {
    const { id, test, broadcast } = await begun({ contacts: 40, share: 30 })
    const queue = await started()
    await testSent(queue, test)
    const tested = (await all()).length
    const act = async (how: typeof cancelBroadcast): Promise<void> => {
      const now = await broadcast()
      await database.unit(tx => how({ tx, team_id, now: time.now() }, now))
    }
    await act(pauseBroadcast)
    time.forward(3 * HOUR_MS)
    await queue.idle()
    expect(await test()).toMatchObject({ winner: null })
    await act(resumeBroadcast)
    await act(cancelBroadcast)
    time.forward(3 * HOUR_MS)
    await queue.idle()
    expect((await broadcast()).status).toBe('canceled')
    expect(await all()).toHaveLength(tested)
    expect(await database.read(async tx => findTestOutcomes(tx, (await findAbTest(tx, { team_id, id }))!))).toEqual({
      a: { delivered: 0, count: 0 },
      b: { delivered: 0, count: 0 },
    })
  })

  it('applies the sending speed in both parts', async () => {
    const { records, broadcast } = await begun({ contacts: 60, share: 50, per_minute: 60 })
    const queue = await started()
    const counts: number[] = []
    for (let turn = 0; turn < 3000 && (await broadcast()).status !== 'sent'; turn++) {
      await queue.idle()
      counts.push((await all()).length)
      time.forward((await broadcast()).status === 'queued' && counts.at(-1) === counts.at(-2) ? 60_000 : 1000)
    }
    expect(counts.at(-1)).toBe(records.length)
    expect(Math.max(...counts.map((count, index) => count - (counts[index - 1] ?? 0)))).toBeLessThanOrEqual(2)
  })
})
