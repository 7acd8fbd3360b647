import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clock } from '../support/clock.ts'
import { contactsOf, pagesOf } from '../support/contacts.ts'
import { type TestServer, aTeam, startServer } from '../support/server.ts'

const time = clock()
let server: TestServer
let own: ReturnType<typeof contactsOf>
let segment_id: string

beforeAll(async () => {
  server = await startServer({}, { now: time.now })
  own = contactsOf(server)
  segment_id = await own.aSegment()
})
afterAll(() => server.stop())

const UNKNOWN = '5d8b3e0a-8f1d-4c57-9a44-0f6f3a6c2b10'
const message = 'Broadcast not found'
const content = () => ({ segment_id, from: 'Acme <news@acme.example>', subject: 'Hi {{{contact.first_name|there}}}' })
const made = async (more: object = {}): Promise<string> => {
  const { status, body } = await own.ask('POST', '/broadcasts', { ...content(), html: '<p>Hello</p>', ...more })
  expect([status, body]).toEqual([201, { object: 'broadcast', id: body.id }])
  return body.id
}
const get = async (id: string) => (await own.ask('GET', `/broadcasts/${id}`)).body
const refused = (name: string, words: string, statusCode = 422) => ({ statusCode, message: words, name })

describe('createBroadcast and getBroadcast', () => {
  it('creates a draft with the given fields', async () => {
    const topic_id = await own.aTopic()
    const more = { name: 'News', reply_to: 'a@acme.example', preview_text: 'Look', text: '', topic_id }
    expect(await get(await made(more))).toEqual({
      object: 'broadcast',
      id: expect.any(String),
      name: 'News',
      segment_id,
      audience_id: segment_id,
      topic_id,
      status: 'draft',
      created_at: time.now().toISOString(),
      scheduled_at: null,
      sent_at: null,
      from: 'Acme <news@acme.example>',
      subject: 'Hi {{{contact.first_name|there}}}',
      reply_to: ['a@acme.example'],
      preview_text: 'Look',
      html: '<p>Hello</p>',
      text: '',
      paused_at: null,
      per_minute: null,
      per_minute_per_destination: null,
      quiet_hours: null,
      local_time: null,
      time_zone: 'UTC',
      time_zone_property: 'time_zone',
      reason: null,
      recipients: 0,
      emails: 0,
    })
  })

  it('requires neither name nor content, and accepts `audience_id` for the segment', async () => {
    const { segment_id: audience_id, ...others } = content()
    const { body } = await own.ask('POST', '/broadcasts', { ...others, audience_id })
    const nothing = { reply_to: null, preview_text: null, html: null, text: null, topic_id: null }
    expect(await get(body.id)).toMatchObject({ name: 'Untitled', segment_id, ...nothing })
  })

  it('prefers `segment_id` over `audience_id`, regardless of case', async () => {
    const id = await made({ audience_id: UNKNOWN, segment_id: segment_id.toUpperCase() })
    expect(await get(id)).toMatchObject({ segment_id, audience_id: segment_id })
  })

  it.each([
    // characters that mark placeholders while the text is generated
    ['<p>a &#xE000;5&#xE001; {{{contact.email}}} &#xE001;b&#xE000;</p>', 'a  {{{contact.email}}} b'],
    ['<p>\u{E000}0\u{E001}{{{contact.email|x}}}</p>', '0{{{contact.email|x}}}'],
    ['<h1>Hi {{{contact.first_name|you}}}</h1>', 'HI {{{contact.first_name|you}}}'],
  ])('generates the plain text of %j', async (html, text) => {
    expect(await get(await made({ html, text: null }))).toMatchObject({ html, text })
  })

  it('returns the plain text generated from the HTML', async () => {
    expect(await get(await made({ html: '<h1>Hello</h1>', text: null }))).toMatchObject({ text: 'HELLO' })
  })

  it.each([
    [{ from: undefined }, 'missing_required_field', 'Missing `from` field.'],
    [{ subject: undefined }, 'missing_required_field', 'Missing `subject` field.'],
    [{ segment_id: undefined }, 'missing_required_field', 'Missing `segment_id` field.'],
    [
      { from: 'Acme' },
      'validation_error',
      'Invalid `from` field: write each address as `name@example.com` or `Name <name@example.com>`, and put a name with punctuation into double quotes; received "Acme".',
    ],
    [
      { subject: 'a\r\nBcc: b@c.example' },
      'validation_error',
      String.raw`Invalid ${'`subject`'} field: it must be one line of at most 998 characters; received "a\r\nBcc: b@c.example".`,
    ],
    [
      { name: 'x'.repeat(71) },
      'validation_error',
      'Invalid `name` field: it must be one line of at most 70 characters; received "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…".',
    ],
    [
      { reply_to: Array.from({ length: 51 }, () => 'a@b.example') },
      'validation_error',
      'Invalid `reply_to` field: at most 50 addresses are allowed; received 51.',
    ],
  ])('rejects %j', async (more, name, words) => {
    expect((await own.ask('POST', '/broadcasts', { ...content(), ...more })).body).toEqual(refused(name, words))
  })

  it('returns 404 for an unknown segment or topic', async () => {
    const lost = { ...content(), segment_id: UNKNOWN }
    expect((await own.ask('POST', '/broadcasts', lost)).body).toEqual(refused('not_found', 'Segment not found', 404))
    const topicless = { ...content(), topic_id: UNKNOWN }
    expect((await own.ask('POST', '/broadcasts', topicless)).body).toEqual(refused('not_found', 'Topic not found', 404))
  })
})

describe('listBroadcasts', () => {
  it('lists all broadcasts of the team, newest first, optionally in pages', async () => {
    const { key } = await aTeam(server, 'Lister')
    const theirs = contactsOf(server, key)
    const segment = await theirs.aSegment()
    for (const name of ['a', 'b', 'c'])
      await theirs.ask('POST', '/broadcasts', { ...content(), segment_id: segment, name })
    const { body } = await theirs.ask('GET', '/broadcasts')
    expect(body).toMatchObject({ object: 'list', has_more: false })
    expect(body.data.map(({ name }: { name: string }) => name)).toEqual(['c', 'b', 'a'])
    expect(body.data[0]).not.toHaveProperty('html')
    const pages = await pagesOf(query => theirs.ask('GET', `/broadcasts?${query}`), 'name')
    expect(pages).toEqual({ forward: ['c b …', 'a'], back: ['c b'] })
  })
})

describe('updateBroadcast', () => {
  it('updates the given fields only', async () => {
    const id = await made({ preview_text: 'Look', text: 'Hello' })
    const { body } = await own.ask('PATCH', `/broadcasts/${id}`, { subject: 'Bye', preview_text: null, text: null })
    expect(body).toEqual({ object: 'broadcast', id })
    expect(await get(id)).toMatchObject({ subject: 'Bye', preview_text: null, text: 'Hello', html: '<p>Hello</p>' })
    expect((await own.ask('PATCH', `/broadcasts/${id}`, {})).status).toBe(200)
  })

  it('rejects an unknown segment and invalid values', async () => {
    const id = await made()
    const lost = await own.ask('PATCH', `/broadcasts/${id}`, { audience_id: UNKNOWN })
    expect(lost.body).toEqual(refused('not_found', 'Segment not found', 404))
    const bad = await own.ask('PATCH', `/broadcasts/${id}`, { from: 'nobody' })
    expect(bad.body).toMatchObject({ statusCode: 422, name: 'validation_error' })
  })
})

describe('removeBroadcast', () => {
  it('deletes a draft', async () => {
    const id = await made()
    expect((await own.ask('DELETE', `/broadcasts/${id}`)).body).toEqual({ object: 'broadcast', id, deleted: true })
    expect(await get(id)).toEqual(refused('not_found', message, 404))
  })
})

describe('duplicateBroadcast', () => {
  it('creates a draft with the same content and another name', async () => {
    const id = await made({ name: 'x'.repeat(70), text: 'Hello', reply_to: ['a@b.example'] })
    const { status, body } = await own.ask('POST', `/broadcasts/${id}/duplicate`)
    expect([status, body]).toEqual([201, { object: 'broadcast', id: expect.not.stringMatching(id) }])
    expect(await get(body.id)).toEqual({ ...(await get(id)), id: body.id, name: `${'x'.repeat(63)} (copy)` })
  })
})

const LATER = { send: true, scheduled_at: 'in 1 hour' }
const scheduled = () => made(LATER)

describe('sendBroadcast', () => {
  it('schedules a broadcast and reschedules it', async () => {
    const id = await made()
    const at = '2026-11-21T09:00:00.000Z'
    const { body } = await own.ask('POST', `/broadcasts/${id}/send`, { scheduled_at: at, per_minute: 60, unknown: 1 })
    expect(body).toEqual({ object: 'broadcast', id })
    expect(await get(id)).toMatchObject({
      status: 'scheduled',
      scheduled_at: at,
      per_minute: 60,
      recipients: 0,
      emails: 0,
    })
    await own.ask('POST', `/broadcasts/${id}/send`, { scheduled_at: 'in 2 hours' })
    expect(await get(id)).toMatchObject({ scheduled_at: '2026-11-20T14:00:00.000Z', per_minute: 60 })
  })

  it.each(['yesterday', 'in 2 years', 'soon'])('rejects the scheduled time %s', async scheduled_at => {
    const { status, body } = await own.ask('POST', `/broadcasts/${await made()}/send`, { scheduled_at })
    expect([status, body.name, body.message]).toEqual([
      422,
      'validation_error',
      expect.stringContaining('Invalid `scheduled_at` field'),
    ])
  })
})

describe('cancelBroadcast', () => {
  it('returns a scheduled broadcast to draft and rejects a draft', async () => {
    const id = await scheduled()
    expect((await own.ask('POST', `/broadcasts/${id}/cancel`)).body).toEqual({ object: 'broadcast', id })
    expect(await get(id)).toMatchObject({ status: 'draft', scheduled_at: null })
    const words = 'Only queued or scheduled broadcasts can be canceled'
    expect((await own.ask('POST', `/broadcasts/${id}/cancel`)).body).toEqual(refused('validation_error', words, 403))
  })
})

describe('pauseBroadcast', () => {
  it('pauses a scheduled broadcast and rejects a draft', async () => {
    const id = await scheduled()
    for (let times = 0; times < 2; times++)
      expect((await own.ask('POST', `/broadcasts/${id}/pause`)).body).toEqual({ object: 'broadcast', id })
    expect(await get(id)).toMatchObject({ status: 'scheduled', paused_at: time.now().toISOString() })
    const words = 'Only queued or scheduled broadcasts can be paused'
    const draft = await own.ask('POST', `/broadcasts/${await made()}/pause`)
    expect(draft.body).toEqual(refused('validation_error', words, 403))
  })
})

describe('resumeBroadcast', () => {
  it('resumes a paused broadcast and accepts one that is not paused', async () => {
    const id = await scheduled()
    await own.ask('POST', `/broadcasts/${id}/pause`)
    for (let times = 0; times < 2; times++)
      expect((await own.ask('POST', `/broadcasts/${id}/resume`)).body).toEqual({ object: 'broadcast', id })
    expect(await get(id)).toMatchObject({ paused_at: null })
  })
})
