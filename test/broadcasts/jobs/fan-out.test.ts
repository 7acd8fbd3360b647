// The recipients of a broadcast, compared with a set computed by simple means, although the process that adds them
// crashes repeatedly.
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { updateBroadcast, findFullBroadcast, createBroadcast } from '../../../src/campaigns/broadcasts/actions.ts'
import {
  findSendingCounts,
  pauseBroadcast,
  resumeBroadcast,
  sendBroadcast,
} from '../../../src/campaigns/broadcasts/sending/actions.ts'
import { broadcastSender, fan_out_broadcast } from '../../../src/campaigns/broadcasts/sending/jobs.ts'
import { findBroadcast, findBroadcastContent } from '../../../src/campaigns/broadcasts/store.ts'
import { chooseTopics, findOrCreateContactRecord, updateContact } from '../../../src/audience/contacts/actions.ts'
import { createQueue } from '../../../src/base/queue/runner.ts'
import type { Work } from '../../../src/base/queue/claimed-work.ts'
import { addToSegment, createSegment, removeFromSegment } from '../../../src/audience/segments/actions.ts'
import type { Database } from '../../../src/base/store/database.ts'
import { statement } from '../../../src/base/store/statement.ts'
import { suppressAddresses } from '../../../src/audience/suppressions/actions.ts'
import { createTopic } from '../../../src/audience/topics/actions.ts'
import { clock } from '../../support/clock.ts'
import { databases, withTeams } from '../../support/databases.ts'
import { everyJob } from '../../support/jobs.ts'

const MINUTE_MS = 60_000
const recipients = statement<object, { contact_id: string; email: string }>(knex =>
  knex('broadcast_recipients').select('contact_id', 'email').orderBy('contact_id'),
)
const addressed = statement<object, { to: string }>(knex => knex('emails').select('to').orderBy('id'))
const textsMade = statement<object, { html: string; made_text: string }>(knex =>
  knex('broadcast_contents').select('html', 'made_text'),
)

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

const send_broadcast = broadcastSender(100_000)

/** Runs the job in a process that dies before or after some of its transactions; committed transactions stay. */
function dyingNowAndThen<Job extends Work<'fan_out_broadcast'> | Work<'send_broadcast'>>(
  job: (work: Job) => Promise<void>,
  isLast: () => boolean,
  moment: 'before' | 'behind' = 'behind',
): (work: Job) => Promise<void> {
  return async work => {
    const write: Job['write'] = async body => {
      if (moment === 'before' && isLast()) throw new Error('died')
      const result = await work.write(body)
      if (moment === 'behind' && isLast()) throw new Error('died')
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

describe.each(databases)('the recipients of a broadcast on %s', (_, open) => {
  let database: Database
  let team_id: string
  let end: () => Promise<void>

  beforeEach(async () => {
    ;({ database, team_id, end } = await withTeams(open))
  })
  afterEach(() => end())

  it.each([
    ['no topic', undefined, 1],
    ['a topic that defaults to subscribed', 'opt_in', 2],
    ['a topic that defaults to unsubscribed', 'opt_out', 3],
  ] as const)(
    'are each added once, with %s',
    async (_about, default_subscription, seed) => {
      const chance = chances(seed)
      const time = clock()
      const expected = new Set<string>()
      const [segment, other, topic] = await database.unit(async tx => [
        await createSegment({ tx, team_id, now: time.now() }, 'Readers'),
        await createSegment({ tx, team_id, now: time.now() }, 'Others'),
        default_subscription &&
          (await createTopic(
            { tx, team_id, now: time.now() },
            { name: 'News', default_subscription, visibility: 'public' },
          )),
      ])
      /** Adds contacts of all kinds and returns the expected recipients among them, if they are added in time. */
      const add = async (count: number, name: string, in_time: boolean): Promise<void> => {
        for (let first = 0; first < count; first += 100) {
          const kinds = Array.from({ length: Math.min(100, count - first) }, () => ({
            isMember: chance() < 0.9,
            isOut: chance() < 0.1,
            isSuppressed: chance() < 0.1,
            left: chance() < 0.1,
            choice: chance() < 0.5 ? undefined : chance() < 0.5 ? ('opt_in' as const) : ('opt_out' as const),
          }))
          const wanted = await database.unit(async tx => {
            const emails: string[] = []
            for (const [index, kind] of kinds.entries()) {
              const now = time.now()
              const { isMember, isOut, isSuppressed, left, choice } = kind
              const contact = await findOrCreateContactRecord(
                { tx, team_id, now },
                `${name}-${first + index}@example.net`,
              )
              const { email } = contact
              await addToSegment({ tx, team_id, now }, contact.id, isMember ? segment.id : other.id)
              if (left) await removeFromSegment({ tx, team_id }, contact.id, segment.id)
              if (isOut) await updateContact({ tx, now }, contact, { unsubscribed: true })
              const cause = { origin: 'manual', source_id: null, words: null } as const
              if (isSuppressed) await suppressAddresses({ tx, team_id, now }, [email], cause)
              if (topic && choice) await chooseTopics({ tx, now }, contact, new Map([[topic.id, choice]]))
              const wants = topic === undefined || (choice ?? topic.default_subscription) === 'opt_in'
              if (in_time && isMember && !left && !isOut && !isSuppressed && wants) emails.push(email)
            }
            return emails
          })
          for (const email of wanted) expected.add(email)
        }
      }
      // more than one transaction processes
      await add(1_300, 'reader', true)
      time.forward(MINUTE_MS)
      const id = await database.unit(async tx => {
        const content = { segment_id: segment.id, from: 'news@acme.example', subject: 'News', html: '<p>News</p>' }
        const made = await createBroadcast(
          { tx, team_id, now: time.now() },
          { ...content, topic_id: topic?.id ?? null },
        )
        const broadcast = (await findBroadcast(tx, team_id, made))!
        const by = { api_key_id: made }
        await sendBroadcast(
          { tx, team_id, now: time.now() },
          { broadcast, content: await findBroadcastContent(tx, broadcast) },
          { by, only_from: undefined },
        )
        return made
      })
      time.forward(MINUTE_MS)
      await add(50, 'late', false)
      const isLast = (): boolean => chance() < 0.2
      const queue = createQueue(
        database,
        {
          ...everyJob(),
          fan_out_broadcast: dyingNowAndThen(fan_out_broadcast, isLast),
          send_broadcast: dyingNowAndThen(send_broadcast, isLast),
        },
        { now: time.now, log: pino({ level: 'silent' }) },
      )
      await queue.start()
      const find = async () => (await database.read(tx => findBroadcast(tx, team_id, id)))!
      for (let turn = 0; turn < 200 && (await find()).status !== 'sent'; turn++) {
        await queue.idle()
        time.forward(60 * MINUTE_MS)
      }
      await queue.stop()
      const found = await database.read(tx => tx.all(recipients, {}))
      expect(found.map(({ email }) => email).toSorted()).toEqual([...expected].toSorted())
      const emails = await database.read(tx => tx.all(addressed, {}))
      expect(emails.flatMap(({ to }) => JSON.parse(to)).toSorted()).toEqual([...expected].toSorted())
      const counts = await database.read(async tx => findSendingCounts(tx, await find()))
      expect(counts).toEqual({ recipients: expected.size, emails: expected.size })
    },
    120_000,
  )

  it('fail the broadcast when they cannot be determined after all retries', async () => {
    const time = clock()
    const id = await database.unit(async tx => {
      const segment = await createSegment({ tx, team_id, now: time.now() }, 'Readers')
      const content = { from: 'news@acme.example', subject: 'News', html: '<p>News</p>' }
      const made = await createBroadcast({ tx, team_id, now: time.now() }, { segment_id: segment.id, ...content })
      const broadcast = (await findBroadcast(tx, team_id, made))!
      const whole = { broadcast, content: await findBroadcastContent(tx, broadcast) }
      await sendBroadcast({ tx, team_id, now: time.now() }, whole, { only_from: undefined })
      return made
    })
    const find = async () => (await database.read(tx => findBroadcast(tx, team_id, id)))!
    const dying = { ...everyJob(), fan_out_broadcast: dyingNowAndThen(fan_out_broadcast, () => true, 'before') }
    const queue = createQueue(database, dying, { now: time.now, log: pino({ level: 'silent' }) })
    await queue.start()
    for (let turn = 0; turn < 40 && (await find()).status === 'queued'; turn++) {
      await queue.idle()
      time.forward(24 * 60 * MINUTE_MS)
    }
    await queue.stop()
    const reason = 'Finding the recipients failed; see the server log'
    expect(await find()).toMatchObject({ status: 'failed', reason })
  })

  it('receive the plain text that is generated when sending starts', async () => {
    const time = clock()
    const id = await database.unit(async tx => {
      const now = time.now()
      const segment = await createSegment({ tx, team_id, now }, 'Readers')
      await addToSegment(
        { tx, team_id, now },
        (await findOrCreateContactRecord({ tx, team_id, now }, 'ada@example.net')).id,
        segment.id,
      )
      const content = { segment_id: segment.id, from: 'news@acme.example', subject: 'News', html: '<p>Before</p>' }
      const made = await createBroadcast({ tx, team_id, now }, content)
      const scheduled_at = new Date(now.getTime() + MINUTE_MS).toISOString()
      await sendBroadcast({ tx, team_id, now }, (await findFullBroadcast(tx, team_id, made))!, {
        scheduled_at,
        only_from: undefined,
      })
      return made
    })
    let changes = 0
    const jobs = {
      ...everyJob(),
      fan_out_broadcast: (work: Work<'fan_out_broadcast'>) => {
        const write: typeof work.write = async body => {
          // the content changes after its text was generated and before sending starts
          if (changes++ === 0)
            await database.unit(async tx =>
              updateBroadcast({ tx, team_id, now: time.now() }, (await findFullBroadcast(tx, team_id, id))!, {
                html: '<p>After</p>',
              }),
            )
          return work.write(body)
        }
        const own = { read: work.read.bind(work), finish: work.finish.bind(work), postpone: work.postpone.bind(work) }
        return fan_out_broadcast(Object.assign(Object.create(work) as typeof work, own, { write }))
      },
    }
    const queue = createQueue(database, jobs, { now: time.now, log: pino({ level: 'silent' }) })
    await queue.start()
    time.forward(2 * MINUTE_MS)
    await queue.idle()
    await queue.stop()
    expect(changes).toBeGreaterThan(1)
    const texts = await database.read(tx => tx.all(textsMade, {}))
    expect(texts).toEqual([{ html: '<p>After</p>', made_text: 'After' }])
  })

  it('exclude a contact who leaves before the email is created', async () => {
    const time = clock()
    const id = await database.unit(async tx => {
      const now = time.now()
      const segment = await createSegment({ tx, team_id, now }, 'Readers')
      const [stays, leaves] = [
        await findOrCreateContactRecord({ tx, team_id, now }, 'stays@example.net'),
        await findOrCreateContactRecord({ tx, team_id, now }, 'leaves@example.net'),
      ]
      for (const contact of [stays, leaves]) await addToSegment({ tx, team_id, now }, contact.id, segment.id)
      const content = { segment_id: segment.id, from: 'news@acme.example', subject: 'News', html: '<p>News</p>' }
      const made = await createBroadcast({ tx, team_id, now }, content)
      const find = async () => (await findBroadcast(tx, team_id, made))!
      const broadcast = await find()
      const by = { api_key_id: made }
      await sendBroadcast(
        { tx, team_id, now },
        { broadcast, content: await findBroadcastContent(tx, broadcast) },
        { by, only_from: undefined },
      )
      await pauseBroadcast({ tx, team_id, now }, await find())
      return made
    })
    const jobs = { ...everyJob(), fan_out_broadcast, send_broadcast }
    const queue = createQueue(database, jobs, { now: time.now, log: pino({ level: 'silent' }) })
    await queue.start()
    await queue.idle()
    await database.unit(async tx => {
      const leaves = await findOrCreateContactRecord({ tx, team_id, now: time.now() }, 'leaves@example.net')
      await updateContact({ tx, now: time.now() }, leaves, { unsubscribed: true })
      await resumeBroadcast({ tx, team_id, now: time.now() }, (await findBroadcast(tx, team_id, id))!)
    })
    await queue.idle()
    await queue.stop()
    const emails = await database.read(tx => tx.all(addressed, {}))
    expect(emails.flatMap(({ to }) => JSON.parse(to))).toEqual(['stays@example.net'])
  })
})
