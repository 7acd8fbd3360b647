// The timeline of an email in GET /emails/{id} from real deliveries, and the search for emails by address and other
// criteria.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { findTimeline, retryNow } from '../../../src/mail/delivery/actions.ts'
import { removeOldEmails } from '../../../src/mail/emails/store.ts'
import { EMAILS_EXAMINED_MAX, searchEmails } from '../../../src/mail/emails/search/actions.ts'
import type { EmailSearch } from '../../../src/mail/emails/search/rules.ts'
import { writeLedger } from '../../support/ledger.ts'
import { type MailSink, mailSink, type SinkAnswer } from '../../support/mail-sink.ts'
import { firstTeamOf } from '../../support/people.ts'
import { aTeam, startServer, type TestServer } from '../../support/server.ts'

let server: TestServer
let sink: MailSink
let answer: SinkAnswer
let team_id: string

beforeAll(async () => {
  sink = await mailSink({ message: () => answer })
  server = await startServer({ SMTP_URL: sink.url })
  team_id = await firstTeamOf(server, server.admin.email)
})
afterAll(async () => {
  await server.stop()
  await sink.close()
})
afterEach(() => {
  answer = undefined
})

async function sent(fields: object = {}): Promise<string> {
  const body = { from: 'Ada <ada@example.org>', to: 'Ana <Ana@Example.net>', subject: 'S', text: 'T', ...fields }
  const { body: made } = await server.call('POST', '/emails', { body })
  await server.queue.idle()
  return made.id
}

const timelineOf = async (id: string) => (await server.call('GET', `/emails/${id}?include=timeline`)).body.timeline
const typesOf = async (id: string): Promise<string[]> =>
  (await timelineOf(id)).map(({ type }: { type: string }) => type)

describe('the timeline in a response', () => {
  it('is included on request, for small and large emails', async () => {
    for (const id of [await sent(), await sent({ text: 'x'.repeat(300_000) })]) {
      const plain = (await server.call('GET', `/emails/${id}`)).body
      expect(plain).not.toHaveProperty('timeline')
      const { timeline, ...rest } = (await server.call('GET', `/emails/${id}?include=timeline`)).body
      expect(rest).toEqual(plain)
      expect(timeline.length).toBe(3)
    }
  })

  it('is listed as an allowed value when the requested one is unknown', async () => {
    const { status, body } = await server.call('GET', `/emails/${await sent()}?include=timeline,history`)
    expect([status, body.name]).toEqual([422, 'validation_error'])
    expect(body.message).toContain('must be one of timeline')
  })

  it('ranges from accepted to delivered, with the mail server and its reply', async () => {
    const id = await sent()
    const timeline = await timelineOf(id)
    expect(timeline.map(({ type }: { type: string }) => type)).toEqual(['accepted', 'attempt', 'delivered'])
    expect(timeline[1]).toMatchObject({
      attempt: 1,
      outcome: 'taken',
      host: expect.stringContaining('127.0.0.1'),
      code: 250,
    })
    expect(timeline[2]).toMatchObject({ recipients: ['Ana@example.net'], reply: expect.stringMatching(/^250/) })
  })

  it('shows a bounce', async () => {
    answer = { code: 550, words: '5.1.1 No such user' }
    const timeline = await timelineOf(await sent())
    expect(timeline.at(-1)).toMatchObject({ type: 'bounced', words: 'Rejected permanently', code: 550 })
    expect(timeline.at(-1).reply).toContain('5.1.1 No such user')
  })

  it('shows the next attempt, which can be started immediately', async () => {
    answer = { code: 451, words: '4.7.1 Come back later' }
    const id = await sent({ to: 'later@example.net' })
    const timeline = await timelineOf(id)
    expect(timeline.map(({ type }: { type: string }) => type)).toEqual([
      'accepted',
      'attempt',
      'delivery_delayed',
      'next_attempt',
    ])
    const { next_at } = timeline[1]
    expect(timeline.at(-1)).toMatchObject({ at: next_at, words: 'Will be retried' })
    expect(Date.parse(next_at)).toBeGreaterThan(Date.parse(timeline[1].at))
    answer = undefined
    const { database, queue } = server
    const stranger = await aTeam(server)
    expect(await database.unit(tx => retryNow({ tx, team_id: stranger.team_id, now: new Date() }, id))).toBe(false)
    expect(await database.unit(tx => retryNow({ tx, team_id, now: new Date() }, id))).toBe(true)
    await queue.idle()
    expect((await typesOf(id)).slice(-2)).toEqual(['attempt', 'delivered'])
    expect(await database.unit(tx => retryNow({ tx, team_id, now: new Date() }, id))).toBe(false)
  })

  it('shows only the latest hundred events', async () => {
    const at = '2026-11-20T10:00:00.000Z'
    const events = Array.from({ length: 150 }, (_, index) => ({
      type: 'opened',
      at: new Date(Date.parse(at) + index * 1000).toISOString(),
    }))
    const [id] = await writeLedger(server.database, team_id, [{ at, events, last_event: 'opened' }])
    const email = {
      id: id!,
      team_id,
      created_at: at,
      scheduled_at: null,
      last_event: 'opened' as const,
      origin_kind: null,
    }
    const timeline = await server.database.read(tx => findTimeline(tx, email))
    expect(timeline.length).toBe(102)
    expect(timeline[1]!.type).toBe('left_out')
    expect(timeline.at(-1)!.at).toBe(events.at(-1)!.at)
  })
})

describe('a search of emails', () => {
  const search = (asked: EmailSearch, after?: string, automations = new Map<string, string>()) =>
    server.database.read(tx =>
      searchEmails({ tx, team_id, automationsOf: async () => automations }, asked, { after, most: 25 }),
    )
  const ids = async (asked: EmailSearch): Promise<string[]> => (await search(asked)).rows.map(({ id }) => id)

  it('finds all recipients case-insensitively, in the own team only', async () => {
    const id = await sent({
      to: 'x@example.net',
      cc: 'Béa <Bea@Example.NET>',
      bcc: ['zoe@example.net', 'Zoe@example.net'],
    })
    for (const address of ['x@example.net', 'bea@example.net', 'zoe@example.net']) {
      expect(await ids({ address })).toContain(id)
    }
    expect(await ids({ address: 'ea@example.net' })).toEqual([])
    const { key } = await aTeam(server, 'Others')
    const body = { from: 'a@example.org', to: 'only@example.net', subject: 'S', text: 'T' }
    expect((await server.call('POST', '/emails', { key, body })).status).toBe(200)
    expect(await ids({ address: 'only@example.net' })).toEqual([])
  })

  it('filters by status, tag, day, automation and words, in batches', async () => {
    const day = (number: number): string => new Date(Date.UTC(2026, 8, 1) + number * 60_000).toISOString()
    const run = crypto.randomUUID()
    const made = await writeLedger(
      server.database,
      team_id,
      Array.from({ length: EMAILS_EXAMINED_MAX + 1500 }, (_, index) => ({
        at: day(index),
        to: [`p${index}@example.com`],
        subject: `Number ${index}`,
        last_event: index === 7 ? 'failed' : 'delivered',
        tags: index === 8 ? [{ name: 'kind', value: 'rare' }] : [],
        ...(index === 9 && { origin_id: run }),
      })),
    )
    // by a dedicated index, regardless of age
    expect(await ids({ status: 'failed' })).toEqual([made[7]])
    expect(await ids({ address: 'p7@example.com', status: 'failed' })).toEqual([made[7]])
    expect(await ids({ from: new Date(day(5)), until: new Date(day(8)) })).toEqual([made[7], made[6], made[5]])
    // one batch at a time
    let looks = 0
    let after: string | undefined
    const found: string[] = []
    do {
      const part = await search({ tag: 'kind:rare' }, after)
      found.push(...part.rows.map(({ id }) => id))
      after = part.behind
      looks++
    } while (after !== undefined)
    expect(found).toEqual([made[8]])
    expect(looks).toBe(2)
    const begin = { from: new Date(day(0)), until: new Date(day(20)) }
    expect(await ids({ ...begin, words: 'NUMBER 1' })).toHaveLength(11)
    const automations = new Map([[run, 'the-automation']])
    const ofAutomation = await search({ ...begin, automation_id: 'the-automation' }, undefined, automations)
    expect(ofAutomation.rows.map(({ id }) => id)).toEqual([made[9]])
  })

  it('does not find deleted emails', async () => {
    const id = await sent({ to: 'gone@example.net' })
    expect(await ids({ address: 'gone@example.net' })).toEqual([id])
    const soon = new Date(Date.now() + 60_000)
    await server.database.unit(async tx => {
      let after: string | undefined = ''
      while (after !== undefined) after = await removeOldEmails(tx, soon, after, () => {})
    })
    expect(await ids({ address: 'gone@example.net' })).toEqual([])
    expect(await ids({ address: 'p7@example.com' })).toEqual([])
  })
})
