// Template pages, used without scripts.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Clock, clock } from '../support/clock.ts'
import { contactsOf } from '../support/contacts.ts'
import { type Person, aPerson } from '../support/pages.ts'
import { aColleague, firstTeamOf } from '../support/people.ts'
import { aTeam, startServer, type TestServer } from '../support/server.ts'

let time: Clock
let server: TestServer
let person: Person
let theirs: Awaited<ReturnType<typeof aTeam>>

beforeAll(async () => {
  time = clock('2026-11-26T10:00:00.000Z')
  server = await startServer({}, { now: time.now })
  person = aPerson(server)
  await person.logIn()
  theirs = await aTeam(server)
})
afterAll(() => server.stop())

const text = async (path: string): Promise<string> => (await person.get(path)).text
const idOf = (location: string | null): string => /^\/\w+\/([\w-]{36})/.exec(location ?? '')![1]!
// oxlint-disable-next-line typescript/no-explicit-any -- an answer
const get = async (id: string): Promise<any> => (await server.call('GET', `/templates/${id}`)).body
const seenIn = (page: string): string => /name="seen" value="([^"]+)"/.exec(page)![1]!

async function aTemplate(fields: object = {}): Promise<string> {
  const body = { name: 'Receipt', from: 'Acme <shop@example.com>', subject: 'Thanks', html: '<p>Hi</p>', ...fields }
  return (await server.call('POST', '/templates', { body })).body.id
}

/** Submits the form of a template as shown, with other values. */
async function change(id: string, fields: Record<string, string>, act = 'change') {
  const { name, alias, from, subject } = await get(id)
  await person.get(`/templates/${id}`)
  const shown = { name, alias: alias ?? '', from: from ?? '', subject: subject ?? '' }
  return person.post(`/templates/${id}/${act}`, { ...shown, ...fields })
}

describe('template list', () => {
  it('has the form open while it is empty and links to each template', async () => {
    expect(await text('/templates')).toMatch(/<details class="panel" open>\s*<summary>Create template/)
    const { location } = await person.post('/templates/make', { name: 'Welcome' })
    expect(await get(idOf(location))).toMatchObject({ name: 'Welcome', status: 'draft', html: '' })
    expect(await text('/templates')).toContain(`<a href="/templates/${idOf(location)}"><bdi>Welcome</bdi></a>`)
    const refused = await person.post('/templates/make', { name: ' ' })
    expect([refused.status, refused.text.includes('role="alert"')]).toEqual([422, true])
  })

  it('shows 25 templates per page', async () => {
    for (let count = 0; count < 26; count++) await aTemplate({ name: `T${count}` })
    const first = await text('/templates')
    expect(first.match(/<th scope="row">/g)).toHaveLength(25)
    const older = /<a href="(\/templates\?after=[^"]+)"/.exec(first)![1]!
    expect(await text(older)).toContain('Welcome')
  })
})

describe('template page', () => {
  it('updates all fields of a template', async () => {
    const id = await aTemplate()
    const { location } = await change(id, {
      name: 'Invoice',
      alias: 'invoice',
      from: 'a@example.com',
      subject: 'Your order {{{ORDER}}}',
      reply_to: 'b@example.com, c@example.com',
      html: '<p>{{{ORDER}}}:\r\n{{{TOTAL}}}</p>',
      text: 'Plain',
      variable_key: 'TOTAL',
      variable_type: 'number',
      variable_fallback: '0.5',
    })
    expect(location).toBe(`/templates/${id}?done=changed`)
    const { variables, ...stored } = await get(id)
    expect(stored).toMatchObject({
      name: 'Invoice',
      alias: 'invoice',
      from: 'a@example.com',
      subject: 'Your order {{{ORDER}}}',
      reply_to: ['b@example.com', 'c@example.com'],
      html: '<p>{{{ORDER}}}:\n{{{TOTAL}}}</p>',
      text: 'Plain',
    })
    // Using a variable declares it.
    expect(variables).toMatchObject([
      { key: 'TOTAL', type: 'number', fallback_value: 0.5 },
      { key: 'ORDER', type: 'string', fallback_value: null },
    ])
    expect(await text(location!)).toContain('Template updated.')
  })

  it('keeps the input if a field is invalid', async () => {
    const id = await aTemplate()
    for (const [wrong, words] of [
      [{ name: '' }, 'Missing “Name”'],
      [{ alias: 'invoice' }, 'already has the alias'],
      [{ from: 'nobody' }, 'write addresses like'],
      [{ variable_key: 'N', variable_type: 'number', variable_fallback: 'many' }, 'must be a number'],
    ] as const) {
      const { status, text: page } = await change(id, { ...wrong, html: '<b>typed</b>' })
      expect([status, page.includes(words), page.includes('&lt;b&gt;typed')], words).toEqual([422, true, true])
    }
    expect((await get(id)).html).toBe('<p>Hi</p>')
  })

  it('stores Markdown, shows it again and generates the HTML', async () => {
    const id = await aTemplate({ html: '' })
    expect(await text(`/templates/${id}`)).toContain('name="markdown"')
    const markdown = '# Hi {{{contact.first_name|there}}}\n\n[Go](https://example.com) <script>no</script>'
    await change(id, { markdown })
    expect((await get(id)).html).toBe(
      '<h1>Hi {{{contact.first_name|there}}}</h1>\n<p><a href="https://example.com">Go</a> &lt;script&gt;no&lt;/script&gt;</p>',
    )
    expect(await text(`/templates/${id}`)).toContain(
      '\n# Hi {{{contact.first_name|there}}}\n\n[Go](https://example.com)',
    )
    expect(await text(`/templates/${id}/html`)).toContain('<h1>Hi Ada</h1>')
    // After the API has changed the HTML, the page shows the HTML.
    await server.call('PATCH', `/templates/${id}`, { body: { html: '<h2>Two *stars*</h2>' } })
    expect(await text(`/templates/${id}`)).toContain('&lt;h2&gt;Two *stars*&lt;/h2&gt;</textarea>')
    expect(await text(`/templates/${id}?as=markdown`)).toContain('\n## Two \\*stars\\*</textarea>')
  })

  it('opens another editor after saving', async () => {
    const id = await aTemplate()
    for (const [next, to] of [
      ['markdown', `/templates/${id}?done=changed&as=markdown`],
      ['html', `/templates/${id}?done=changed&as=html`],
      ['constructor', `/templates/${id}?done=changed`],
    ])
      expect((await change(id, { html: '<i>x</i>', next: next! })).location).toBe(to)
    expect((await get(id)).html).toBe('<i>x</i>')
  })

  it('creates no draft of a published template without changes', async () => {
    const id = await aTemplate({
      html: '<p>{{{A}}}</p>',
      variables: [{ key: 'A', type: 'string', fallback_value: '' }],
    })
    await server.call('POST', `/templates/${id}/publish`)
    const same = { html: '<p>{{{A}}}</p>', text: '', variable_key: 'A', variable_type: 'string', variable_fallback: '' }
    await change(id, same)
    expect((await get(id)).has_unpublished_versions).toBe(false)
    await change(id, { ...same, html: '<p>B</p>', subject: 'Other' })
    expect((await get(id)).has_unpublished_versions).toBe(true)
    expect(await text(`/templates/${id}`)).toContain('The draft differs in: subject, content.')
  })

  it('keeps variables that exceed the limit of the form', async () => {
    const variables = Array.from({ length: 26 }, (_, index) => ({ key: `V${index}`, type: 'string' }))
    const id = await aTemplate({ variables })
    expect(await text(`/templates/${id}`)).not.toContain('name="variable_key"')
    await change(id, { html: '<p>x</p>' })
    expect((await get(id)).variables).toHaveLength(26)
  })

  it('returns 404 to another team', async () => {
    const { key } = theirs
    const { body } = await server.call('POST', '/templates', { key, body: { name: 'Theirs', html: '<p>x</p>' } })
    for (const path of ['', '/html']) expect((await person.get(`/templates/${body.id}${path}`)).status).toBe(404)
    await person.get('/templates')
    for (const act of ['change', 'publish', 'test', 'duplicate', 'delete', 'broadcast'])
      expect((await person.post(`/templates/${body.id}/${act}`, { name: 'x', subject: 'y' })).status, act).toBe(404)
  })
})

describe('concurrent changes of a template', () => {
  it('are rejected with the author and time of the newer change', async () => {
    const id = await aTemplate()
    const seen = seenIn(await text(`/templates/${id}`))
    const ada = await aColleague(server, {
      email: 'ada@example.net',
      team_id: await firstTeamOf(server, server.admin.email),
    })
    const other = aPerson(server)
    await other.logIn('/templates', ada)
    await other.get(`/templates/${id}`)
    time.forward(60_000)
    await other.post(`/templates/${id}/change`, { name: 'Hers', subject: 'S', html: '<p>Hers</p>' })
    const refused = await change(id, { seen, html: '<p>Mine</p>' })
    expect(refused.status).toBe(409)
    expect(refused.text).toContain(
      'Colleague ada@example.net changed this at 26 Nov 2026, 10:01 UTC, after you opened the page',
    )
    expect(refused.text).toContain('&lt;p&gt;Mine&lt;/p&gt;')
    expect(refused.text).toContain('Last updated <time datetime="2026-11-26T10:01:00.000Z"')
    expect((await get(id)).html).toBe('<p>Hers</p>')
    await change(id, { seen: seenIn(refused.text), html: '<p>Mine</p>' })
    expect((await get(id)).html).toBe('<p>Mine</p>')
    await server.call('PATCH', `/templates/${id}`, { body: { subject: 'Of a program' } })
    time.forward(1000)
    const late = await person.post(`/templates/${id}/autosave`, { name: 'x', seen, html: 'y' })
    expect(JSON.parse(late.text)).toMatchObject({ trouble: /^An API client changed this at/, isFinal: true })
  })

  it('autosave returns the new version or the error as JSON', async () => {
    const id = await aTemplate()
    await person.get(`/templates/${id}`)
    time.forward(1000)
    const saved = await person.post(`/templates/${id}/autosave`, { name: 'Receipt', html: '<p>2</p>' })
    expect(saved.headers.get('content-type')).toContain('application/json')
    expect(JSON.parse(saved.text)).toEqual({ seen: time.now().toISOString() })
    expect((await get(id)).html).toBe('<p>2</p>')
    const refused = await person.post(`/templates/${id}/autosave`, { name: '' })
    expect(JSON.parse(refused.text)).toEqual({ trouble: 'Missing “Name”.', isFinal: false })
  })
})

describe('template buttons', () => {
  it('save before they publish', async () => {
    const id = await aTemplate({ html: '' })
    const empty = await change(id, { subject: 'Kept' }, 'publish')
    expect([empty.status, empty.text.includes('Not published: This template has no content')]).toEqual([422, true])
    const { location } = await change(id, { markdown: 'Hello' }, 'publish')
    expect(location).toBe(`/templates/${id}?done=published`)
    expect(await get(id)).toMatchObject({ status: 'published', subject: 'Kept', html: '<p>Hello</p>' })
    expect(await text(`/templates/${id}`)).toContain('<span class="tag good">Published</span>')
  })

  it('send a test to the member with default values or names of variables', async () => {
    const variables = [{ key: 'A', type: 'string', fallback_value: 'alpha' }]
    const id = await aTemplate({ html: '<p>{{{A}}} {{{A|own}}} {{{EMAIL}}}</p>', variables })
    // The first admin's address at localhost cannot receive email.
    const bob = aPerson(server)
    await bob.logIn('/templates', await aColleague(server, { email: 'bob@example.net' }))
    await bob.get(`/templates/${id}`)
    const html = '<p>{{{A}}} {{{A|own}}} {{{B}}} {{{EMAIL}}}</p>'
    const fields = { name: 'Receipt', from: 'Acme <shop@example.com>', subject: 'Thanks', html }
    const { location } = await bob.post(`/templates/${id}/test`, fields)
    const { body } = await server.call('GET', `/emails/${idOf(location)}`)
    expect(body).toMatchObject({
      to: ['bob@example.net'],
      subject: '[Test] Thanks',
      html: '<p>alpha own B bob@example.net</p>',
    })
  })

  it('duplicate a template with its Markdown and delete it', async () => {
    const id = await aTemplate({ html: '' })
    await change(id, { markdown: '# Source' })
    const { location } = await change(id, { markdown: '# Source' }, 'duplicate')
    const copy = idOf(location)
    expect(copy).not.toBe(id)
    expect(await text(`/templates/${copy}`)).toContain('\n# Source</textarea>')
    expect((await person.post(`/templates/${copy}/delete`)).location).toBe('/templates?done=deleted')
    expect((await person.get(`/templates/${copy}`)).status).toBe(404)
  })

  it('create a broadcast from the template', async () => {
    const segment_id = await contactsOf(server).aSegment('Readers')
    const variables = [{ key: 'A', type: 'string', fallback_value: 'alpha' }]
    const id = await aTemplate({ html: '<p>{{{A}}} {{{contact.first_name|you}}}</p>', variables })
    await person.get(`/templates/${id}`)
    const { location } = await person.post(`/templates/${id}/broadcast`, { segment_id })
    const { body } = await server.call('GET', `/broadcasts/${idOf(location)}`)
    expect(body).toMatchObject({
      name: 'Receipt',
      segment_id,
      from: 'Acme <shop@example.com>',
      subject: 'Thanks',
      html: '<p>alpha {{{contact.first_name|you}}}</p>',
      status: 'draft',
    })
    expect(await text(`/templates/${id}`)).not.toContain('name="topic_id"')
    const topic = await contactsOf(server).aTopic({ name: 'News' })
    expect(await text(`/templates/${id}`)).toMatch(/name="topic_id" required[^>]*>\s*<option value="">Choose a topic/)
    const unset = await person.post(`/templates/${id}/broadcast`, { segment_id, topic_id: '' })
    expect([unset.status, unset.text.includes('Broadcast not created: Choose a topic')]).toEqual([422, true])
    for (const [topic_id, stored] of Object.entries({ [topic]: topic, none: null })) {
      const started = await person.post(`/templates/${id}/broadcast`, { segment_id, topic_id })
      const draft = await server.call('GET', `/broadcasts/${idOf(started.location)}`)
      expect(draft.body.topic_id).toBe(stored)
      expect(await text(`/broadcasts/${idOf(started.location)}`)).toContain(`<option value="${topic_id}" selected>`)
    }
    const without = await aTemplate({ from: null })
    const refused = await person.post(`/templates/${without}/broadcast`, { segment_id })
    expect([refused.status, refused.text.includes('Broadcast not created: Missing “From”')]).toEqual([422, true])
  })
})

describe('published versions', () => {
  it('are listed with time and author and can be restored as the draft', async () => {
    const id = await aTemplate({ html: '' })
    expect(await text(`/templates/${id}/versions`)).toContain('No published versions yet.')
    await change(id, { markdown: 'First {{{A}}}' }, 'publish')
    time.forward(60_000)
    await change(id, { markdown: 'Second', subject: 'Other' }, 'publish')
    const list = await text(`/templates/${id}/versions`)
    const paths = [...list.matchAll(/href="(\/templates\/[^/"]+\/versions\/[^"]+)"/g)].map(([, path]) => path!)
    expect(paths).toHaveLength(2)
    expect(list).toMatch(/Current[^]*<bdi>Other<\/bdi>[^]*You[^]*Replaced[^]*<bdi>Thanks<\/bdi>[^]*You/)
    const first = await text(paths[1]!)
    expect(first).toContain('The draft differs in: subject, content.')
    expect(await text(`${paths[1]!}/html`)).toContain('<p>First A</p>')
    const { location } = await person.post(`${paths[1]!}/restore`)
    expect(location).toBe(`/templates/${id}?done=restored`)
    expect(await get(id)).toMatchObject({
      subject: 'Thanks',
      html: '<p>First {{{A}}}</p>',
      variables: [{ key: 'A' }],
      has_unpublished_versions: true,
    })
    expect(await text(paths[1]!)).toContain('The draft is identical.')
  })

  it('are limited to 20 and return 404 to another template or team', async () => {
    const id = await aTemplate()
    for (let count = 0; count < 21; count++) {
      time.forward(1000)
      await server.call('PATCH', `/templates/${id}`, { body: { html: `<p>${count}</p>` } })
      await server.call('POST', `/templates/${id}/publish`)
    }
    const list = await text(`/templates/${id}/versions`)
    expect(list.match(/<th scope="row">/g)).toHaveLength(20)
    expect(list).toContain('<bdi>API</bdi>')
    const version = /\/versions\/([^"]+)"/.exec(list)![1]!
    const other = await aTemplate()
    await server.call('POST', `/templates/${other}/publish`)
    expect((await person.get(`/templates/${other}/versions/${version}`)).status).toBe(404)
    const { key } = theirs
    const { body } = await server.call('POST', '/templates', { key, body: { name: 'Theirs', html: '<p>x</p>' } })
    expect((await person.get(`/templates/${body.id}/versions`)).status).toBe(404)
  })
})

it('audits creating, publishing and deleting a template on the page and by API', async () => {
  const { location } = await person.post('/templates/make', { name: 'By hand' })
  const by_hand = idOf(location)
  await change(by_hand, { subject: 'S', html: '<p>x</p>' }, 'publish')
  await person.post(`/templates/${by_hand}/delete`)
  const by_program = await aTemplate({ name: 'By program' })
  await server.call('POST', `/templates/${by_program}/publish`)
  await server.call('DELETE', `/templates/${by_program}`)
  for (const [id, name, type] of [
    [by_hand, 'By hand', 'person'],
    [by_program, 'By program', 'api_key'],
  ]) {
    const { data } = (await server.call('GET', `/audit-events?object_id=${id}`)).body
    const entry = (action: string) => expect.objectContaining({ action, object: { type: 'template', id, name } })
    expect(data).toEqual([entry('template.deleted'), entry('template.published'), entry('template.created')])
    expect(data.map(({ actor }: { actor: { type: string } }) => actor.type)).toEqual([type, type, type])
  }
  const copied = await aTemplate()
  await server.call('POST', `/templates/${copied}/duplicate`)
  const { data } = (await server.call('GET', '/audit-events?action=template.created')).body
  expect(data[0].object.id).not.toBe(copied)
})

describe('a template written in blocks', () => {
  it('declares variables by their use', async () => {
    const id = await aTemplate()
    const page = await text(`/templates/${id}/blocks`)
    expect(page).toContain('These blocks were converted from the HTML.')
    const content = [{ type: 'paragraph', content: [{ type: 'text', text: 'Order {{{ORDER}}}' }] }]
    const fields = { seen: seenIn(page), document: JSON.stringify({ type: 'doc', content }) }
    time.forward(1000)
    const { location } = await person.post(`/templates/${id}/blocks`, fields)
    expect(location).toBe(`/templates/${id}?done=changed`)
    expect(await get(id)).toMatchObject({ html: '<p>Order {{{ORDER}}}</p>', variables: [{ key: 'ORDER' }] })
    const late = await person.post(`/templates/${id}/blocks`, fields)
    expect([late.status, late.text.includes('You changed this in another window at')]).toEqual([409, true])
  })
})
