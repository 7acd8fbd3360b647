// Sending a broadcast: its recipients, their emails, and how it is stopped.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { contactsOf } from '../../support/contacts.ts'
import { type MailSink, mailSink } from '../../support/mail-sink.ts'
import { aSendingKey, type TestServer, startServer } from '../../support/server.ts'

let sink: MailSink
let server: TestServer
let own: ReturnType<typeof contactsOf>
let hold: (address: string) => Promise<unknown> | undefined = () => undefined

beforeAll(async () => {
  sink = await mailSink({ hold: address => hold(address) })
  server = await startServer({ SMTP_URL: sink.url })
  own = contactsOf(server)
})
afterAll(async () => {
  await server.stop()
  await sink.close()
})
afterEach(() => {
  hold = () => undefined
})

let count = 0
const anAddress = (name: string): string => `${name}-${++count}@example.net`
const get = async (path: string) => (await own.ask('GET', path)).body
const post = async (path: string, body?: object) => {
  const reply = await own.ask('POST', path, body)
  expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(300)
  return reply.body
}
const aBroadcast = async (segment_id: string, more: object = {}): Promise<string> => {
  const content = {
    from: 'Acme <news@acme.example>',
    subject: 'Hi {{{contact.first_name|there}}}',
    html: '<p>Hello</p>',
  }
  return (await post('/broadcasts', { segment_id, ...content, ...more })).id
}
const inSegment = (segment: string, name: string, more: object = {}) => {
  const email = anAddress(name)
  return own.aContact(email, { segments: [{ id: segment }], ...more }).then(() => email)
}
const status = async (id: string): Promise<string> => (await get(`/broadcasts/${id}`)).status
const became = (id: string, wanted: string) => expect.poll(() => status(id)).toBe(wanted)
const gotBy = (address: string) => sink.messages.filter(({ recipients }) => recipients.includes(address))
const arrived = (address: string) => expect.poll(() => gotBy(address).length).toBe(1)

describe('a broadcast that is sent', () => {
  it('sends each contact one email with their own values', async () => {
    const segment = await own.aSegment()
    const mira = await inSegment(segment, 'mira', { first_name: 'Mira <3' })
    const nobody = await inSegment(segment, 'nobody')
    const html =
      '<body><h1>Dear {{{contact.first_name|friend}}}</h1><a href="{{{RESEND_UNSUBSCRIBE_URL}}}">Leave</a></body>'
    const more = { html, preview_text: 'For {{{contact.email}}} & you', reply_to: 'a@acme.example' }
    const id = await aBroadcast(segment, more)
    expect(await post(`/broadcasts/${id}/send`)).toEqual({ object: 'broadcast', id })
    await arrived(mira)
    await arrived(nobody)
    await became(id, 'sent')
    expect(await get(`/broadcasts/${id}`)).toMatchObject({ recipients: 2, emails: 2, sent_at: expect.any(String) })
    const { raw } = gotBy(mira)[0]!
    expect(raw).toMatch(/^Subject: Hi Mira <3\r$/m)
    expect(raw).toMatch(/^Reply-To: a@acme\.example\r$/m)
    expect(raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m)
    expect(raw).toContain(`X-Entity-Ref-ID: ${id}`)
    const { data } = await get('/emails')
    const [to_nobody, to_mira] = await Promise.all(
      [nobody, mira].map(async to => get(`/emails/${data.find((each: { to: string[] }) => each.to[0] === to).id}`)),
    )
    expect(to_mira.html).toMatch(/<body><div style="display:none[^"]*">For mira-\d+@example\.net &amp; you<\/div>/)
    expect(to_mira.html).toContain('<h1>Dear Mira &lt;3</h1>')
    expect(to_mira.html).toMatch(/href="http[^"]+\/unsubscribe\?token=[\w-]+"/)
    expect(to_mira.text).toMatch(/^DEAR Mira <3\n+Leave \[http.+\]$/)
    expect(to_nobody).toMatchObject({ subject: 'Hi there', html: expect.stringContaining('Dear friend') })
  })

  it('fails the email of a contact whose values make it too large, and still returns it', async () => {
    const segment = await own.aSegment()
    await own.aProperty('story')
    const large = await inSegment(segment, 'large', { properties: { story: 'x'.repeat(2000) } })
    const small = await inSegment(segment, 'small', { properties: { story: 'x' } })
    const id = await aBroadcast(segment, { html: '{{{contact.story}}}'.repeat(2001), text: '' })
    await post(`/broadcasts/${id}/send`)
    await arrived(small)
    const of = async () =>
      (await get('/emails')).data.find((each: { to: string[]; last_event: string }) => each.to[0] === large)
    await expect.poll(async () => (await of())?.last_event).toBe('failed')
    const shown = await own.ask('GET', `/emails/${(await of()).id}`)
    expect([shown.status, shown.body.html, shown.body.last_event]).toEqual([200, null, 'failed'])
    expect(JSON.stringify(shown.body)).toContain('Shorten the text or the values')
    expect(gotBy(large)).toEqual([])
  })

  it('excludes contacts who are unsubscribed, suppressed or added later', async () => {
    const segment = await own.aSegment()
    const topic_id = await own.aTopic({ default_subscription: 'opt_in' })
    const wants = await inSegment(segment, 'wants')
    const others = await Promise.all([
      inSegment(segment, 'unsubscribed', { unsubscribed: true }),
      inSegment(segment, 'out', { topics: [{ id: topic_id, subscription: 'opt_out' }] }),
      inSegment(segment, 'suppressed'),
    ])
    await post('/suppressions', { email: others[2].toUpperCase() })
    const id = await aBroadcast(segment, { topic_id })
    await post(`/broadcasts/${id}/send`, { per_minute: 60 })
    // a contact of the same millisecond does not count as later
    const sent_ms = Date.now()
    await expect.poll(() => Date.now()).toBeGreaterThan(sent_ms)
    const late = await inSegment(segment, 'late')
    await arrived(wants)
    await became(id, 'sent')
    expect(await get(`/broadcasts/${id}`)).toMatchObject({ recipients: 1, emails: 1, per_minute: 60 })
    for (const address of [...others, late]) expect(gotBy(address)).toEqual([])
  })

  it('sends an email with a topic that defaults to unsubscribed only to subscribers', async () => {
    const segment = await own.aSegment()
    const topic_id = await own.aTopic({ default_subscription: 'opt_out' })
    const silent = await inSegment(segment, 'silent')
    const chose = await inSegment(segment, 'chose', { topics: [{ id: topic_id, subscription: 'opt_in' }] })
    const id = await aBroadcast(segment, { topic_id, send: true })
    await arrived(chose)
    await became(id, 'sent')
    expect(gotBy(silent)).toEqual([])
  })

  it('completes without recipients for an empty segment', async () => {
    const id = await aBroadcast(await own.aSegment(), { send: true })
    await became(id, 'sent')
    expect(await get(`/broadcasts/${id}`)).toMatchObject({ recipients: 0, emails: 0 })
  })

  it('reports all missing fields together', async () => {
    const segment = await own.aSegment()
    const id = await aBroadcast(segment, { html: null })
    await own.ask('DELETE', `/segments/${segment}`)
    expect((await own.ask('POST', `/broadcasts/${id}/send`)).body).toEqual({
      statusCode: 422,
      message:
        'This broadcast cannot be sent yet. Missing `html` or `text` field. The segment of the broadcast was deleted. Set another `segment_id`.',
      name: 'validation_error',
    })
    expect(await status(id)).toBe('draft')
  })

  it('accepts keys with sending access, except keys for another domain', async () => {
    const segment = await own.aSegment()
    const id = await aBroadcast(segment)
    const key = await aSendingKey(server)
    const { id: domain_id } = await post('/domains', { name: 'other.example' })
    const bound = await post('/api-keys', { name: 'Bound', permission: 'sending_access', domain_id })
    const refused = await server.call('POST', `/broadcasts/${id}/send`, { key: bound.token })
    expect([refused.status, refused.body.message]).toEqual([
      403,
      'This API key is not authorized to send from `acme.example`: it may only send from `other.example`.',
    ])
    expect((await server.call('POST', `/broadcasts/${id}/send`, { key })).status).toBe(200)
    await became(id, 'sent')
    const again = await own.ask('POST', `/broadcasts/${id}/send`)
    expect([again.status, again.body.message]).toEqual([
      403,
      'Only draft or scheduled broadcasts can be sent; this one is `sent`. Duplicate it to send it again',
    ])
  })

  it('creates and sends in one request, or does neither', async () => {
    const segment_id = await own.aSegment()
    const before = (await get('/broadcasts')).data.length
    const content = { segment_id, from: 'news@acme.example', subject: 'Hi' }
    const refused = await own.ask('POST', '/broadcasts', { ...content, send: true })
    expect(refused.body).toMatchObject({ statusCode: 422, name: 'validation_error' })
    const timed = await own.ask('POST', '/broadcasts', { ...content, scheduled_at: 'in 1 hour' })
    expect(timed.body.message).toBe('Invalid `scheduled_at` field: it requires `send: true`.')
    expect((await get('/broadcasts')).data.length).toBe(before)
    const id = await aBroadcast(segment_id, { send: true, scheduled_at: 'in 1 hour' })
    expect(await status(id)).toBe('scheduled')
  })

  it('allows only the name to change after sending', async () => {
    const id = await aBroadcast(await own.aSegment(), { send: true })
    await became(id, 'sent')
    expect((await own.ask('PATCH', `/broadcasts/${id}`, { name: 'Sent' })).status).toBe(200)
    const refused = await own.ask('PATCH', `/broadcasts/${id}`, { name: 'Sent', subject: 'Bye' })
    expect([refused.status, refused.body.name]).toEqual([403, 'validation_error'])
    const removal = await own.ask('DELETE', `/broadcasts/${id}`)
    expect([removal.status, removal.body.message]).toEqual([403, 'Only draft or scheduled broadcasts can be deleted'])
    const cancel = await own.ask('POST', `/broadcasts/${id}/cancel`)
    expect([cancel.status, cancel.body.message]).toEqual([403, 'Only queued or scheduled broadcasts can be canceled'])
    for (const [verb, done] of [
      ['pause', 'paused'],
      ['resume', 'resumed'],
    ] as const) {
      const { status: code, body } = await own.ask('POST', `/broadcasts/${id}/${verb}`)
      expect([code, body.message]).toEqual([403, `Only queued or scheduled broadcasts can be ${done}`])
    }
  })
})

describe('a scheduled broadcast', () => {
  it('is sent on time to the contacts in the segment at that time', async () => {
    const segment = await own.aSegment()
    const id = await aBroadcast(segment)
    await post(`/broadcasts/${id}/send`, { scheduled_at: 'in 1 hour' })
    await post(`/broadcasts/${id}/send`, { scheduled_at: 'in 1 second' })
    const late = await inSegment(segment, 'in-time')
    await arrived(late)
    await became(id, 'sent')
  })

  it('returns to draft when it is canceled and can be sent again', async () => {
    const segment = await own.aSegment()
    const member = await inSegment(segment, 'again')
    const id = await aBroadcast(segment)
    await post(`/broadcasts/${id}/send`, { scheduled_at: 'in 1 second' })
    expect(await post(`/broadcasts/${id}/cancel`)).toEqual({ object: 'broadcast', id })
    expect(await get(`/broadcasts/${id}`)).toMatchObject({ status: 'draft', scheduled_at: null })
    await post(`/broadcasts/${id}/send`, { scheduled_at: '' })
    await arrived(member)
    await became(id, 'sent')
  })

  it('is not sent after its deletion', async () => {
    const segment = await own.aSegment()
    const member = await inSegment(segment, 'never')
    const id = await aBroadcast(segment, { send: true, scheduled_at: 'in 1 second' })
    expect((await own.ask('DELETE', `/broadcasts/${id}`)).status).toBe(200)
    const later = await aBroadcast(segment, { send: true, scheduled_at: 'in 2 seconds', subject: 'Later' })
    await became(later, 'sent')
    await arrived(member)
    expect(gotBy(member)[0]!.raw).toContain('Subject: Later')
  })

  it('fails with the reason when a requirement is missing at that time', async () => {
    const segment = await own.aSegment()
    const key = (await post('/api-keys', { name: 'Gone', permission: 'sending_access' })) as {
      id: string
      token: string
    }
    const id = await aBroadcast(segment)
    await server.call('POST', `/broadcasts/${id}/send`, { key: key.token, body: { scheduled_at: 'in 1 second' } })
    expect((await own.ask('DELETE', `/api-keys/${key.id}`)).status).toBe(200)
    await became(id, 'failed')
    expect((await get(`/broadcasts/${id}`)).reason).toBe(
      'The API key that scheduled this email was deleted or disabled',
    )
  })
})

describe('a broadcast in progress', () => {
  const crowd = async (size: number): Promise<{ segment: string; members: string[] }> => {
    const segment = await own.aSegment()
    const members: string[] = []
    for (let index = 0; index < size; index++) members.push(await inSegment(segment, 'crowd'))
    return { segment, members }
  }

  it('observes its sending speed and can be paused and resumed', async () => {
    const { segment, members } = await crowd(5)
    const id = await aBroadcast(segment)
    await post(`/broadcasts/${id}/send`, { per_minute: 1 })
    await arrived(members[0]!)
    expect((await get(`/broadcasts/${id}`)).emails).toBe(1)
    await post(`/broadcasts/${id}/pause`)
    expect(await get(`/broadcasts/${id}`)).toMatchObject({ status: 'queued', paused_at: expect.any(String) })
    expect((await own.ask('PATCH', `/broadcasts/${id}`, { per_minute: null })).status).toBe(200)
    await expect.poll(async () => (await get(`/broadcasts/${id}`)).recipients).toBe(5)
    expect((await get(`/broadcasts/${id}`)).emails).toBe(1)
    await post(`/broadcasts/${id}/resume`)
    for (const member of members) await arrived(member)
    await became(id, 'sent')
    expect(await get(`/broadcasts/${id}`)).toMatchObject({ paused_at: null, emails: 5 })
  })

  it('sends no further emails when it is canceled, including created ones', async () => {
    const { segment, members } = await crowd(3)
    const held = Promise.withResolvers<void>()
    hold = address => (members.includes(address) ? held.promise : undefined)
    const id = await aBroadcast(segment)
    await post(`/broadcasts/${id}/send`, { per_minute: 1 })
    await expect.poll(async () => (await get(`/broadcasts/${id}`)).emails).toBe(1)
    expect(await post(`/broadcasts/${id}/cancel`)).toEqual({ object: 'broadcast', id })
    held.resolve()
    expect(await status(id)).toBe('canceled')
    await server.queue.idle()
    expect(members.flatMap(gotBy).length).toBeLessThanOrEqual(1)
    const again = await own.ask('POST', `/broadcasts/${id}/cancel`)
    expect(again.status).toBe(403)
  })
})

describe('a broadcast larger than the backlog limit', () => {
  it('leaves half of the backlog to other emails', async () => {
    const held = Promise.withResolvers<void>()
    const slow = await mailSink({ hold: () => held.promise })
    const full = await startServer({ SMTP_URL: slow.url, BACKLOG_MAX: '20' })
    try {
      const { aSegment, aContact, ask } = contactsOf(full)
      const segment_id = await aSegment()
      for (let member = 0; member < 15; member++) {
        await aContact(`m${member}@example.net`, { segments: [{ id: segment_id }] })
      }
      const written = { from: 'news@acme.example', subject: 'Hi', text: 'Hello', send: true }
      const { id } = (await ask('POST', '/broadcasts', { segment_id, ...written })).body
      const emails = async (): Promise<number> => (await ask('GET', `/broadcasts/${id}`)).body.emails
      await expect.poll(emails).toBe(10)
      const mail = { from: 'me@acme.example', to: 'you@example.org', subject: 'Hi', text: 'Hello' }
      expect((await ask('POST', '/emails', mail)).status).toBe(200)
      expect(await emails()).toBe(10)
      held.resolve()
      await expect.poll(emails).toBe(15)
      await expect.poll(() => slow.messages.length).toBe(16)
    } finally {
      held.resolve()
      await full.stop()
      await slow.close()
    }
  })
})
