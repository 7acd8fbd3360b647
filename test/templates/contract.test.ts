import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clock } from '../support/clock.ts'
import { type Reply, type TestServer, aTeam, startServer } from '../support/server.ts'

const time = clock()
let server: TestServer

beforeAll(async () => {
  server = await startServer({}, { now: time.now })
})
afterAll(() => server.stop())

const UNKNOWN = '5d8b3e0a-8f1d-4c57-9a44-0f6f3a6c2b10'
const RECEIPT = {
  name: 'Receipt',
  from: 'Shop <billing@example.com>',
  subject: 'Your order {{{ORDER}}}',
  html: '<p>Order {{{ORDER}}}: {{{TOTAL}}} EUR</p>',
  variables: [
    { key: 'ORDER', type: 'string' },
    { key: 'TOTAL', type: 'number', fallback_value: 0 },
  ],
}

const create = (body: object): Promise<Reply> => server.call('POST', '/templates', { body })
const aTemplate = async (more: object = {}): Promise<string> => {
  time.forward(1000)
  return (await create({ ...RECEIPT, ...more })).body.id
}
const get = async (id: string) => (await server.call('GET', `/templates/${id}`)).body
const patch = (id: string, body: object): Promise<Reply> => server.call('PATCH', `/templates/${id}`, { body })
const publish = (id: string): Promise<Reply> => server.call('POST', `/templates/${id}/publish`)

describe('createTemplate', () => {
  it('creates a draft', async () => {
    const { status, body } = await create({ ...RECEIPT, alias: 'receipt', reply_to: 'help@example.com' })
    expect([status, body]).toEqual([201, { object: 'template', id: body.id }])
    expect(await get(body.id)).toMatchObject({
      ...RECEIPT,
      alias: 'receipt',
      status: 'draft',
      published_at: null,
      has_unpublished_versions: true,
      reply_to: ['help@example.com'],
      text: 'Order {{{ORDER}}}: {{{TOTAL}}} EUR',
      variables: [
        { key: 'ORDER', type: 'string', fallback_value: null },
        { key: 'TOTAL', type: 'number', fallback_value: 0 },
      ],
    })
  })

  it('creates one from a name and HTML', async () => {
    const { body } = await create({ name: 'Bare', html: '' })
    const bare = { alias: null, from: null, subject: null, reply_to: null, html: '', text: '', variables: [] }
    expect(await get(body.id)).toMatchObject(bare)
  })

  it.each<[object, string, string]>([
    [{ html: '' }, 'missing_required_field', 'Missing `name` field.'],
    [{ name: 'x' }, 'missing_required_field', 'Missing `html` field.'],
    [{ name: ' ', html: '' }, 'missing_required_field', 'Missing `name` field.'],
    [{ name: 'x', html: 1 }, 'validation_error', 'Invalid `html` field: must be string; received 1.'],
    [
      { name: 'x', html: '{{{PLAN}}}' },
      'validation_error',
      "Variable 'PLAN' is used in the template but not defined in the variables list",
    ],
    [
      { name: 'x', html: '', variables: [{ key: 'EMAIL', type: 'string' }] },
      'validation_error',
      "Variable 'EMAIL' has a reserved name. Choose another name.",
    ],
    [
      { name: 'x', html: '', from: 'two@example.com, three@example.com' },
      'validation_error',
      'Invalid `from` field: write addresses like `name@example.com` or `Name <name@example.com>`; received "two@example.com, three@example.com"',
    ],
    [
      { name: 'x', html: '', reply_to: ['a@example.com', 'nobody'] },
      'validation_error',
      'Invalid `reply_to` field: write addresses like `name@example.com` or `Name <name@example.com>`; received "nobody"',
    ],
    [
      { name: 'x', html: '', alias: UNKNOWN },
      'validation_error',
      `The alias must not have the form of an id; received "${UNKNOWN}"`,
    ],
  ])('rejects %j', async (body, name, sentence) => {
    expect((await create(body)).body).toEqual({ statusCode: 422, message: sentence, name })
  })

  it('rejects an alias that is in use, but not one of another team', async () => {
    await aTemplate({ alias: 'taken' })
    const again = await create({ ...RECEIPT, alias: 'taken' })
    expect(again.body).toMatchObject({ statusCode: 422, message: 'Another template already has the alias "taken"' })
    const { key } = await aTeam(server, 'Same alias')
    const elsewhere = await server.call('POST', '/templates', { key, body: { ...RECEIPT, alias: 'taken' } })
    expect(elsewhere.status).toBe(201)
  })
})

describe('listTemplates', () => {
  it('returns pages of the team’s templates, newest first, without their content', async () => {
    const { key } = await aTeam(server, 'Listing')
    const list = async (query: string) => (await server.call('GET', `/templates?${query}`, { key })).body
    for (const name of ['a', 'b', 'c']) {
      time.forward(1000)
      await server.call('POST', '/templates', { key, body: { ...RECEIPT, name } })
    }
    const first = await list('limit=2')
    expect([first.has_more, first.data.map((item: { name: string }) => item.name)]).toEqual([true, ['c', 'b']])
    const second = await list(`limit=2&after=${first.data[1].id}`)
    expect([second.has_more, second.data.map((item: { name: string }) => item.name)]).toEqual([false, ['a']])
    expect((await list(`limit=2&before=${second.data[0].id}`)).data).toEqual(first.data)
    expect(Object.keys(second.data[0])).not.toContain('html')
  })
})

describe('getTemplate', () => {
  it('finds a template by id and by alias, also one with a space', async () => {
    const id = await aTemplate({ alias: 'my receipt' })
    expect((await get('my%20receipt')).id).toBe(id)
    expect((await get(id.toUpperCase())).id).toBe(id)
  })

  it('returns the given text, and null if it is empty', async () => {
    expect((await get(await aTemplate({ text: 'Given' }))).text).toBe('Given')
    expect((await get(await aTemplate({ text: '' }))).text).toBe('')
  })
})

describe('updateTemplate', () => {
  it('updates only the given fields', async () => {
    const id = await aTemplate({ alias: 'before' })
    const before = await get(id)
    time.forward(1000)
    const { status, body } = await patch('before', { name: 'New', alias: null, subject: null })
    expect([status, body]).toEqual([200, { object: 'template', id }])
    const updated_at = time.now().toISOString()
    expect(await get(id)).toEqual({ ...before, name: 'New', alias: null, subject: null, updated_at })
  })

  it('replaces the list of variables; an existing variable keeps its id', async () => {
    const id = await aTemplate()
    const [order] = (await get(id)).variables
    await patch(id, { html: '{{{ORDER}}}', variables: [{ key: 'ORDER', type: 'string' }] })
    expect((await get(id)).variables).toEqual([order])
  })

  it('creates a new version of a published template, while emails use the published one', async () => {
    const id = await aTemplate()
    await publish(id)
    const published = await get(id)
    await patch(id, { subject: 'Edited', html: '<p>Edited</p>' })
    await patch(id, { text: 'Edited' })
    const edited = await get(id)
    expect(edited).toMatchObject({ status: 'published', has_unpublished_versions: true, subject: 'Edited' })
    expect(edited.current_version_id).not.toBe(published.current_version_id)
    expect(await mailSubject(id)).toBe('Your order 7')
    await publish(id)
    expect(await mailSubject(id)).toBe('Edited')
  })

  it.each<[object, string]>([
    [{ name: ' ' }, 'missing_required_field'],
    [{ alias: '' }, 'validation_error'],
    [{ html: '{{{GONE}}}' }, 'validation_error'],
    [{ variables: [] }, 'validation_error'],
    [{ from: 'nobody' }, 'validation_error'],
    [{ alias: 'occupied' }, 'validation_error'],
  ])('rejects %j and changes nothing', async (body, name) => {
    if ((await server.call('GET', '/templates/occupied')).status === 404) await aTemplate({ alias: 'occupied' })
    const id = await aTemplate()
    const before = await get(id)
    const refused = await patch(id, { subject: 'No', ...body })
    expect(refused.body).toMatchObject({ statusCode: 422, name })
    expect(await get(id)).toEqual(before)
  })

  it('accepts the template’s own alias', async () => {
    const id = await aTemplate({ alias: 'mine' })
    expect((await patch(id, { alias: 'mine' })).status).toBe(200)
  })
})

describe('publishTemplate', () => {
  it('publishes the newest version, by id or alias, repeatedly', async () => {
    const id = await aTemplate({ alias: 'to publish' })
    const { status, body } = await publish('to%20publish')
    expect([status, body]).toEqual([200, { object: 'template', id }])
    const first = time.now().toISOString()
    expect(await get(id)).toMatchObject({ status: 'published', published_at: first, has_unpublished_versions: false })
    time.forward(1000)
    expect((await publish(id)).status).toBe(200)
    expect((await get(id)).published_at).toBe(time.now().toISOString())
  })

  it('warns that emails need a topic or their own unsubscribe page, and rejects an email without either', async () => {
    const key = 'RESEND_UNSUBSCRIBE_URL'
    const id = await aTemplate({
      from: 'a@example.com',
      subject: 'S',
      html: `<a href="{{{${key}}}}">out</a>`,
      variables: [],
    })
    const { status, body } = await publish(id)
    expect([status, body]).toEqual([
      200,
      { object: 'template', id, warnings: [expect.stringContaining(`{{{${key}}}}`)] },
    ])
    const send = (variables: object) =>
      server.call('POST', '/emails', { body: { to: 'b@example.com', template: { id, variables } } })
    const refused = await send({})
    expect(refused.body).toMatchObject({ statusCode: 422, name: 'validation_error' })
    expect(refused.body.message).toContain(`Variable '${key}' requires a topic`)
    const sent = await send({ [key]: 'https://example.com/out?who=b' })
    expect((await server.call('GET', `/emails/${sent.body.id}`)).body.html).toBe(
      '<a href="https://example.com/out?who=b">out</a>',
    )
  })

  it('rejects a template without content, and accepts it after some was added', async () => {
    const id = await aTemplate({ html: ' ', subject: 'S', variables: [] })
    expect((await publish(id)).body).toMatchObject({ statusCode: 422, name: 'validation_error' })
    await patch(id, { html: '<p>Hello</p>' })
    expect((await publish(id)).status).toBe(200)
  })
})

describe('duplicateTemplate', () => {
  it('creates a draft with the newest content and without an alias', async () => {
    const id = await aTemplate({ alias: 'original' })
    await publish(id)
    await patch(id, { subject: 'Newest' })
    const { status, body } = await server.call('POST', '/templates/original/duplicate')
    expect([status, body]).toEqual([200, { object: 'template', id: body.id }])
    const copy = await get(body.id)
    expect(copy).toMatchObject({ name: 'Receipt (Copy)', alias: null, status: 'draft', subject: 'Newest' })
    await patch(body.id, { subject: 'Only the copy' })
    expect((await get(id)).subject).toBe('Newest')
  })
})

describe('removeTemplate', () => {
  it('deletes a template, once, and frees its alias', async () => {
    const id = await aTemplate({ alias: 'to remove' })
    const { status, body } = await server.call('DELETE', '/templates/to%20remove')
    expect([status, body]).toEqual([200, { object: 'template', id, deleted: true }])
    expect((await server.call('DELETE', `/templates/${id}`)).status).toBe(404)
    expect((await create({ ...RECEIPT, alias: 'to remove' })).status).toBe(201)
  })

  it('keeps the emails created from it unchanged', async () => {
    const id = await aTemplate()
    await publish(id)
    const email = await aMail(id)
    await server.call('DELETE', `/templates/${id}`)
    expect((await server.call('GET', `/emails/${email}`)).body.subject).toBe('Your order 7')
  })
})

async function aMail(template: string): Promise<string> {
  const body = { to: 'grace@example.net', template: { id: template, variables: { ORDER: '7' } } }
  return (await server.call('POST', '/emails', { body })).body.id
}

async function mailSubject(template: string): Promise<string> {
  return (await server.call('GET', `/emails/${await aMail(template)}`)).body.subject
}
