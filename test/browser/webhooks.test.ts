// Webhook pages: endpoints, signing secrets, events, attempts and replays.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { statement } from '../../src/base/store/statement.ts'
import { insertDeliveryToOne, insertEventForOne } from '../../src/integrations/webhooks/store.ts'
import { contactsOf } from '../support/contacts.ts'
import { type Destination, destination } from '../support/destination.ts'
import { type Person, type PageSeen, aPerson } from '../support/pages.ts'
import { aColleague, aTeamOf, firstTeamOf } from '../support/people.ts'
import { waitUntil } from '../support/wait-until.ts'
import { type TestServer, startServer } from '../support/server.ts'

const SECRET = /whsec_[A-Za-z0-9+/]{32}/
const disable = statement<{ id: string }>((knex, param) =>
  knex('webhooks')
    .where('id', param('id'))
    .update({ status: 'disabled', disabled_reason: 'All deliveries failed for five days.' }),
)
const giveUp = statement<{ id: string }>((knex, param) =>
  knex('webhook_deliveries').where('webhook_id', param('id')).update({ status: 'failed', next_attempt_at: null }),
)
const settle = statement<{ webhook_id: string; event_id: string; status: string }>((knex, param) =>
  knex('webhook_deliveries')
    .where({ webhook_id: param('webhook_id'), event_id: param('event_id') })
    .update({ status: param('status'), next_attempt_at: null }),
)
const UNKNOWN = '5d8b3e0a-8f1d-4c57-9a44-0f6f3a6c2b10'

let server: TestServer
let sink: Destination
/** The response of the endpoint. Status 0 closes the connection. */
let answer: { status: number; body: string }
let person: Person

beforeAll(async () => {
  sink = await destination((_, response) => {
    if (answer.status === 0) response.destroy()
    else response.writeHead(answer.status).end(answer.body)
  })
  server = await startServer({ ALLOWED_PRIVATE_NETWORKS: '127.0.0.1' })
  person = aPerson(server)
  await person.logIn('/webhooks')
})
afterAll(async () => {
  await server.stop()
  await sink.close()
})
beforeEach(() => {
  answer = { status: 200, body: 'ok' }
})

const pathIn = (location: string | null): string => location!.split('?')[0]!
/** Submits a form and returns the page that it leads to. */
async function sent(path: string, fields: Record<string, string> = {}): Promise<PageSeen & { path: string }> {
  const { status, location } = await person.post(path, fields)
  expect([path, status]).toEqual([path, 303])
  return { ...(await person.get(location!)), path: pathIn(location) }
}

/** Adds an endpoint on the page. */
async function anEndpoint(fields: Record<string, string> = { which: 'all' }): Promise<string> {
  await person.get('/webhooks')
  return (await sent('/webhooks/make', { endpoint: `${sink.url}/hook`, ...fields })).path
}

const stored = async (path: string) => (await server.call('GET', path)).body

/** Sends a test event and waits for its attempt. Returns the page of the event. */
async function tested(path: string): Promise<PageSeen & { path: string }> {
  await person.get(path)
  const shown = await sent(`${path}/test`, { type: 'topic.created' })
  // Waits until the page shows the result of the attempt.
  let seen: PageSeen
  await waitUntil(async () => {
    await server.queue.idle()
    seen = await person.get(shown.path)
    return !seen.text.includes('The first attempt is pending.')
  })
  return { ...seen!, path: shown.path }
}

describe('creating a webhook', () => {
  it('for all events shows its secret only on its own page', async () => {
    await person.get('/webhooks')
    const { text, path, headers } = await sent('/webhooks/make', { endpoint: 'https://a.example/<b>', which: 'all' })
    expect(text).toContain('Webhook created.')
    expect(text).toContain('<h1><bdi>https://a.example/&lt;b&gt;</bdi></h1>')
    expect(text).toContain('<dd>All events</dd>')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(SECRET.exec(text)![0]).toBe((await stored(path)).signing_secret)
    expect((await stored(path)).events).toBeNull()
    const list = (await person.get('/webhooks')).text
    expect(list).toContain(`<a href="${path}"><bdi>https://a.example/&lt;b&gt;</bdi></a>`)
    expect(list).not.toMatch(SECRET)
    expect(server.logged()).not.toMatch(SECRET)
  })

  it('for selected types stores those types', async () => {
    const path = await anEndpoint({ which: 'chosen', 'email.bounced': 'on', 'topic.deleted': 'on', nonsense: 'on' })
    expect((await stored(path)).events).toEqual(['email.bounced', 'topic.deleted'])
    expect((await person.get(path)).text).toContain('<code>email.bounced</code>, <code>topic.deleted</code>')
  })

  it.each([
    ['no URL', { endpoint: '' }, '“URL” must begin with https:// or http://.'],
    ['a password in it', { endpoint: 'https://a:b@example.org' }, '“URL” must not contain a user or password.'],
    ['2001 characters', { endpoint: `https://e.org/${'a'.repeat(1987)}` }, '“URL” must have at most 2000 characters.'],
    ['no type', { which: 'chosen' }, 'Select at least one event type, or all events.'],
  ])('with %s is rejected and keeps the input', async (_, fields, words) => {
    await person.get('/webhooks')
    const asked = { endpoint: 'https://typed.example', which: 'chosen', ...fields }
    const { status, text } = await person.post('/webhooks/make', {
      ...asked,
      ...('endpoint' in fields && { 'email.sent': 'on' }),
    })
    expect([status, text.includes(words)]).toEqual([422, true])
    expect(text).toContain(`value="${asked.endpoint}"`)
    expect(text).toMatch(/value="chosen" checked/)
    expect(text.includes('name="email.sent" checked')).toBe('endpoint' in fields)
  })

  it('is rejected beyond 50 webhooks, which are paginated', async () => {
    const { key, other } = await anotherTeam('many@example.net', 'Many')
    await other.get('/webhooks')
    for (let count = 0; count < 50; count++)
      await other.post('/webhooks/make', { endpoint: `https://e${count}.example/`, which: 'all' })
    const refused = await other.post('/webhooks/make', { endpoint: 'https://more.example/', which: 'all' })
    expect([refused.status, refused.text.includes('A team can have at most 50 webhooks')]).toEqual([422, true])
    const { text } = await other.get('/webhooks')
    expect([text.includes('https://e49.'), text.includes('https://e0.')]).toEqual([true, false])
    const [, older] = /href="(\/webhooks\?after=[^"]+)"/.exec(text)!
    expect((await other.get(older!)).text).toContain('https://e0.')
    expect((await server.call('GET', '/webhooks', { key })).body.data).toHaveLength(50)
  })
})

async function anotherTeam(email: string, name: string): Promise<{ key: string; other: Person }> {
  const account = await aColleague(server, { email })
  const team_id = await aTeamOf(server, email, name)
  const other = aPerson(server)
  await other.logIn('/api-keys', account)
  await other.get('/api-keys')
  await other.post('/team/switch', { team_id, next: '/api-keys' })
  await other.get('/api-keys')
  await other.post('/api-keys/make', { name: 'Own', permission: 'full_access' })
  const { text } = await other.get('/api-keys')
  return { key: /re_[A-Za-z0-9]{8}_[A-Za-z0-9]{24}/.exec(text)![0], other }
}

describe('a webhook', () => {
  it('is updated, even back to all events', async () => {
    const path = await anEndpoint()
    const changed = { endpoint: 'https://b.example/', which: 'chosen', 'email.sent': 'on' }
    expect((await sent(`${path}/change`, changed)).text).toContain('Webhook updated.')
    expect(await stored(path)).toMatchObject({ endpoint: 'https://b.example/', events: ['email.sent'] })
    const refused = await person.post(`${path}/change`, { ...changed, endpoint: 'ftp://b.example', which: 'all' })
    expect(refused.status).toBe(422)
    expect(refused.text).toContain('role="alert" id="trouble">“URL” must begin with https:// or http://.')
    expect(refused.text).toMatch(/<details class="panel" open[^>]*>\s*<summary>Edit webhook/)
    expect(refused.text).toContain('value="ftp://b.example"')
    await sent(`${path}/change`, { ...changed, which: 'all' })
    expect((await stored(path)).events).toBeNull()
  })

  it('keeps types that were selected by API and do not occur here', async () => {
    const events = ['email.sent', 'inbox.thread.assigned']
    const { body } = await server.call('POST', '/webhooks', { body: { endpoint: 'https://c.example/', events } })
    const path = `/webhooks/${body.id}`
    expect((await person.get(path)).text).toContain('name="inbox.thread.assigned" checked')
    const boxes = Object.fromEntries(events.map(each => [each, 'on']))
    await sent(`${path}/change`, { endpoint: 'https://c.example/', which: 'chosen', ...boxes })
    expect((await stored(path)).events.toSorted()).toEqual(events)
    expect((await person.get('/webhooks')).text).not.toContain('name="inbox.thread.assigned"')
  })

  it('is disabled and enabled and rejects test events while disabled', async () => {
    const path = await anEndpoint()
    const { text } = await sent(`${path}/disable`)
    expect(text).toContain('Disabled by your team. No events are sent until you enable it.')
    expect(text).not.toContain(`${path}/test`)
    const refused = await person.post(`${path}/test`, { type: 'email.sent' })
    expect(refused.status).toBe(422)
    expect(refused.text).toContain('This webhook is disabled. Enable it first')
    expect((await sent(`${path}/enable`)).text).toContain('Events are sent to this URL.')
    expect((await stored(path)).status).toBe('enabled')
  })

  it('rotates its secret and shows when the previous one expires', async () => {
    const path = await anEndpoint()
    const before = (await stored(path)).signing_secret
    expect((await person.get(path)).text).not.toContain('Previous secret')
    const { text } = await sent(`${path}/rotate`)
    expect(text).toContain('Secret rotated.')
    expect(text).toMatch(/Previous secret<\/dt>\s*<dd>also signs requests until <time/)
    const { signing_secret } = await stored(path)
    expect(signing_secret).not.toBe(before)
    expect([text.includes(signing_secret), text.includes(before)]).toEqual([true, false])
  })

  it('is deleted', async () => {
    const path = await anEndpoint()
    expect((await sent(`${path}/delete`)).text).toContain('Webhook deleted.')
    const gone = await person.get(path)
    expect([gone.status, gone.text.includes('No such webhook')]).toEqual([404, true])
  })

  it('shows since when it has been failing, on its page and in the list', async () => {
    answer = { status: 500, body: 'down' }
    const path = await anEndpoint()
    expect((await person.get(path)).text).toContain('No attempts yet. Send a test event')
    await tested(path)
    const { text } = await person.get(path)
    expect(text).toMatch(/<span class="tag bad">Failing<\/span> Every attempt since \d+ \w+ \d{4}, [\d:]+ has failed\./)
    expect(text).toMatch(/<dd>0 succeeded, 1 failed, \d+ ms on average<\/dd>/)
    const list = (await person.get('/webhooks')).text.split('<th scope="row">').find(row => row.includes(path))
    expect(list).toContain(': 0 succeeded, 1 failed')
    expect(list).toContain('Failing')
  })

  it('shows why the server disabled it and how to enable it', async () => {
    const path = await anEndpoint()
    const id = path.split('/')[2]!
    await server.database.unit(async tx => tx.put(disable, { id }))
    const { text } = await person.get(path)
    expect(text).toContain('Disabled by the server. All deliveries failed for five days. Fix the endpoint')
    await sent(`${path}/enable`)
    expect((await person.get(path)).text).not.toContain('five days')
  })
})

describe('a webhook event', () => {
  it('shows payload and response of a test, escaped', async () => {
    answer = { status: 200, body: '<script>alert(1)</script>' }
    const { text, path } = await tested(await anEndpoint())
    expect(text).toContain('<span class="tag good">Success</span>')
    expect(text).toContain('Status 200')
    expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(text).not.toContain('<script>')
    expect(text).toContain('{\n  &quot;type&quot;: &quot;topic.created&quot;,')
    expect(text).toMatch(/<p class="soft"><time[^]*?, \d+ ms<\/p>/)
    expect(sink.received.at(-1)!.headers['webhook-id']).toBe(path.split('/').at(-1))
  })

  it('shows its next attempt after a failure, is filtered by status and replayed', async () => {
    answer = { status: 503, body: 'x'.repeat(60_000) }
    const endpoint = await anEndpoint()
    const failed = await tested(endpoint)
    expect(failed.text).toMatch(/<dt>Next attempt<\/dt>\s*<dd><time/)
    expect(failed.text.length).toBeLessThan(40_000)
    expect(failed.text).toContain('Truncated. The API returns the rest.')
    const listed = async (status: string): Promise<boolean> =>
      (await person.get(`${endpoint}/events?status=${status}`)).text.includes(failed.path)
    expect([await listed('attempting'), await listed('success'), await listed('')]).toEqual([true, false, true])
    answer = { status: 204, body: '' }
    await person.get(failed.path)
    expect((await sent(`${failed.path}/replay`)).text).toContain('Event queued again.')
    await server.queue.idle()
    const { text } = await person.get(failed.path)
    expect(text.indexOf('Status 204')).toBeLessThan(text.indexOf('Status 503'))
    expect(text).toContain('No body.')
  })

  it('shows the error of a request without a response', async () => {
    answer = { status: 0, body: '' }
    const { text } = await tested(await anEndpoint())
    expect(text).toMatch(/<h3>No response<\/h3>[^]*<p><bdi>[^<]+<\/bdi><\/p>/)
    expect(text).not.toContain('Response body')
  })

  it('cannot be replayed while the webhook is disabled', async () => {
    const endpoint = await anEndpoint()
    const { path } = await tested(endpoint)
    await sent(`${endpoint}/disable`)
    expect((await person.get(path)).text).toContain(`first <a href="${endpoint}">enable the webhook</a>`)
    expect((await person.post(`${path}/replay`)).text).toContain('This webhook is disabled')
  })

  it('is listed by page, newest first', async () => {
    const endpoint = await anEndpoint()
    const { aTopic } = contactsOf(server)
    for (let count = 0; count < 26; count++) await aTopic({ name: `Topic ${count}` })
    const first = (await person.get(`${endpoint}/events`)).text
    expect(first.match(/msg_\w{27}<\/code>/g)).toHaveLength(25)
    const [, older] = new RegExp(`href="(${endpoint}/events\\?after=[^"]+)"`).exec(first)!
    const second = (await person.get(older!)).text
    expect(second.match(/msg_\w{27}<\/code>/g)).toHaveLength(1)
    expect(second).toContain(`<a href="${endpoint}/events">Newest</a>`)
    expect((await person.get(`${endpoint}/events?after=nonsense`)).status).toBe(422)
  })
})

describe('filtering webhook events by status', () => {
  it('searches 5,000 events at a time and continues from there', async () => {
    const endpoint = await anEndpoint({ endpoint: 'https://quiet.example/', which: 'chosen', 'domain.deleted': 'on' })
    const [, , webhook_id = ''] = endpoint.split('/')
    const team_id = await firstTeamOf(server, server.admin.email)
    await server.database.unit(async tx => {
      for (let count = 1; count <= 5_001; count++) {
        const [id, created_at] = [tx.newId('webhook_events'), server.now().toISOString()]
        insertEventForOne(tx, { id, team_id, type: 'domain.deleted', about: id, payload: '{}', created_at })
        insertDeliveryToOne(tx, { id, team_id, webhook_id })
        tx.put(settle, { webhook_id, event_id: id, status: count === 1 ? 'failed' : 'success' })
      }
    })
    const first = (await person.get(`${endpoint}/events?status=failed`)).text
    expect(first).toContain('No matching events in this part of the list. Search older.')
    const [, further] = /href="([^"]+)" class="older">Search older/.exec(first)!
    expect((await person.get(further!.replaceAll('&amp;', '&'))).text.match(/msg_\w{27}<\/code>/g)).toHaveLength(1)
  })
})

describe('replaying failed events since a time', () => {
  it('requires a time and sends each failed event', async () => {
    answer = { status: 500, body: '' }
    const path = await anEndpoint()
    const { path: failed } = await tested(path)
    const refused = await person.post(`${path}/replay`, { since: 'yesterday' })
    expect([refused.status, refused.text.includes('“Since” must be a date and time')]).toEqual([422, true])
    await server.database.unit(async tx => tx.put(giveUp, { id: path.split('/')[2]! }))
    answer = { status: 200, body: '' }
    expect((await sent(`${path}/replay`, { since: '2020-01-01T00:00' })).text).toContain('Failed events queued again')
    await server.queue.idle()
    expect((await person.get(failed)).text).toContain('Status 200')
  })
})

describe('webhooks of another team', () => {
  it('are hidden and cannot be changed', async () => {
    const endpoint = await anEndpoint()
    const { path } = await tested(endpoint)
    const { other } = await anotherTeam('second@example.net', 'Second')
    const { text } = await other.get('/webhooks')
    expect(text).toContain('No webhooks yet.')
    for (const at of [endpoint, `${endpoint}/events`, path])
      expect([at, (await other.get(at)).status]).toEqual([at, 404])
    for (const act of ['change', 'enable', 'disable', 'rotate', 'delete', 'test', 'replay'])
      expect([act, (await other.post(`${endpoint}/${act}`)).status]).toEqual([act, 404])
    expect((await other.post(`${path}/replay`)).status).toBe(404)
  })
})

describe('forms of the webhook pages', () => {
  const acts = ['change', 'enable', 'disable', 'rotate', 'delete', 'test', 'replay']
  it.each([
    { path: '/webhooks/make', page: '/webhooks' },
    ...acts.map(act => ({ path: `/webhooks/${UNKNOWN}/${act}`, page: `/webhooks/${UNKNOWN}` })),
    { path: `/webhooks/${UNKNOWN}/events/msg_x/replay`, page: `/webhooks/${UNKNOWN}/events/msg_x` },
  ])('$path leads to its page: after the login, and when its address is opened', async ({ path, page }) => {
    expect((await aPerson(server).post(path)).location).toBe(`/login?next=${page}`)
    expect((await person.get(path)).location).toBe(page)
  })

  it('GET /webhooks serves JSON to API clients', async () => {
    expect((await server.call('GET', '/webhooks')).body.object).toBe('list')
    expect((await server.call('GET', '/webhooks', { key: null })).status).toBe(401)
  })
})
