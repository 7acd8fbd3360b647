import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { statement } from '../../src/base/store/statement.ts'
import { clock } from '../support/clock.ts'
import { anEmailBody } from '../support/emails.ts'
import { type RequestOptions, type Reply, type TestServer, aSendingKey, aTeam, startServer } from '../support/server.ts'

const time = clock()
let server: TestServer
let stranger: { key: string }
let sending: string

beforeAll(async () => {
  server = await startServer({}, { now: time.now })
  stranger = await aTeam(server)
  sending = await aSendingKey(server)
})
afterAll(() => server.stop())

const UNKNOWN = '5d8b3e0a-8f1d-4c57-9a44-0f6f3a6c2b10'
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

const restrict = statement<{ id: string; domain_id: string }>((knex, place) =>
  knex('api_keys')
    .where('id', place('id'))
    .update({ domain_id: place('domain_id') }),
)

const send = (ask: RequestOptions = {}, path = '/emails'): Promise<Reply> =>
  server.call('POST', path, { body: anEmailBody(), ...ask })
const withKey = (key: string, body: object = anEmailBody(), path = '/emails'): Promise<Reply> =>
  send({ body, headers: { 'idempotency-key': key } }, path)
const anEmail = async (fields: object = {}, ask: RequestOptions = {}): Promise<string> => {
  time.forward(1)
  return (await send({ body: { ...anEmailBody(), ...fields }, ...ask })).body.id
}
const aTemplate = async (fields: object = {}): Promise<string> => {
  const body = { name: 'Invoice', alias: `invoice-${Math.random()}`.replace('.', ''), html: '<p>Hi</p>', ...fields }
  return (await server.call('POST', '/templates', { body })).body.id
}
const published = async (fields: object = {}): Promise<string> => {
  const id = await aTemplate(fields)
  await server.call('POST', `/templates/${id}/publish`)
  return id
}

describe('sendEmail', () => {
  it('accepts an email, which can be retrieved and is delivered', async () => {
    const { status, body } = await send()
    expect([status, Object.keys(body)]).toEqual([200, ['id']])
    expect(body.id).toMatch(UUID)
    await server.queue.idle()
    expect((await server.call('GET', `/emails/${body.id}`)).body).toMatchObject({
      id: body.id,
      last_event: 'delivered',
    })
  })

  it('ignores unknown fields and warns about misspelled ones', async () => {
    const { status, headers } = await send({
      body: { ...anEmailBody(), replyTo: 'x', scheduledAt: 'in 1 h', region: 'eu' },
    })
    expect([status, headers.get('x-lettermill-warning')]).toEqual([
      200,
      'unknown field "replyTo" ignored; did you mean "reply_to"?, unknown field "scheduledAt" ignored; did you mean "scheduled_at"?',
    ])
    expect((await send({ body: { ...anEmailBody(), region: 'eu' } })).headers.get('x-lettermill-warning')).toBeNull()
  })

  it('accepts null for optional fields, as some SDKs send it', async () => {
    const optional = ['cc', 'bcc', 'reply_to', 'headers', 'tags', 'attachments', 'scheduled_at', 'topic_id']
    const nothing = Object.fromEntries(optional.map(name => [name, null]))
    for (const content of [
      { html: '<p>Hi</p>', text: null, template: null },
      { html: null, text: 'Hi', template: null },
    ]) {
      const { status, body } = await send({ body: { ...anEmailBody(), ...nothing, ...content } })
      expect([status, body]).toEqual([200, { id: expect.any(String) }])
      const { body: email } = await server.call('GET', `/emails/${body.id}`)
      expect(email).toMatchObject({ cc: [], bcc: [], reply_to: [], tags: [], scheduled_at: null, topic_id: null })
      expect([email.html, email.text]).toEqual([content.html, content.text])
    }
    const id = await published({ from: 'Ada <ada@example.org>', subject: 'Hi', reply_to: 'help@example.org' })
    const body = { ...nothing, to: 'a@b.example', from: null, subject: null, html: null, text: null }
    const { body: sent } = await send({ body: { ...body, template: { id, variables: null } } })
    const { body: email } = await server.call('GET', `/emails/${sent.id}`)
    expect(email).toMatchObject({ from: 'Ada <ada@example.org>', subject: 'Hi', reply_to: ['help@example.org'] })
    for (const [field, message] of [
      ['from', 'Missing `from` field.'],
      ['subject', 'Missing `subject` field.'],
      ['html', 'Missing `html` or `text` field.'],
    ] as const)
      expect((await send({ body: { ...anEmailBody(), [field]: null } })).body).toEqual({
        statusCode: 422,
        message,
        name: field === 'html' ? 'validation_error' : 'missing_required_field',
      })
  })

  it('treats empty fields as missing in a request with a template, as some SDKs send them', async () => {
    const id = await published({ from: 'Ada <ada@example.org>', subject: 'Hi', reply_to: 'help@example.org' })
    const empty = { from: '', subject: '', reply_to: '', html: '', text: '' }
    const mail = { ...empty, to: ['a@b.example'], template: { id, variables: {} } }
    const { status, body } = await send({ body: mail })
    expect([status, body]).toEqual([200, { id: expect.any(String) }])
    const batch = await server.call('POST', '/emails/batch', { body: [mail] })
    for (const sent of [body.id, batch.body.data[0].id]) {
      const { body: email } = await server.call('GET', `/emails/${sent}`)
      expect(email).toMatchObject({ from: 'Ada <ada@example.org>', subject: 'Hi', reply_to: ['help@example.org'] })
    }
    const { body: own } = await send({ body: { ...mail, subject: 'Mine', reply_to: [] } })
    const { body: email } = await server.call('GET', `/emails/${own.id}`)
    expect(email).toMatchObject({ subject: 'Mine', reply_to: [] })
    const without = await published({ from: null, subject: null })
    const refused = await send({ body: { ...mail, template: { id: without } } })
    expect([refused.status, refused.body.message]).toEqual([422, 'Missing `from` field.'])
    const both = await send({ body: { ...mail, html: '<p>Hi</p>' } })
    expect([both.status, both.body.message]).toEqual([422, 'Send either `template` or `html` and `text`, not both.'])
  })

  it('fills a published template', async () => {
    const id = await published({
      from: 'Ada <ada@example.org>',
      subject: 'Invoice {{{NUMBER}}}',
      html: '<p>Dear {{{NAME}}}</p>',
      variables: [
        { key: 'NUMBER', type: 'number' },
        { key: 'NAME', type: 'string', fallback_value: 'you' },
      ],
    })
    const { body } = await send({ body: { to: 'grace@example.net', template: { id, variables: { NUMBER: 7 } } } })
    const { body: email } = await server.call('GET', `/emails/${body.id}`)
    expect(email).toMatchObject({ subject: 'Invoice 7', html: '<p>Dear you</p>', from: 'Ada <ada@example.org>' })
    const own = {
      to: 'grace@example.net',
      from: 'b@example.org',
      subject: 'Mine',
      template: { id, variables: { NUMBER: 7 } },
    }
    const { body: second } = await send({ body: own })
    const { body: other } = await server.call('GET', `/emails/${second.id}`)
    expect(other).toMatchObject({ subject: 'Mine', from: 'b@example.org' })
  })

  it('rejects a template that is unknown, unpublished or lacks a value', async () => {
    const template = (id: string): object => ({ ...anEmailBody(), html: undefined, template: { id } })
    const unknown = await send({ body: template(UNKNOWN) })
    expect([unknown.status, unknown.body.name]).toEqual([404, 'not_found'])
    const draft = await send({ body: template(await aTemplate()) })
    expect([draft.status, draft.body.name]).toEqual([422, 'validation_error'])
    const id = await published({ html: '{{{NAME}}}', variables: [{ key: 'NAME', type: 'string' }] })
    expect((await send({ body: template(id) })).status).toBe(422)
    const theirs = await send({ body: template(id), key: stranger.key })
    expect(theirs.body).toEqual(unknown.body)
  })

  it.each([
    [{ to: undefined, from: undefined, html: undefined, subject: undefined }, 'Missing `to` field.'],
    [{ from: undefined, html: undefined, subject: undefined }, 'Missing `from` field.'],
    [{ html: undefined, subject: undefined }, 'Missing `html` or `text` field.'],
    [{ subject: undefined }, 'Missing `subject` field.'],
    [{ to: undefined, template: { id: UNKNOWN } }, 'Missing `to` field.'],
    [{ template: { id: UNKNOWN } }, 'Send either `template` or `html` and `text`, not both.'],
  ])('reports for %j first: %s', async (fields, message) => {
    const { status, body } = await send({ body: { ...anEmailBody(), ...fields } })
    expect([status, body.message]).toEqual([422, message])
  })

  it.each([
    { to: 'nobody' },
    { to: 7 },
    { to: ['a@example.org, b@example.org'] },
    { to: Array(51).fill('a@example.org') },
    { from: 'Ada\r\nBcc: x@example.org <ada@example.org>' },
    { subject: 'one\r\nBcc: x@example.org' },
    { headers: { Bcc: 'x@example.org' } },
    { headers: { 'X-A': 'b\r\nBcc: x@example.org' } },
    { html: 'a\0b' },
    { tags: [{ name: 'a b', value: 'c' }] },
    { scheduled_at: 'in 31 days' },
    { topic_id: UNKNOWN },
    { template: {} },
  ])('rejects %j', async fields => {
    const { status, body } = await send({ body: { ...anEmailBody(), ...fields } })
    expect([status, body.statusCode]).toEqual([422, 422])
  })

  it('rejects a body that is not a JSON object, has another media type or is too large', async () => {
    for (const body of ['{', '[]', '']) expect((await send({ body })).status).toBe(400)
    expect((await send({ headers: { 'content-type': 'text/plain' } })).status).toBe(415)
    expect((await send({ headers: { accept: 'image/png' } })).status).toBe(406)
    expect((await send({ body: { ...anEmailBody(), html: 'x'.repeat(40_000_000) } })).status).toBe(413)
    expect((await send({ body: { ...anEmailBody(), html: 'x'.repeat(2_000_000) } })).status).toBe(200)
  })

  it('rejects a missing or wrong key, and accepts a key with sending access', async () => {
    expect((await send({ key: null })).body.name).toBe('missing_api_key')
    expect((await send({ key: 're_wrong' })).body.name).toBe('invalid_api_key')
    expect((await send({ key: sending })).status).toBe(200)
  })

  it('rejects a key restricted to a domain, because no domain can be proven to match', async () => {
    // an earlier version allowed the creation of such keys
    const key = { name: 'One domain', permission: 'sending_access' }
    const { id, token } = (await server.call('POST', '/api-keys', { body: key })).body
    await server.database.unit(tx => tx.run(restrict, { id, domain_id: UNKNOWN }))
    const { status, body } = await send({ key: token })
    expect([status, body.name]).toEqual([403, 'validation_error'])
  })

  describe('with an idempotency key', () => {
    it('repeats the response without sending again, also for fields in another order', async () => {
      const first = await withKey('once')
      const again = await withKey('once', Object.fromEntries(Object.entries(anEmailBody()).toReversed()))
      expect([again.status, again.body]).toEqual([200, first.body])
      expect(await sentWith(first.body.id)).toBe(1)
    })

    it('rejects the same key with another body, and accepts another key', async () => {
      await withKey('body')
      const other = { ...anEmailBody(), subject: 'Another' }
      const { status, body } = await withKey('body', other)
      expect([status, body.name]).toEqual([409, 'invalid_idempotent_request'])
      expect((await withKey('body 2', other)).status).toBe(200)
    })

    it('sends one email for 50 concurrent requests', async () => {
      const answers = await Promise.all(Array.from({ length: 50 }, () => withKey('parallel')))
      const ids = new Set(answers.map(({ body }) => body.id))
      expect(ids.size).toBe(1)
      expect(await sentWith([...ids][0])).toBe(1)
    })

    it('is shared by all four paths', async () => {
      const { body } = await withKey('alias')
      for (const path of ['/email', '/emails/sending', '/email/sending']) {
        expect((await withKey('alias', anEmailBody(), path)).body).toEqual(body)
      }
    })

    it('does not store errors and is separate for each team', async () => {
      expect((await withKey('later', { ...anEmailBody(), to: 'nobody' })).status).toBe(422)
      const { status, body } = await withKey('later')
      expect(status).toBe(200)
      const theirs = await send({ key: stranger.key, headers: { 'idempotency-key': 'later' } })
      expect(theirs.body.id).not.toBe(body.id)
    })

    it('accepts keys of 1 to 256 characters', async () => {
      for (const key of ['', 'x'.repeat(257)]) {
        const { status, body } = await withKey(key)
        expect([status, body.name]).toEqual([400, 'invalid_idempotency_key'])
      }
      expect((await withKey('x'.repeat(256))).status).toBe(200)
    })
  })

  /** The number of times this id is among the latest emails of the team. */
  async function sentWith(id: string): Promise<number> {
    const { body } = await server.call('GET', '/emails?limit=100')
    return body.data.filter((item: { id: string }) => item.id === id).length
  }
})

/** Checks that this path is an alias of sendEmail. */
async function isSendEmail(path: string): Promise<void> {
  const { status, body } = await send({ key: sending }, path)
  expect([status, Object.keys(body)]).toEqual([200, ['id']])
  expect((await server.call('GET', `/emails/${body.id}`)).status).toBe(200)
  expect((await send({ body: { ...anEmailBody(), to: undefined } }, path)).body.name).toBe('missing_required_field')
  expect((await send({ key: null }, path)).status).toBe(401)
}

describe('sendEmailByEmail', () => {
  it('is an alias of sendEmail', () => isSendEmail('/email'))
})

describe('sendEmailBySending', () => {
  it('is an alias of sendEmail', () => isSendEmail('/emails/sending'))
})

describe('sendEmailByEmailSending', () => {
  it('is an alias of sendEmail', () => isSendEmail('/email/sending'))
})

describe('getEmail', () => {
  it('returns an email as it was sent', async () => {
    const fields = {
      to: ['Grace <grace@example.net>'],
      cc: 'alan@example.net',
      bcc: ['ken@example.net'],
      reply_to: 'help@example.org',
      text: '',
      tags: [{ name: 'kind', value: 'invoice' }],
    }
    const id = await anEmail(fields)
    await server.queue.idle()
    const { status, body } = await server.call('GET', `/emails/${id}`)
    expect(status).toBe(200)
    expect(body).toEqual({
      object: 'email',
      id,
      message_id: `<${id}@example.org>`,
      from: 'Ada <ada@example.org>',
      to: fields.to,
      cc: ['alan@example.net'],
      bcc: fields.bcc,
      reply_to: ['help@example.org'],
      subject: 'Invoice 7',
      html: '<p>Thank you!</p>',
      text: '',
      tags: fields.tags,
      last_event: 'delivered',
      scheduled_at: null,
      topic_id: null,
      created_at: body.created_at,
      recipients: ['grace@example.net', 'alan@example.net', 'ken@example.net'].map(address => ({
        address,
        status: 'delivered',
        code: null,
        reply: expect.stringContaining('Captured'),
      })),
    })
  })

  it('returns no recipients before the first attempt', async () => {
    const silent = await startServer({ SMTP_URL: 'smtp://127.0.0.1:1' })
    await silent.queue.stop()
    const { body } = await silent.call('POST', '/emails', { body: anEmailBody() })
    expect((await silent.call('GET', `/emails/${body.id}`)).body).toMatchObject({
      last_event: 'queued',
      recipients: [],
    })
    await silent.stop()
  })

  it('rejects an id with an invalid escape', async () => {
    const { body } = await server.call('GET', '/emails/%zz')
    expect(body).toMatchObject({ statusCode: 400, name: 'validation_error' })
  })
})

describe('listEmails', () => {
  it('lists the emails of the team newest first, without content', async () => {
    const { key } = await aTeam(server, 'Listing')
    for (const subject of ['one', 'two', 'three']) await anEmail({ subject }, { key })
    const { status, body } = await server.call('GET', '/emails', { key })
    expect([status, body.has_more]).toEqual([200, false])
    expect(body.data.map(({ subject }: { subject: string }) => subject)).toEqual(['three', 'two', 'one'])
    expect(body.data[0]).toMatchObject({ cc: null, bcc: null, reply_to: null, to: ['grace@example.net'] })
    expect(body.data[0]).not.toHaveProperty('html')
  })

  it('returns 20 emails by default, in pages forward and backward', async () => {
    const { key } = await aTeam(server, 'Paging')
    for (let index = 0; index < 22; index++) await anEmail({ subject: `${index}` }, { key })
    const page = async (query = ''): Promise<{ subjects: string[]; first: string; last: string; more: boolean }> => {
      const { body } = await server.call('GET', `/emails?${query}`, { key })
      const data: { id: string; subject: string }[] = body.data
      const subjects = data.map(({ subject }) => subject)
      return { subjects, first: data[0]!.id, last: data.at(-1)!.id, more: body.has_more }
    }
    const first = await page()
    expect([first.subjects.length, first.more]).toEqual([20, true])
    const rest = await page(`after=${first.last}`)
    expect([rest.subjects, rest.more]).toEqual([['1', '0'], false])
    expect((await page(`limit=2&before=${rest.first}`)).subjects).toEqual(['3', '2'])
  })

  it.each(['limit=0', 'limit=101', 'limit=x', `after=${UNKNOWN}`, `after=${UNKNOWN}&before=${UNKNOWN}`])(
    'rejects ?%s',
    async query => {
      const { status, body } = await server.call('GET', `/emails?${query}`)
      expect([status, body.name]).toEqual([422, 'validation_error'])
    },
  )
})
