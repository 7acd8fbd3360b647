import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CONNECTIONS_MAX, listAgentNames } from '../../src/campaigns/editor/actions.ts'
import { clock } from '../support/clock.ts'
import { contactsOf } from '../support/contacts.ts'
import { firstTeamOf } from '../support/people.ts'
import { aTeam, type Reply, startServer, type TestServer } from '../support/server.ts'

const time = clock()
let server: TestServer
let own: ReturnType<typeof contactsOf>
let segment_id: string
let team_id: string

beforeAll(async () => {
  server = await startServer({}, { now: time.now })
  own = contactsOf(server)
  segment_id = await own.aSegment()
  team_id = await firstTeamOf(server, server.admin.email)
})
afterAll(() => server.stop())

const UNKNOWN = '5d8b3e0a-8f1d-4c57-9a44-0f6f3a6c2b10'
const documentOf = (...words: string[]) => ({
  type: 'doc',
  content: words.map(text => ({ type: 'paragraph', attrs: { textAlign: null }, content: [{ type: 'text', text }] })),
})
const aBroadcast = async (more: object = {}): Promise<string> => {
  const body = { segment_id, from: 'Acme <news@acme.example>', subject: 'Hi', ...more }
  return (await own.ask('POST', '/broadcasts', body)).body.id
}
const aTemplate = async (more: object = {}): Promise<string> =>
  (await own.ask('POST', '/templates', { name: 'T', html: '<p>Old</p>', ...more })).body.id
const show = async (path: string) => (await own.ask('GET', path)).body
const read = (resource_type: string, resource_id: string, key = server.key): Promise<Reply> =>
  server.call('GET', `/editor/content?${new URLSearchParams({ resource_type, resource_id })}`, {
    key,
    headers: { 'content-type': 'application/json' },
  })
const compose = (resource_type: string, resource_id: string, content: unknown, key = server.key): Promise<Reply> =>
  server.call('POST', '/editor/content', { key, body: { resource_type, resource_id, content } })
const refused = (statusCode: number, name: string, message: unknown) => ({ statusCode, name, message })

describe('composeEditorContent', () => {
  it('replaces the content of a broadcast', async () => {
    const id = await aBroadcast({ html: '<p>Old</p>', text: 'Old' })
    const content = documentOf('Hi {{{contact.first_name|there}}}', 'a < b')
    const { status, body } = await compose('broadcast', id, content)
    expect([status, body]).toEqual([200, { object: 'broadcast', id }])
    const { html, text } = await show(`/broadcasts/${id}`)
    expect(html).toBe('<p>Hi {{{contact.first_name|there}}}</p>\n<p>a &lt; b</p>')
    expect(text).toBe('Hi {{{contact.first_name|there}}}\n\na < b')
    expect((await read('broadcast', id)).body).toEqual({ content })
  })

  it('creates a draft of a template, which is used for emails only after it is published', async () => {
    const id = await aTemplate({ alias: 'composed', variables: [{ key: 'NAME', type: 'string' }] })
    await own.ask('POST', '/templates/composed/publish')
    expect((await compose('template', 'composed', documentOf('Hi {{{NAME}}}'))).body).toEqual({
      object: 'template',
      id,
    })
    expect(await show(`/templates/${id}`)).toMatchObject({
      html: '<p>Hi {{{NAME}}}</p>',
      has_unpublished_versions: true,
    })
    const sent = await own.ask('POST', '/emails', {
      from: 'a@acme.example',
      to: 'b@example.com',
      subject: 'S',
      template: { id, variables: { NAME: 'Ada' } },
    })
    expect((await show(`/emails/${sent.body.id}`)).html).toBe('<p>Old</p>')
    await own.ask('POST', '/templates/composed/publish')
    expect(await show(`/templates/${id}`)).toMatchObject({ has_unpublished_versions: false })
    expect((await read('template', id)).body).toEqual((await read('template', 'composed')).body)
  })

  it('is rejected for the same reasons as an update, and then changes nothing', async () => {
    const id = await aTemplate()
    const undeclared = await compose('template', id, documentOf('{{{NAME}}}'))
    expect(undeclared.body).toEqual(
      refused(422, 'validation_error', "Variable 'NAME' is used in the template but not defined in the variables list"),
    )
    expect((await show(`/templates/${id}`)).html).toBe('<p>Old</p>')
    const sent = await aBroadcast({ html: '<p>Out</p>', send: true })
    const change = await own.ask('PATCH', `/broadcasts/${sent}`, { html: '<p>New</p>' })
    expect(change.status).toBe(403)
    expect((await compose('broadcast', sent, documentOf('New'))).body).toEqual(change.body)
    expect((await show(`/broadcasts/${sent}`)).html).toBe('<p>Out</p>')
  })

  it('is rejected with the position of the error', async () => {
    const id = await aBroadcast()
    const { body } = await compose('broadcast', id, { type: 'doc', content: [{ type: 'video' }] })
    expect(body).toEqual(
      refused(
        422,
        'validation_error',
        expect.stringContaining('Invalid `content.content[0].type` field: must be one of'),
      ),
    )
    for (const content of ['{"type":"doc"}', [], null, 1, {}, { type: 'paragraph' }])
      expect((await compose('broadcast', id, content)).status).toBe(422)
    const { body: missing } = await server.call('POST', '/editor/content', {
      body: { resource_type: 'broadcast', resource_id: id },
    })
    expect(missing).toEqual(refused(422, 'missing_required_field', 'Missing `content` field.'))
  })

  it.each([18, 25, 40, 2_000])('rejects a document that is nested %d levels deep', async depth => {
    const nested = `${'{"type":"blockquote","content":['.repeat(depth)}{"type":"paragraph"}${']}'.repeat(depth)}`
    const body = `{"resource_type":"broadcast","resource_id":"${await aBroadcast()}","content":{"type":"doc","content":[${nested}]}}`
    const answer = await fetch(`${server.url}/editor/content`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.key}`, 'content-type': 'application/json' },
      body,
    })
    expect([depth, answer.status]).toEqual([depth, depth === 18 ? 200 : 422])
    await answer.text()
  })

  it('is deleted with its broadcast or template', async () => {
    const [broadcast, template] = [await aBroadcast(), await aTemplate()]
    await compose('broadcast', broadcast, documentOf('a'))
    await compose('template', template, documentOf('a'))
    expect((await own.ask('DELETE', `/broadcasts/${broadcast}`)).status).toBe(200)
    expect((await own.ask('DELETE', `/templates/${template}`)).status).toBe(200)
    expect((await read('broadcast', broadcast)).body).toEqual(refused(404, 'not_found', 'Broadcast not found'))
  })
})

describe('getEditorContent', () => {
  it('returns a document for HTML, or for plain text if there is no HTML', async () => {
    const heading = { type: 'heading', attrs: { level: 1 }, content: [{ type: 'text', text: 'News' }] }
    const id = await aBroadcast({ html: '<h1>News</h1>' })
    expect((await read('broadcast', id)).body).toEqual({ content: { type: 'doc', content: [heading] } })
    const plain = await aBroadcast({ text: 'Just text' })
    expect((await read('broadcast', plain)).body.content.content).toHaveLength(1)
    const none = { content: { type: 'doc', content: [{ type: 'paragraph' }] } }
    expect((await read('broadcast', await aBroadcast())).body).toEqual(none)
    expect((await read('template', await aTemplate({ html: '' }))).body).toEqual(none)
  })

  it('converts large HTML, too, and reports if it exceeds the limit', async () => {
    const large = await aBroadcast({ html: `<p>${'word '.repeat(30_000)}</p>` })
    expect((await read('broadcast', large)).body.content.content[0].content[0].text).toHaveLength(149_999)
    const much = await aBroadcast({ html: '<hr>'.repeat(5_000) })
    expect((await read('broadcast', much)).body).toEqual(
      refused(
        422,
        'validation_error',
        'The HTML is too complex for the visual editor. Replace it, or edit it as HTML.',
      ),
    )
    expect((await compose('broadcast', much, documentOf('Less'))).status).toBe(200)
  })

  it.each(['broadcast', 'template'])(
    'discards the document of a %s if its HTML is updated in another way',
    async type => {
      const id = type === 'broadcast' ? await aBroadcast() : await aTemplate()
      const content = documentOf('Composed')
      await compose(type, id, content)
      await own.ask('PATCH', `/${type}s/${id}`, { subject: 'Another' })
      expect((await read(type, id)).body).toEqual({ content })
      await own.ask('PATCH', `/${type}s/${id}`, { html: '<p>Written</p>' })
      const paragraph = { type: 'paragraph', content: [{ type: 'text', text: 'Written' }] }
      expect((await read(type, id)).body).toEqual({ content: { type: 'doc', content: [paragraph] } })
    },
  )

  it('returns 404 for unknown objects', async () => {
    const unknown = { broadcast: 'Broadcast not found', template: 'Template not found' }
    for (const [type, message] of Object.entries(unknown))
      for (const id of [UNKNOWN, 'no-such-name'])
        expect((await read(type, id)).body).toEqual(refused(404, 'not_found', message))
    expect((await read('contact', UNKNOWN)).status).toBe(422)
    expect((await server.call('GET', '/editor/content?resource_type=broadcast')).status).toBe(422)
    expect((await server.call('GET', '/editor/content')).status).toBe(422)
  })
})

const told = (method: string, resource_type: string, resource_id: string, agent_name?: string, key = server.key) =>
  server.call(method, '/editor/connections', { key, body: { resource_type, resource_id, agent_name } })
const names = (id: string): Promise<string[]> =>
  server.database.unit(tx => listAgentNames({ tx, team_id, now: time.now() }, id))

describe('connectEditor', () => {
  it('lists connected editors until they disconnect', async () => {
    const id = await aTemplate({ alias: 'shown' })
    const { status, body } = await told('POST', 'template', 'shown', 'Claude')
    expect([status, body]).toEqual([200, { room_id: `template-${id}`, apiKeyId: expect.any(String) }])
    expect((await told('POST', 'template', id)).body).toEqual(body)
    expect((await names(id)).toSorted()).toEqual(['', 'Claude'])
    expect((await told('DELETE', 'template', id, 'Claude')).body).toEqual({ ok: true })
    expect(await names(id)).toEqual([''])
    expect((await told('DELETE', 'template', id, 'Claude')).status).toBe(200)
  })

  it('expires ten minutes after the last request', async () => {
    const id = await aBroadcast()
    await told('POST', 'broadcast', id, 'Agent')
    time.forward(9 * 60_000)
    await told('POST', 'broadcast', id, 'Agent')
    time.forward(9 * 60_000)
    expect(await names(id)).toEqual(['Agent'])
    time.forward(61_000)
    expect(await names(id)).toEqual([])
  })

  it('is limited: a new connection replaces the one that expires first', async () => {
    const id = await aBroadcast()
    for (let number = 0; number <= CONNECTIONS_MAX; number++) {
      time.forward(1_000)
      await told('POST', 'broadcast', id, `Agent ${number}`)
    }
    const left = await names(id)
    expect(left).toHaveLength(CONNECTIONS_MAX)
    expect(left).not.toContain('Agent 0')
    expect((await told('POST', 'broadcast', id, 'x'.repeat(200))).status).toBe(200)
    expect((await told('POST', 'broadcast', id, 'x'.repeat(201))).status).toBe(422)
  })

  it('requires an existing object', async () => {
    for (const method of ['POST', 'DELETE']) {
      expect((await told(method, 'broadcast', UNKNOWN)).body).toEqual(refused(404, 'not_found', 'Broadcast not found'))
      expect((await told(method, 'contact', UNKNOWN)).status).toBe(422)
    }
  })

  it('returns 404 for objects of another team, and so do the other operations', async () => {
    const { key } = await aTeam(server, 'Stranger to the editor')
    const [broadcast, template] = [await aBroadcast({ html: '<p>Ours</p>' }), await aTemplate()]
    for (const [type, id] of [
      ['broadcast', broadcast],
      ['template', template],
    ] as const) {
      expect((await told('POST', type, id, 'Spy', key)).status).toBe(404)
      expect((await told('DELETE', type, id, 'Spy', key)).status).toBe(404)
      expect((await read(type, id, key)).status).toBe(404)
      expect((await compose(type, id, documentOf('Theirs'), key)).status).toBe(404)
      expect(await names(id)).toEqual([])
    }
  })
})

describe('disconnectEditor', () => {
  it('ends the connection with the same values, and succeeds without a connection', async () => {
    const id = await aTemplate()
    await told('POST', 'template', id, 'One')
    await told('POST', 'template', id, 'Other')
    for (let times = 0; times < 2; times++) {
      const { status, body } = await told('DELETE', 'template', id, 'One')
      expect([status, body, await names(id)]).toEqual([200, { ok: true }, ['Other']])
    }
  })
})

it('the document format can be read without a key', async () => {
  const { status, body } = await server.call('GET', '/api/agent/prompt', { key: null })
  expect([status, typeof body.data, typeof body.version]).toEqual([200, 'string', 'string'])
  expect(body.data).toContain('horizontalRule')
})
