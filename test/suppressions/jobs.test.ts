// Emails are not delivered to suppressed addresses, for any origin and time of acceptance. Also the events that
// suppress an address.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { listAttempts } from '../../src/mail/delivery/store.ts'
import { listEmailEvents } from '../../src/mail/emails/store.ts'
import { type Clock, clock } from '../support/clock.ts'
import { anEmailBody } from '../support/emails.ts'
import { firstTeamOf } from '../support/people.ts'
import { type MailSink, type SinkAnswer, mailSink } from '../support/mail-sink.ts'
import { type TestServer, aTeam, startServer } from '../support/server.ts'

const MINUTE = 60_000
let time: Clock
let sink: MailSink
let server: TestServer
let team_id: string
let answer: (address: string) => SinkAnswer = () => undefined

beforeAll(async () => {
  time = clock()
  sink = await mailSink({ recipient: address => answer(address) })
  server = await startServer({ SMTP_URL: sink.url }, { now: time.now })
  team_id = await firstTeamOf(server, server.admin.email)
})
afterAll(async () => {
  await server.stop()
  await sink.close()
})
afterEach(() => {
  answer = () => undefined
})

let count = 0
const anAddress = (name = 'person'): string => `${name}-${++count}@example.net`
const send = async (fields: object): Promise<string> =>
  (await server.call('POST', '/emails', { body: anEmailBody(fields) })).body.id
const get = async (path: string) => (await server.call('GET', path)).body
const suppress = (email: string) => server.call('POST', '/suppressions', { body: { email } })
const events = (id: string) => server.database.read(tx => listEmailEvents(tx, { team_id, email_id: id }))
const attempts = (email_id: string) => server.database.read(tx => listAttempts(tx, { team_id, email_id }))
const offered = (address: string): number =>
  sink.messages.filter(({ recipients }) => recipients.includes(address)).length

describe('a suppressed address', () => {
  it('gets no email addressed to it alone, which fails with the reason', async () => {
    const address = anAddress()
    await suppress(address.toUpperCase())
    const id = await send({ to: address })
    await server.queue.idle()
    const words = `Not offered, as the address is suppressed: the team suppressed it on ${time.now().toISOString().slice(0, 10)}`
    const state = { address, status: 'suppressed', code: null, reply: words }
    expect(await get(`/emails/${id}`)).toMatchObject({ last_event: 'suppressed', recipients: [state] })
    const detail = { recipients: [address], code: null, words, attempt: 1 }
    expect(await events(id)).toEqual([
      { id: expect.any(String), type: 'suppressed', detail, created_at: time.now().toISOString() },
    ])
    expect([await attempts(id), offered(address)]).toEqual([[], 0])
  })

  it('is skipped while the other recipients get the email, in to, cc and bcc', async () => {
    const [a, b, c] = [anAddress('to'), anAddress('cc'), anAddress('bcc')]
    const open = anAddress('open')
    await server.call('POST', '/suppressions/batch/add', { body: { emails: [a, b, c] } })
    const id = await send({ to: [a, `Open <${open}>`], cc: b, bcc: c })
    await server.queue.idle()
    const { last_event, recipients } = await get(`/emails/${id}`)
    const statuses = Object.fromEntries(
      recipients.map(({ address, status }: { address: string; status: string }) => [address, status]),
    )
    expect(statuses).toEqual({ [a]: 'suppressed', [b]: 'suppressed', [c]: 'suppressed', [open]: 'delivered' })
    expect(last_event).toBe('delivered')
    expect(sink.messages.at(-1)!.recipients).toEqual([open])
    expect((await events(id)).map(({ type, detail }) => [type, detail.recipients.length])).toEqual([
      ['suppressed', 3],
      ['delivered', 1],
    ])
  })

  it('gets no further attempt of an email accepted and attempted before', async () => {
    const [late, busy] = [anAddress('late'), anAddress('busy')]
    answer = () => ({ code: 451, words: '4.3.0 Try later' })
    const id = await send({ to: [late, busy] })
    await server.queue.idle()
    expect((await get(`/emails/${id}`)).last_event).toBe('delivery_delayed')
    await suppress(late)
    answer = address => (address === busy ? { code: 451, words: '4.3.0 Try later' } : undefined)
    time.forward(MINUTE)
    await server.queue.idle()
    expect((await get(`/emails/${id}`)).last_event).toBe('delivery_delayed')
    await suppress(busy)
    answer = () => undefined
    time.forward(10 * MINUTE)
    await server.queue.idle()
    const { last_event, recipients } = await get(`/emails/${id}`)
    expect([last_event, recipients.map(({ status }: { status: string }) => status)]).toEqual([
      'suppressed',
      ['suppressed', 'suppressed'],
    ])
    expect([offered(late), offered(busy), (await attempts(id)).length]).toEqual([0, 0, 2])
  })

  it('is suppressed for its team only', async () => {
    const address = anAddress()
    const { key } = await aTeam(server, 'Suppressing team')
    await server.call('POST', '/suppressions', { key, body: { email: address } })
    await send({ to: address })
    await server.queue.idle()
    expect(offered(address)).toBe(1)
  })

  it('gets email again after the suppression is deleted', async () => {
    const address = anAddress()
    await suppress(address)
    await server.call('DELETE', `/suppressions/${address}`)
    await send({ to: address })
    await server.queue.idle()
    expect(offered(address)).toBe(1)
  })

  it('is in no attempt that starts after the response, under concurrent load', async () => {
    const addresses = Array.from({ length: 40 }, () => anAddress('race'))
    const acknowledged = new Map<string, Date>()
    const ids = await Promise.all(
      addresses.map(async (address, index) => {
        const sending = send({ to: address })
        if (index % 3 === 0) await sending
        await suppress(address)
        time.forward(1)
        acknowledged.set(address, time.now())
        return sending
      }),
    )
    time.forward(1000)
    await server.queue.idle()
    for (const [index, email_id] of ids.entries()) {
      const [first, ...more] = await attempts(email_id)
      const { last_event } = await get(`/emails/${email_id}`)
      const address = addresses[index]!
      if (!first) expect([last_event, offered(address)]).toEqual(['suppressed', 0])
      else expect(Date.parse(first.started_at)).toBeLessThan(acknowledged.get(address)!.getTime())
      expect(more).toEqual([])
    }
  })
})

describe('an address becomes suppressed', () => {
  it.each([
    [{ code: 550, words: '5.1.1 No such user here' }, 'permanent'],
    [{ code: 550, words: 'Unknown user' }, 'permanent'],
    [{ code: 552, words: '5.2.2 Mailbox full' }, 'transient'],
    [{ code: 550, words: '5.7.1 Message refused as spam' }, 'transient'],
    [{ code: 554, words: 'Transaction failed' }, 'undetermined'],
  ])('by %j if that is permanent', async (refusal, bounce) => {
    const address = anAddress('bounce')
    answer = () => refusal
    const id = await send({ to: address })
    await server.queue.idle()
    const [event] = await events(id)
    expect(event).toMatchObject({ type: 'bounced', detail: { bounce, recipients: [address] } })
    expect((await get(`/emails/${id}`)).last_event).toBe('bounced')
    const suppression = await get(`/suppressions/${address}`)
    if (bounce === 'permanent') expect(suppression).toMatchObject({ email: address, origin: 'bounce', source_id: id })
    else expect(suppression).toMatchObject({ statusCode: 404 })
    answer = () => undefined
    const next = await send({ to: address })
    await server.queue.idle()
    const { last_event, recipients } = await get(`/emails/${next}`)
    expect(last_event).toBe(bounce === 'permanent' ? 'suppressed' : 'delivered')
    if (bounce === 'permanent') expect(recipients[0].reply).toMatch(/it bounced on \d{4}-\d\d-\d\d \(.*user/i)
  })

  it('again by the next bounce after it was deleted', async () => {
    const address = anAddress('again')
    answer = () => ({ code: 550, words: '5.1.1 No such user here' })
    await send({ to: address })
    await server.queue.idle()
    await server.call('DELETE', `/suppressions/${address}`)
    const id = await send({ to: address })
    await server.queue.idle()
    expect(await get(`/suppressions/${address}`)).toMatchObject({ origin: 'bounce', source_id: id })
  })
})

describe('while email is captured', () => {
  let capturing: TestServer
  beforeAll(async () => {
    capturing = await startServer({}, { now: time.now })
  })
  afterAll(() => capturing.stop())

  it.each([
    ['delivered@resend.dev', 'delivered', ['delivered']],
    ['delivered+a@example.net', 'delivered', ['delivered']],
    ['bounced@resend.dev', 'bounced', ['bounced']],
    ['Bounced+label@example.net', 'bounced', ['bounced']],
    ['complained@resend.dev', 'complained', ['delivered', 'complained']],
    ['complained+x@example.net', 'complained', ['delivered', 'complained']],
    ['suppressed@resend.dev', 'suppressed', ['suppressed']],
    ['suppressed+no@example.net', 'delivered', ['delivered']],
    ['unbounced@example.net', 'delivered', ['delivered']],
  ])('the test address %s has the same result each time, and is never suppressed', async (to, last_event, told) => {
    const team = await firstTeamOf(capturing, capturing.admin.email)
    for (let round = 0; round < 2; round++) {
      const { id } = (await capturing.call('POST', '/emails', { body: anEmailBody({ to }) })).body
      await capturing.queue.idle()
      expect((await capturing.call('GET', `/emails/${id}`)).body.last_event).toBe(last_event)
      const heard = await capturing.database.read(tx => listEmailEvents(tx, { team_id: team, email_id: id }))
      expect(heard.map(({ type }) => type).toSorted()).toEqual(told.toSorted())
    }
    expect((await capturing.call('GET', '/suppressions')).body.data).toEqual([])
  })

  it('the other recipients get the email', async () => {
    const to = ['bounced@resend.dev', 'ana@example.net']
    const { id } = (await capturing.call('POST', '/emails', { body: anEmailBody({ to }) })).body
    await capturing.queue.idle()
    const { recipients } = (await capturing.call('GET', `/emails/${id}`)).body
    expect(recipients.map(({ status }: { status: string }) => status).toSorted()).toEqual(['bounced', 'delivered'])
  })
})
