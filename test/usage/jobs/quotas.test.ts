// Quotas: how much a team may send per day and month, and what happens beyond.
import { afterEach, describe, expect, it } from 'vitest'
import { anAutomation, aPublishedTemplate, runsOf, sendEvent } from '../../support/automations.ts'
import { chain, mail, trigger } from '../../automations/rules/support.ts'
import { type Clock, clock } from '../../support/clock.ts'
import { contactsOf } from '../../support/contacts.ts'
import { anEmailBody } from '../../support/emails.ts'
import { type Reply, type TestServer, aTeam, startServer } from '../../support/server.ts'

const DAY_MS = 86_400_000

let time: Clock
let server: TestServer
afterEach(() => server.stop())

async function withQuotas(daily: number, monthly: number): Promise<void> {
  time = clock('2026-11-20T12:00:00.000Z')
  server = await startServer({ QUOTA_DAILY: String(daily), QUOTA_MONTHLY: String(monthly) }, { now: time.now })
}

const send = (fields: object = {}, key = server.key): Promise<Reply> =>
  server.call('POST', '/emails', { key, body: anEmailBody(fields) })
const batch = (count: number, headers = {}): Promise<Reply> =>
  server.call('POST', '/emails/batch', { body: Array.from({ length: count }, () => anEmailBody()), headers })
const quotas = ({ headers }: Reply): (string | null)[] =>
  ['daily', 'monthly'].map(span => headers.get(`x-resend-${span}-quota`))
const statuses = (replies: Reply[]): number[] => replies.map(({ status }) => status).toSorted()
const used = async () => (await server.call('GET', '/usage')).body.emails

describe('a team with quotas', () => {
  it('sends up to the daily quota, counted by recipients, and again on the next day in UTC', async () => {
    await withQuotas(3, 0)
    const first = await send({ cc: 'b@example.com' })
    expect([first.status, quotas(first)]).toEqual([200, ['2', null]])
    const more = await send({ cc: 'b@example.com' })
    expect([more.status, more.headers.get('retry-after'), quotas(more)]).toEqual([429, '43200', [null, null]])
    expect(more.body).toEqual({
      statusCode: 429,
      name: 'daily_quota_exceeded',
      message:
        'The daily quota of 3 emails is used up: 2 were sent today (UTC) and this request has 2. It begins anew at 2026-11-21T00:00:00.000Z.',
    })
    expect(quotas(await send())).toEqual(['3', null])
    expect((await send()).status).toBe(429)
    expect(await used()).toMatchObject({ daily: { used: 3, limit: 3 }, monthly: { used: 3, limit: 1_000_000_000 } })
    time.forward(DAY_MS / 2)
    expect((await send()).status).toBe(200)
  })

  it('sends up to the monthly quota', async () => {
    await withQuotas(0, 2)
    for (const count of ['1', '2']) {
      expect(quotas(await send())).toEqual([null, count])
      time.forward(DAY_MS)
    }
    expect((await send()).body).toMatchObject({ statusCode: 429, name: 'monthly_quota_exceeded' })
    time.forward(9 * DAY_MS)
    expect(quotas(await send())).toEqual([null, '1'])
  })

  it('has a batch accepted completely or not at all, also with permissive validation', async () => {
    await withQuotas(5, 0)
    const first = await batch(3)
    expect([first.status, quotas(first)]).toEqual([200, ['3', null]])
    expect((await batch(3)).body).toMatchObject({ name: 'daily_quota_exceeded' })
    expect((await batch(3, { 'x-batch-validation': 'permissive' })).status).toBe(429)
    expect((await used()).daily.used).toBe(3)
    expect((await batch(2)).status).toBe(200)
  })

  it('sends exactly up to its quota for concurrent requests, and no other team is affected', async () => {
    await withQuotas(10, 0)
    const stranger = await aTeam(server)
    const replies = await Promise.all(Array.from({ length: 16 }, () => send()))
    expect(statuses(replies)).toEqual([...Array(10).fill(200), ...Array(6).fill(429)])
    expect((await used()).daily.used).toBe(10)
    expect((await send({}, stranger.key)).status).toBe(200)
  })

  it('gets the stored response for an idempotency key, which uses no quota', async () => {
    await withQuotas(1, 0)
    const headers = { 'idempotency-key': 'once' }
    const ask = (): Promise<Reply> =>
      server.call('POST', '/emails', { headers, body: anEmailBody({ subject: 'Once' }) })
    const first = await ask()
    expect([first.status, (await ask()).body]).toEqual([200, first.body])
    expect((await send()).status).toBe(429)
  })
})

describe('email without a request', () => {
  it('fails the step of a run with the name of the quota', async () => {
    await withQuotas(1, 0)
    await aPublishedTemplate(server)
    const automation = await anAutomation(server, { ...chain(trigger(), mail('hello')), status: 'enabled' })
    await send()
    await sendEvent(server)
    const steps = async () => (await runsOf(server, automation))[0]?.steps
    const error = { name: 'daily_quota_exceeded', message: expect.stringContaining('The daily quota of 1 emails') }
    await expect.poll(steps).toMatchObject([{}, { status: 'failed', error }])
  })

  it('of a broadcast is sent up to the quota, and then the broadcast fails with the reason', async () => {
    await withQuotas(0, 2)
    const own = contactsOf(server)
    const segment = await own.aSegment()
    for (const name of ['x', 'y', 'z']) await own.aContact(`${name}@example.com`, { segments: [{ id: segment }] })
    const content = { segment_id: segment, from: 'me@example.com', subject: 'Hi', html: '<p>Hi</p>' }
    const { body } = await own.ask('POST', '/broadcasts', content)
    await own.ask('POST', `/broadcasts/${body.id}/send`)
    const found = async () => (await own.ask('GET', `/broadcasts/${body.id}`)).body
    await expect.poll(found).toMatchObject({ status: 'failed', emails: 2 })
    expect((await used()).monthly.used).toBe(2)
  })

  it('of a broadcast whose last recipient uses the last email of the quota is sent', async () => {
    await withQuotas(2, 0)
    const own = contactsOf(server)
    const segment = await own.aSegment()
    for (const name of ['x', 'y']) await own.aContact(`${name}@example.com`, { segments: [{ id: segment }] })
    const content = { segment_id: segment, from: 'me@example.com', subject: 'Hi', html: '<p>Hi</p>' }
    const { body } = await own.ask('POST', '/broadcasts', content)
    await own.ask('POST', `/broadcasts/${body.id}/send`)
    const found = async () => (await own.ask('GET', `/broadcasts/${body.id}`)).body
    await expect.poll(found).toMatchObject({ status: 'sent', emails: 2 })
  })
})
