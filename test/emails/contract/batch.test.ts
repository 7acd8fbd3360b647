// Sending several emails with one request: strictly all or none, or permissively all valid ones.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { acceptBatch } from '../../../src/mail/emails/batch/actions.ts'
import type { Tx } from '../../../src/base/store/database.ts'
import { clock } from '../../support/clock.ts'
import { anEmailBody } from '../../support/emails.ts'
import { anApprover } from '../../support/oauth.ts'
import { type Reply, type TestServer, startServer } from '../../support/server.ts'

const time = clock()
let server: TestServer

beforeAll(async () => {
  server = await startServer({}, { now: time.now })
})
afterAll(() => server.stop())

const batch = (body: unknown, headers: Record<string, string> = {}): Promise<Reply> =>
  server.call('POST', '/emails/batch', { body, headers })
const PERMISSIVE = { 'x-batch-validation': 'permissive' }
const STRICT = { 'x-batch-validation': 'strict' }
const some = (count: number, fields: object = {}): object[] =>
  Array.from({ length: count }, (_, index) => ({ ...anEmailBody(), subject: `Number ${index}`, ...fields }))
const get = async (id: string): Promise<Reply['body']> => (await server.call('GET', `/emails/${id}`)).body
const newest = async (): Promise<string> => (await server.call('GET', '/emails?limit=1')).body.data[0]?.id
const aTemplate = async (fields: object = {}): Promise<string> => {
  const body = { name: 'Invoice', from: 'ada@example.org', subject: 'No. {{{NUMBER}}}', html: '<p>{{{NUMBER}}}</p>' }
  const variables = [{ key: 'NUMBER', type: 'number' }]
  const { body: made } = await server.call('POST', '/templates', { body: { ...body, variables, ...fields } })
  await server.call('POST', `/templates/${made.id}/publish`)
  return made.id
}

describe('sendBatch', () => {
  it('accepts up to 100 emails in order and delivers them', async () => {
    const { status, body } = await batch(some(100), STRICT)
    expect([status, Object.keys(body), body.data.length]).toEqual([200, ['data'], 100])
    const ids: string[] = body.data.map(({ id }: { id: string }) => id)
    expect(ids).toEqual([...new Set(ids)].toSorted())
    expect(await Promise.all([0, 7, 99].map(async at => (await get(ids[at]!)).subject))).toEqual([
      'Number 0',
      'Number 7',
      'Number 99',
    ])
    await server.queue.idle()
    expect((await get(ids[99]!)).last_event).toBe('delivered')
  })

  it('accepts the same fields as for a single email', async () => {
    const id = await aTemplate()
    const { body } = await batch([
      { ...anEmailBody(), scheduled_at: 'in 1 hour', tags: [{ name: 'kind', value: 'invoice' }] },
      { to: 'grace@example.net', template: { id, variables: { NUMBER: 7 } } },
      { ...anEmailBody(), headers: { 'X-Entity-Ref-ID': '7' }, attachments: [] },
      { to: 'alan@example.net', template: { id, variables: { NUMBER: 8 } } },
    ])
    const emails = await Promise.all(body.data.map(({ id }: { id: string }) => get(id)))
    expect(emails).toMatchObject([
      { last_event: 'scheduled', scheduled_at: '2026-11-20T13:00:00.000Z', tags: [{ name: 'kind', value: 'invoice' }] },
      { subject: 'No. 7', html: '<p>7</p>' },
      { subject: 'Invoice 7' },
      { subject: 'No. 8', html: '<p>8</p>' },
    ])
  })

  it('accepts null for optional fields', async () => {
    const id = await aTemplate()
    const nothing = {
      cc: null,
      bcc: null,
      reply_to: null,
      headers: null,
      tags: null,
      attachments: null,
      template: null,
    }
    const templated = { to: 'grace@example.net', template: { id, variables: { NUMBER: 7 } }, html: null, text: null }
    const { status, body } = await batch([{ ...anEmailBody(), ...nothing }, templated], STRICT)
    expect([status, body.data?.length]).toEqual([200, 2])
  })

  it.each([
    ['by the contract', { to: 7 }, /^Email at index 1: Invalid `to` field: /],
    ['by the rules of the server', { to: 'nobody' }, /^Email at index 1: Invalid `to` field: .*received "nobody"/],
    ['no content', { html: undefined }, /^Email at index 1: Missing `html` or `text` field/],
    ['an attachment', { attachments: [{ filename: 'a', content: 'YQ==' }] }, /index 1: The `attachments` field is not/],
    ['a scheduled time in the past', { scheduled_at: 'yesterday' }, /^Email at index 1: Invalid `scheduled_at` field/],
    ['an unknown template', { html: undefined, template: { id: 'none' } }, /^Email at index 1: Template not found$/],
  ])('rejects the whole batch for one invalid email (%s), with its index', async (_, fields, words) => {
    const before = await newest()
    const emails = some(3)
    emails[1] = { ...emails[1], ...fields }
    for (const headers of [STRICT, {}]) {
      const { status, body } = await batch(emails, headers)
      expect([status, body.message]).toEqual([
        words.source.includes('Template') ? 404 : 422,
        expect.stringMatching(words),
      ])
    }
    expect(await newest()).toBe(before)
    const { status, body } = await batch(emails, PERMISSIVE)
    expect([status, body.data.length, body.errors]).toEqual([200, 2, [{ index: 1, message: expect.any(String) }]])
    // the same message as for a single email
    expect(`Email at index 1: ${body.errors[0].message}`).toMatch(words)
    const subjects = await Promise.all(body.data.map(async ({ id }: { id: string }) => (await get(id)).subject))
    expect(subjects).toEqual(['Number 0', 'Number 2'])
  })

  it('reports an error for each invalid email and accepts none if all are invalid', async () => {
    const before = await newest()
    const wrong = ['a text', null, { to: 'a@example.org' }, [], { ...anEmailBody(), from: 'x' }]
    const { status, body } = await batch(wrong, PERMISSIVE)
    expect([status, body.data, body.errors.map(({ index }: { index: number }) => index)]).toEqual([
      200,
      [],
      [0, 1, 2, 3, 4],
    ])
    expect(body.errors[1].message).toBe('Invalid body: must be object; received null.')
    expect(await newest()).toBe(before)
    expect((await batch(some(2), PERMISSIVE)).body).toMatchObject({ errors: [] })
  })

  it('rejects anything but a list of 1 to 100 emails, and unknown validation modes', async () => {
    for (const body of [[], some(101), anEmailBody(), {}]) {
      const { status, body: refused } = await batch(body)
      expect([status, refused.name]).toEqual([422, 'validation_error'])
      expect(refused.message).toMatch(/^Send a list of 1 to 100 items as the body; received /)
    }
    for (const body of ['', '{', '7']) expect((await batch(body)).status).toBe(400)
    expect((await batch(some(1), { 'x-batch-validation': 'lenient' })).body).toEqual({
      statusCode: 422,
      message: 'Invalid `x-batch-validation` header: must be one of strict, permissive; received "lenient".',
      name: 'validation_error',
    })
  })

  it('limits the total content to that of one email, including templates', async () => {
    const quarter = 'x'.repeat(1_000_000)
    expect((await batch(some(4, { html: quarter }))).status).toBe(200)
    const { status, body } = await batch(some(4, { html: `${quarter}x` }))
    expect([status, body.message]).toEqual([
      422,
      'The batch is too large: `html` and `text` of all emails may have at most 4000000 bytes in UTF-8 together; they ' +
        'have 4000004. Send fewer emails per request.',
    ])
    const id = await aTemplate({ html: `<p>{{{NUMBER}}}</p>${'y'.repeat(100_000)}` })
    const mail = { to: 'grace@example.net', template: { id, variables: { NUMBER: 7 } } }
    expect((await batch(Array.from({ length: 40 }, () => mail))).status).toBe(422)
    expect((await batch(Array.from({ length: 39 }, () => mail))).status).toBe(200)
  })

  it('limits the content created from templates, without reading templates beyond the limit', async () => {
    const html = `<p>{{{NUMBER}}}</p>${'y'.repeat(900_000)}`
    const large = await Promise.all(Array.from({ length: 9 }, () => aTemplate({ html })))
    const mails = (ids: string[]): object[] =>
      ids.map((id, index) => ({ to: 'a@b.example', template: { id, variables: { NUMBER: index } } }))
    const most = '`html` and `text` of all emails may have at most 4000000 bytes in UTF-8 together'
    for (const headers of [STRICT, PERMISSIVE]) {
      const made = await batch(mails(Array<string>(100).fill(large[0]!)), headers)
      expect([made.status, made.body.message]).toEqual([
        422,
        `The batch is too large: ${most}; they have more after rendering their templates. Send fewer emails per request.`,
      ])
      const read = await batch(mails(large), headers)
      expect([read.status, read.body.message]).toEqual([
        422,
        expect.stringMatching(/they are made from templates of 81\d{5}\. Send fewer emails per request\.$/),
      ])
    }
    expect((await batch(mails(large.slice(0, 4)))).status).toBe(200)
  })

  it('takes effect once per Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'batch' }
    const [one, two] = [await batch(some(3), headers), await batch(some(3), headers)]
    expect([two.status, two.body]).toEqual([200, one.body])
    expect((await batch(some(2), headers)).body).toMatchObject({ statusCode: 409, name: 'invalid_idempotent_request' })
    // a key belongs to an operation
    const alone = await server.call('POST', '/emails', { body: anEmailBody(), headers })
    expect(alone.status).toBe(200)
  })

  it('warns about a misspelled field with its index', async () => {
    const { headers } = await batch([anEmailBody(), { ...anEmailBody(), replyTo: 'x' }])
    expect(headers.get('x-lettermill-warning')).toBe('unknown field "[1].replyTo" ignored; did you mean "reply_to"?')
  })

  it('reads shared data once, independent of the number of emails', async () => {
    const templates = [await aTemplate(), await aTemplate()]
    const { team_id } = await anApprover(server)
    const reads = async (count: number): Promise<number> => {
      const bodies = Array.from({ length: count }, (_, index) => ({
        to: `a${index}@example.net`,
        template: { id: templates[index % 2]!, variables: { NUMBER: index } },
      }))
      let asked = 0
      await server.database.unit(async tx => {
        asked = 0
        const counting = new Proxy(tx, {
          get: (of, name: keyof Tx) => {
            if (name === 'get' || name === 'all') asked++
            const value: unknown = of[name]
            return typeof value === 'function' ? value.bind(of) : value
          },
        })
        const given = { team_id, scheduled_by: { api_key_id: 'none' }, bodies, faults: new Map(), isPermissive: false }
        await acceptBatch(counting, given, time.now())
      })
      return asked
    }
    expect(await reads(60)).toBe(await reads(2))
  })

  it('rejects a batch that exceeds the backlog limit', async () => {
    const full = await startServer({ BACKLOG_MAX: '50', SMTP_URL: 'smtp://127.0.0.1:1' })
    const send = (count: number): Promise<Reply> => full.call('POST', '/emails/batch', { body: some(count) })
    expect((await send(51)).body).toMatchObject({ statusCode: 503, name: 'service_unavailable' })
    expect((await send(40)).status).toBe(200)
    await full.stop()
  })
})
