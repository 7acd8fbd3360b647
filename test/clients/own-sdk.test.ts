// Our own SDK, packed and used as its users use it, against a real server and a real mail server.
import { execFile } from 'node:child_process'
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { setImmediate } from 'node:timers/promises'
import { promisify } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Json } from '../../scripts/openapi.ts'
import { methodsOf } from '../../scripts/openapi.ts'
import { type Fault, type FlakyProxy, flakyProxy } from '../support/flaky-proxy.ts'
import { type MailSink, mailSink } from '../support/mail-sink.ts'
import {
  type SecretMethod,
  aClientWithSecret,
  aCode,
  aGrantedClient,
  disableClient,
  credentialsOf,
  sendForm,
} from '../support/oauth.ts'
import { type PackedSdk, compile, packedSdk } from '../support/packed-sdk.ts'
import { type TestServer, startServer } from '../support/server.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

const UUID = expect.stringMatching(/^[0-9a-f-]{36}$/)

/** The examples of the README, in order, as one program. */
const examples = [...readFileSync('sdk/README.md', 'utf8').matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(
  ([, code]) => code,
)
const imports = (code = ''): string[] => code.split('\n').filter(line => line.startsWith('import '))
const tour = [
  ...examples.flatMap(imports),
  ...examples.map(code => code!.replaceAll(/^import .*$/gm, '')),
  'export { id, automation, client }',
].join('\n')

let sdk: PackedSdk
let sink: MailSink
let server: TestServer
let proxy: FlakyProxy
// oxlint-disable-next-line typescript/no-explicit-any -- typed where it is compiled, against the packed package
let programs: any
// oxlint-disable-next-line typescript/no-explicit-any -- as above
let subjects: any

beforeAll(async () => {
  const written = (name: string): string => readFileSync(`sdk/test/${name}`, 'utf8')
  sdk = await packedSdk({
    'programs.ts': written('programs.ts'),
    'subjects.ts': written('subjects.ts'),
    'tour.ts': tour,
  })
  compile(sdk, 'typescript')
  programs = await import(pathToFileURL(path.join(sdk.folder, 'programs.js')).href)
  subjects = await import(pathToFileURL(path.join(sdk.folder, 'subjects.js')).href)
  sink = await mailSink()
  server = await startServer({ SMTP_URL: sink.url, SMTP_RELAYS: `second=${sink.url};domains=second.example` })
  proxy = await flakyProxy(server.url)
})
afterAll(async () => {
  await proxy?.stop()
  await server?.stop()
  await sink?.close()
  sdk?.remove()
})
beforeEach(() => {
  proxy.seen.length = 0
  proxy.faults.length = 0
})

const options = (more: object = {}): object => ({ baseUrl: proxy.url, apiKey: server.key, ...more })
const fail = (...faults: Fault[]): void => void proxy.faults.push(...faults)
const count = async (): Promise<number> =>
  (await programs.emailPages({ ...options(), baseUrl: server.url }, 100)).flat().length

describe('the package', () => {
  it('contains only the expected files', () => {
    const others = sdk.files.filter(file => !/^dist\/[\w./-]+\.(js|d\.ts)$/.test(file))
    expect(others.toSorted()).toEqual(['LICENSE', 'README.md', 'package.json'])
    expect(sdk.files).toContain('dist/index.js')
    expect(sdk.files).toContain('dist/index.d.ts')
  })

  it('has no dependencies, and has the version of the contract', () => {
    const manifest = JSON.parse(readFileSync('sdk/package.json', 'utf8'))
    expect(Object.keys(manifest).filter(key => /dependencies/i.test(key))).toEqual([])
    expect(manifest.version).toBe(JSON.parse(readFileSync('generated/openapi.json', 'utf8')).info.version)
  })

  it('also compiles under strict with TypeScript 5', { timeout: 180_000 }, () => {
    compile(sdk, 'typescript-5')
  })

  it('has a method for every operation except aliases and the operations that OAuth libraries call', () => {
    const contract: Json = JSON.parse(readFileSync('generated/openapi.json', 'utf8'))
    const called = readdirSync('sdk/src/resources')
      .map(file => readFileSync(`sdk/src/resources/${file}`, 'utf8'))
      .join('\n')
    const wanted = methodsOf(contract)
      .filter(
        ({ path, operation }) =>
          !operation.deprecated &&
          operation['x-rules'] !== 'own' &&
          // streams are not calls: `events.stream`
          !operation['x-endless'] &&
          !path.includes('.well-known'),
      )
      .map(({ operation }) => operation.operationId)
    expect(wanted.filter(id => !called.includes(`operations.${id}(`))).toEqual([])
  })
})

describe('the README', () => {
  it('works from its first example to its last', async () => {
    const { client_id, refresh_token } = await aGrantedClient(server)
    const tokens = path.join(sdk.folder, 'tokens.json')
    writeFileSync(tokens, JSON.stringify({ client_id, refresh_token }))
    const env = { PATH: process.env.PATH, LETTERMILL_URL: server.url, LETTERMILL_API_KEY: server.key }
    const running = promisify(execFile)(process.execPath, ['tour.js'], { cwd: sdk.folder, env, timeout: 100_000 })
    const { stdout: said } = await running
    expect(said).toContain("object: 'automation_run'")
    expect(said).toContain("object: 'automation',")
    await sink.received(4)
    const mails = sink.messages.map(({ raw }) => raw)
    expect(mails.filter(raw => raw.includes('Subject: Hello\r\n'))).toHaveLength(1)
    expect(mails.filter(raw => raw.includes('Subject: Hello Ada\r\n'))).toHaveLength(1)
    const { data } = (await server.call('GET', '/automations')).body
    const runs = (await server.call('GET', `/automations/${data[0].id}/runs`)).body.data
    await expect
      .poll(async () => (await server.call('GET', `/automations/${data[0].id}/runs/${runs[0].id}`)).body.status)
      .toBe('completed')
    const kept = JSON.parse(readFileSync(tokens, 'utf8'))
    expect(kept).toMatchObject({ client_id, access_token: expect.any(String), expires_at: expect.any(Number) })
    expect(kept.refresh_token).not.toBe(refresh_token)
  })
})

describe('sending', () => {
  it.each<[string, Fault[]]>([
    ['the connection fails before the server reads it', ['reset']],
    ['the response is lost', ['lost']],
    ['the response is cut off', ['broken off']],
    [
      'the server fails',
      [
        { status: 500, body: '{}' },
        { status: 502, body: 'Bad gateway' },
      ],
    ],
    ['several failures follow each other', ['lost', { status: 503 }]],
  ])('sends once, although %s', async (_, faults) => {
    const before = await count()
    fail(...faults)
    expect(await programs.send(options())).toEqual({ id: UUID })
    expect(proxy.seen).toHaveLength(faults.length + 1)
    expect(new Set(proxy.seen.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
    expect(await count()).toBe(before + 1)
  })

  it('uses a new idempotency key, or the given one', async () => {
    const first = await programs.send(options())
    const second = await programs.send(options())
    expect(first).not.toEqual(second)
    await programs.send(options(), { idempotencyKey: 'invoice-7' })
    const keys = proxy.seen.map(({ headers }) => headers['idempotency-key'])
    expect(new Set(keys).size).toBe(3)
    expect(keys.at(-1)).toBe('invoice-7')
  })

  it('ends with the last error after the configured number of attempts', async () => {
    fail('reset', 'reset', 'reset', 'reset')
    expect(await programs.send(options())).toMatchObject({ name: 'ConnectionError' })
    expect(proxy.seen).toHaveLength(3)
    proxy.faults.length = 0
    fail({ status: 500 })
    expect(await programs.send(options({ maxRetries: 0 }))).toMatchObject({ name: 'ServerError', status: 500 })
    expect(proxy.seen).toHaveLength(4)
  })

  it('ends after its timeout', async () => {
    fail('silent', 'silent')
    const refused = await programs.send(options({ maxRetries: 1, timeoutMs: 1000 }))
    expect(refused).toMatchObject({
      name: 'ConnectionError',
      message: expect.stringContaining('no response within 1000 ms'),
    })
    expect(proxy.seen).toHaveLength(2)
  })

  it('does not retry an invalid request', async () => {
    const refused = await programs.send(options({ apiKey: 're_unknown' }))
    expect(refused).toMatchObject({
      name: 'AuthenticationError',
      status: 401,
      code: 'invalid_api_key',
      requestId: expect.any(String),
    })
    expect(proxy.seen).toHaveLength(1)
  })
})

describe('a batch', () => {
  it('is sent once, although its response was lost', async () => {
    const before = await count()
    fail('lost', { status: 500, body: '{}' })
    expect(await subjects.sendBatch(options(), false)).toEqual({ data: [{ id: UUID }] })
    expect(new Set(proxy.seen.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
    expect(proxy.seen).toHaveLength(3)
    expect(await count()).toBe(before + 1)
  })

  it('uses a new idempotency key, or the given one', async () => {
    const first = await subjects.sendBatch(options(), false, { idempotencyKey: 'many' })
    expect(await subjects.sendBatch(options(), false, { idempotencyKey: 'many' })).toEqual(first)
    expect(await subjects.sendBatch(options(), false)).not.toEqual(first)
  })

  it('is refused as a whole, or accepted except for invalid emails', async () => {
    const before = await count()
    expect(await subjects.sendBatch(options(), true)).toMatchObject({ name: 'ValidationError', status: 422 })
    expect(await count()).toBe(before)
    expect(await subjects.sendBatch(options(), true, { batchValidation: 'permissive' })).toEqual({
      data: [{ id: UUID }],
      errors: [{ index: 1, message: expect.any(String) }],
    })
    expect(await count()).toBe(before + 1)
  })
})

describe('the other operations', () => {
  it('emails: sending later, rescheduling and canceling', async () => {
    const at = new Date(Date.now() + 7_200_000).toISOString()
    const { id, ...answers } = await subjects.sendLater(options(), at)
    expect(answers).toEqual({
      updated: { object: 'email', id },
      scheduled_at: at,
      canceled: { object: 'email', id },
      last_event: 'canceled',
      not_asked_for: undefined,
      steps: ['accepted', 'scheduled', 'canceled'],
      again: expect.objectContaining({ name: 'ValidationError', status: 422 }),
    })
  })

  it('emails: downloading and sharing attachments', async () => {
    const { names, texts, ...answers } = await subjects.sendFiles(options())
    expect(names).toHaveLength(3)
    expect(texts.map((text: string) => `${text}.txt`)).toEqual(names)
    expect(texts.toSorted()).toEqual(['one', 'three', 'two'])
    const shared = expect.objectContaining({ object: 'email', url: expect.stringContaining(server.url) })
    expect(answers).toEqual({
      unknown: expect.objectContaining({ name: 'NotFoundError', status: 404 }),
      plain: shared,
      short: shared,
      status: 200,
    })
  })

  it('emails: counting results', async () => {
    const { plain, narrow } = await subjects.count(options())
    expect(plain.object).toBe('metrics')
    expect(narrow.object).toBe('metrics')
    const [, last] = proxy.seen.map(({ path }) => path)
    expect(last).toBe('/emails/metrics?metrics=sent&metrics=delivered&dimensions=period&dimensions=domain')
  })

  it('domains', async () => {
    const { id, created, names, ...answers } = await subjects.tourDomains(options())
    expect(names.slice(0, 2)).toEqual(['other.example.org', 'mail.example.org'])
    expect(created.records.map(({ name }: { name: string }) => name)).toContain('go.mail')
    const missing = expect.objectContaining({ status: 404, name: 'NotFoundError' })
    expect(answers).toEqual({
      updated: { object: 'domain', id },
      verified: { object: 'domain', id },
      status: 'pending',
      open_tracking: true,
      rotated: expect.objectContaining({ object: 'domain', id, records: expect.any(Array) }),
      claim: expect.objectContaining({ message: 'Domain is not available to claim' }),
      gotClaim: missing,
      verifiedClaim: missing,
    })
  })

  it('suppressions', async () => {
    const { id, emails, ...answers } = await subjects.tourSuppressions(options())
    expect(emails.slice(0, 3)).toEqual(['c@example.com', 'b@example.com', 'ada+news@example.com'])
    const one = { object: 'suppression', id: UUID }
    expect(answers).toEqual({
      got: expect.objectContaining({ id, email: 'ada+news@example.com', origin: 'manual' }),
      added: { data: [one, one] },
      bounced: [],
      removed: { data: [{ ...one, deleted: true }] },
      gone: expect.objectContaining({ name: 'NotFoundError', status: 404 }),
    })
    const [, ...following] = proxy.seen.map(({ path }) => path).filter(path => path.includes('limit=2'))
    expect(following).not.toEqual([])
    expect(following.filter(path => !/origin=manual/.test(path) || !/after=/.test(path))).toEqual([])
  })

  it('imports of contacts', async () => {
    const { id, seen, canceled, errors, ids, properties, exported, contact, erasure } =
      await subjects.importContacts(options())
    expect(seen).toMatchObject({ id, status: 'completed', counts: { total: 2, created: 1, failed: 1 } })
    expect(errors).toEqual([expect.objectContaining({ line: 3, column: 'Mail' })])
    // the automation had ended
    expect(canceled).toEqual(seen)
    expect(ids).toEqual([id])
    expect(properties).toEqual({ sdk_plan: { type: 'string', value: 'pro' } })
    expect(contact).toMatchObject({ email: 'ada@example.org' })
    expect(erasure).toMatchObject({ object: 'contact_erasure', contact_id: contact.id })
    expect(exported).toMatch(/^email,first_name,[^]*\r\nada@example\.org,/)
  })

  it('composing from documents', async () => {
    const content = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Hello' }] }] }
    const composed = { content, ok: true, html: '<p>Hello</p>', room_id: expect.stringMatching(/^template-/) }
    expect(await subjects.composeTemplate(options())).toEqual(composed)
  })

  it('usage', async () => {
    expect(await subjects.showUsage(options())).toMatchObject({ object: 'usage', rate_limit: { duration: '1s' } })
  })

  it('delivery', async () => {
    const { id, ...answers } = await subjects.tourDelivery(options())
    expect(answers).toEqual({
      paused: [expect.objectContaining({ id, scope: 'destination', name: 'paused.example', reason: 'To see' })],
      removed: { object: 'delivery_pause', id, deleted: true },
      left: [],
    })
  })

  it('webhooks', async () => {
    const { id, tested, events, ...answers } = await subjects.tourWebhooks(options())
    const reference = { object: 'webhook', id }
    expect(tested).toEqual({ object: 'webhook_event', id: expect.stringMatching(/^msg_/) })
    expect(events).toMatchObject([{ id: tested.id, type: 'topic.created' }])
    expect(answers).toEqual({
      urls: 1,
      updated: reference,
      is_other: true,
      name: 'Release notes',
      replayed: tested,
      all_replayed: reference,
      lists: [true, true],
      removed: { ...reference, deleted: true },
    })
  })

  it('events: a stream resumes after the last event when its connection fails, until it is closed', async () => {
    const { got, asked, ended } = await subjects.streamTopics({ ...options(), baseUrl: server.url })
    const event = (name: string): object => {
      const webhook_id = expect.stringMatching(/^msg_[0-9A-Za-z]{27}$/)
      return expect.objectContaining({ type: 'topic.created', webhook_id, data: expect.objectContaining({ name }) })
    }
    expect(got).toEqual([event('Streamed first'), event('Streamed second')])
    expect(asked).toEqual([null, got[0].webhook_id])
    expect(ended).toBe('enough')
  })

  it('events: a stream is refused like every call', async () => {
    const refused = async (more: object, after: string): Promise<unknown> =>
      subjects.streamBehind({ ...options(), ...more }, after).catch(programs.failureOf)
    expect(await refused({}, 'msg_unknown')).toMatchObject({ name: 'ValidationError', status: 422 })
    expect(await refused({ apiKey: 'lm_unknown' }, '')).toMatchObject({ name: 'AuthenticationError' })
  })

  it('webhooks: a request is verified with the published test vector', async () => {
    const payload = '{"type":"email.sent","created_at":"2026-11-20T10:00:00.000Z","data":{}}'
    const good = 'v1,8DXGYXDMSe3sPRtqSFe6/JM8XKIlhM9wfYutJWSz5Oc='
    const headers = { 'webhook-id': 'msg_test', 'webhook-timestamp': '1763632800', 'webhook-signature': good }
    const secret = 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3'
    const now = new Date(1_763_632_800_000)
    const posted = { payload, headers, secret, now }
    const event = { ...JSON.parse(payload), webhook_id: 'msg_test' }
    const verify = (more: object): Promise<unknown> => subjects.verifyWebhook({ ...posted, ...more })
    expect(await verify({})).toEqual(event)
    expect(await verify({ headers: new Headers(headers) })).toEqual(event)
    const older = { 'Svix-Id': ['msg_test'], 'Svix-Timestamp': '1763632800', 'Svix-Signature': good }
    expect(await verify({ headers: older })).toEqual(event)
    expect(await verify({ headers: { ...headers, 'webhook-signature': `v1,AAAA v1a,x ${good}` } })).toEqual(event)
    expect(await verify({ now: new Date(now.getTime() + 300_000) })).toEqual(event)
    const refused = { name: 'WebhookVerificationError' }
    const wrong = [
      { payload: payload.replace('sent', 'scent') },
      { secret: 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY4' },
      { headers: {} },
      { headers: { ...headers, 'webhook-timestamp': 'now' } },
      { headers: { ...headers, 'webhook-signature': good.slice(3) } },
      { headers: { ...headers, 'webhook-signature': 'v1,*' } },
      { now: new Date(now.getTime() + 301_000) },
      { now: new Date(now.getTime() - 301_000) },
    ]
    for (const each of wrong) expect(await verify(each), JSON.stringify(each)).toMatchObject(refused)
    expect(await verify({ secret: '' })).toMatchObject({ name: 'LettermillError' })
  })

  it('delivery: lists whose pages are addressed by names', async () => {
    const email = { from: 'ada@example.org', to: 'grace@second.example', subject: 'Second', text: 'T' }
    await programs.send(options())
    await server.call('POST', '/emails', { body: email })
    await expect.poll(() => subjects.destinationPages(options(), 1)).toEqual([['relay:main'], ['relay:second']])
    expect(proxy.seen.at(-1)!.path).toBe('/delivery/destinations?after_name=relay%3Amain&limit=1')
    // a day has more than one page only if a team sends to thousands of domains
    const report = { destination: 'a.example', policy: 'sts', result: 'successful', sessions: 1 }
    const body = JSON.stringify({ object: 'list', has_more: true, data: [report] })
    fail({ status: 200, headers: { 'content-type': 'application/json' }, body })
    expect(await subjects.tlsReports(options(), '2020-01-01')).toEqual([report])
    expect(proxy.seen.at(-1)!.path).toBe('/delivery/tls-reports?day=2020-01-01&after_name=a.example')
  })
})

describe('a deletion', () => {
  const made: Record<string, { at: string; body?: object }> = {
    apiKeys: { at: '/api-keys', body: { name: 'Gone' } },
    automations: { at: '/automations', body: { name: 'Gone' } },
    broadcasts: { at: '/broadcasts', body: { from: 'a@b.example', subject: 'Gone' } },
    webhooks: { at: '/webhooks', body: { endpoint: 'https://gone.invalid', events: ['email.sent'] } },
    contactProperties: { at: '/contact-properties', body: { key: 'gone', type: 'string' } },
    domains: { at: '/domains', body: { name: 'gone.example' } },
    suppressions: { at: '/suppressions', body: { email: 'gone@example.net' } },
    contacts: { at: '/contacts', body: { email: 'gone@example.net' } },
    events: { at: '/events', body: { name: 'gone.away' } },
    segments: { at: '/segments', body: { name: 'Gone' } },
    templates: { at: '/templates', body: { name: 'Gone', html: '<p>Gone</p>' } },
    topics: { at: '/topics', body: { name: 'Gone', default_subscription: 'opt_in' } },
  }
  const aTopic = async (): Promise<string> =>
    (await server.call('POST', '/topics', { body: { name: 'Gone', default_subscription: 'opt_in' } })).body.id

  it.each(Object.entries(made))('of %s succeeds although its response was lost', async (from, { at, body }) => {
    const aSegment = async (): Promise<string> =>
      (await server.call('POST', '/segments', { body: { name: 'Of many' } })).body.id
    const create = async (): Promise<string> => {
      const whole = from === 'broadcasts' ? { ...body, segment_id: await aSegment() } : body
      return (await server.call('POST', at, { body: whole })).body.id
    }
    const plain = await create()
    const answer = await programs.remove(options(), from, plain)
    expect(answer).toMatchObject({ id: plain, deleted: true })
    const id = await create()
    fail('lost')
    expect(await programs.remove(options(), from, id)).toEqual({
      ...answer,
      id,
      ...(answer.contact && { contact: id }),
    })
  })

  it('of a membership succeeds although its response was lost', async () => {
    const segment = (await server.call('POST', '/segments', { body: { name: 'Left' } })).body.id
    const leave = async (email: string, ...faults: Fault[]): Promise<object> => {
      const contact = (await server.call('POST', '/contacts', { body: { email, segments: [{ id: segment }] } })).body.id
      fail(...faults)
      const { contact_id, ...answer } = await programs.removeFromSegment(options(), contact, segment)
      expect(contact_id).toBe(contact)
      return answer
    }
    expect(await leave('lost@example.net', 'lost')).toEqual(await leave('plain@example.net'))
  })

  it('of a pause succeeds although its response was lost', async () => {
    const pause = { scope: 'sender', name: 'gone.example' }
    const { id } = (await server.call('POST', '/delivery/pauses', { body: pause })).body
    fail('lost')
    expect(await programs.removePause(options(), id)).toEqual({ object: 'delivery_pause', id, deleted: true })
    expect((await server.call('GET', '/delivery/pauses')).body.data).toEqual([])
  })

  it('of a grant succeeds although its response was lost', async () => {
    await aGrantedClient(server)
    const [{ id }] = (await server.call('GET', '/oauth/grants')).body.data
    fail('lost')
    expect(await programs.revokeGrant(options(), id)).toEqual({
      object: 'oauth_grant',
      id,
      revoked_at: expect.any(String),
      revoked_reason: 'revoked_from_api',
    })
    const [grant] = (await server.call('GET', '/oauth/grants')).body.data
    expect(grant).toMatchObject({ id, revoked_reason: 'revoked_from_api' })
  })

  it('that certainly did not happen before fails with not found', async () => {
    const id = '00000000-0000-4000-8000-000000000000'
    const missing = { name: 'NotFoundError', status: 404 }
    expect(await programs.remove(options(), 'topics', id)).toMatchObject(missing)
    fail({ status: 429, headers: { 'retry-after': '0' }, body: '{}' })
    expect(await programs.remove(options(), 'topics', id)).toMatchObject(missing)
    fail({ status: 503, headers: { 'retry-after': '0' }, body: '{}' })
    expect(await programs.remove(options(), 'topics', id)).toMatchObject(missing)
  })

  it('does not succeed because a proxy responds with not found', async () => {
    const id = await aTopic()
    fail('reset', { status: 404, headers: { 'content-type': 'text/html' }, body: '<html>' })
    expect(await programs.remove(options(), 'topics', id)).toMatchObject({ name: 'NotFoundError' })
    expect((await server.call('GET', `/topics/${id}`)).status).toBe(200)
  })
})

describe('the options of a client', () => {
  const oauth = { client_id: 'c', refresh_token: 'r', onRefresh: () => {} }
  it.each<[string, object | undefined, RegExp]>([
    ['nothing', {}, /^`baseUrl` must be/],
    ['an address without a scheme', { baseUrl: 'mail.example.com', apiKey: 're_1' }, /^`baseUrl` must be/],
    ['no credentials', { baseUrl: 'http://localhost' }, /^Set either `apiKey` or `oauth`/],
    ['two credentials', { baseUrl: 'http://localhost', apiKey: 're_1', oauth }, /^Set either `apiKey`/],
    ['an empty key', { baseUrl: 'http://localhost', apiKey: '' }, /^`apiKey` is missing\.$/],
    ['a key with a line break', { baseUrl: 'http://localhost', apiKey: 're_1\n' }, /^`apiKey` must be text/],
    [
      'no refresh token',
      { baseUrl: 'http://localhost', oauth: { ...oauth, refresh_token: undefined } },
      /^`oauth.refresh_token` is missing/,
    ],
    ['no client', { baseUrl: 'http://localhost', oauth: { ...oauth, client_id: '' } }, /^`oauth.client_id` is missing/],
    [
      'no token storage',
      { baseUrl: 'http://localhost', oauth: { ...oauth, onRefresh: undefined } },
      /^`oauth.onRefresh` must be a function/,
    ],
  ])('are rejected immediately with an explanation: %s', (_, given, message) => {
    expect(programs.refusalOf(given)).toEqual({ name: 'LettermillError', message: expect.stringMatching(message) })
  })

  it('are not sent if they do not fit into a header, and fail like any other error', async () => {
    const refused = await programs.send(options(), { idempotencyKey: 'line\nbreak' })
    expect(refused).toEqual({ name: 'LettermillError', message: expect.stringContaining('header') })
    expect(proxy.seen).toEqual([])
  })
})

describe('a call that must not run twice', () => {
  it.each<Fault>(['lost', 'reset', { status: 500, body: '{}' }])('is not retried after %j', async fault => {
    fail(fault)
    expect(await programs.createSegment(options(), { name: 'Once' })).toMatchObject({ name: /Error$/ })
    expect(proxy.seen).toHaveLength(1)
  })

  it.each([429, 503])('is retried after a %i with Retry-After', async status => {
    fail({ status, headers: { 'retry-after': '1' }, body: '{}' })
    expect(await programs.createSegment(options(), { name: `Later ${status}` })).toMatchObject({ id: UUID })
    const [first, second, ...others] = proxy.seen
    expect(others).toEqual([])
    expect(second!.at - first!.at).toBeGreaterThan(950)
  })

  it('understands a date in Retry-After', async () => {
    const soon = new Date(Date.now() + 1500).toUTCString()
    fail({ status: 429, headers: { 'retry-after': soon }, body: '{}' })
    expect(await programs.createSegment(options(), { name: 'At a date' })).toMatchObject({ id: UUID })
  })

  it('fails if the wait is long', async () => {
    fail({
      status: 429,
      headers: { 'retry-after': '3600' },
      body: '{"name":"rate_limit_exceeded","message":"Slow down."}',
    })
    expect(await programs.createSegment(options(), { name: 'Long' })).toMatchObject({
      name: 'RateLimitError',
      code: 'rate_limit_exceeded',
      message: 'Slow down.',
      retryAfter: 3600,
    })
  })
})

it('ends when its caller aborts it, also between two attempts', async () => {
  fail({ status: 429, headers: { 'retry-after': '50' } })
  const ending = new AbortController()
  const sending = programs.send(options(), { signal: ending.signal })
  await expect.poll(() => proxy.seen.length).toBe(1)
  // combined signals can be garbage-collected before they notify a listener
  for (let round = 0; round < 5; round++) {
    await setImmediate()
    collectGarbage()
  }
  ending.abort()
  expect(await sending).toEqual({ name: 'AbortError' })
  expect(proxy.seen).toHaveLength(1)
  expect(await programs.send(options(), { signal: ending.signal })).toEqual({ name: 'AbortError' })
  expect(proxy.seen).toHaveLength(1)
})

it('ends when its caller aborts it during a slow response', async () => {
  fail('silent')
  const ending = new AbortController()
  const sending = programs.send(options(), { signal: ending.signal })
  await expect.poll(() => proxy.seen.length).toBe(1)
  collectGarbage()
  ending.abort()
  expect(await sending).toEqual({ name: 'AbortError' })
})

it('throws an error of a matching class', async () => {
  const id = '00000000-0000-4000-8000-000000000000'
  expect(await programs.getEmail(options(), id)).toMatchObject({
    name: 'NotFoundError',
    status: 404,
    code: 'not_found',
  })
  expect(await programs.getEmail(options(), 'seven')).toMatchObject({ name: 'ValidationError', status: 422 })
  fail({ status: 418, body: '<html>' })
  expect(await programs.getEmail(options(), id)).toMatchObject({
    name: 'ApiError',
    message: 'The server returned 418.',
  })
})

it.each([
  ['the page of a proxy', 'text/html', '<html>'],
  ['truncated JSON', 'application/json', '{"object":"em'],
  ['a page that declares itself as JSON', 'application/json', '<html>'],
])('rejects %s as a response', async (_, type, body) => {
  fail({ status: 200, headers: { 'content-type': type }, body })
  expect(await programs.getEmail(options(), '00000000-0000-4000-8000-000000000000')).toMatchObject({
    name: 'ApiError',
    status: 200,
    message: expect.stringContaining('Check that baseUrl is the address of a Lettermill server.'),
  })
})

it('follows no redirect, which would turn a send into a GET', async () => {
  fail({ status: 301, headers: { location: 'https://mail.example/emails' } })
  expect(await programs.send(options())).toMatchObject({
    name: 'ApiError',
    status: 301,
    message: expect.stringContaining('https://mail.example/emails'),
  })
  // after a redirect on the same origin, the response would be the list of emails
  fail({ status: 302, headers: { location: '/emails' } })
  expect(await programs.send(options())).toMatchObject({ name: 'ApiError', status: 302 })
  expect(proxy.seen.map(({ method }) => method)).toEqual(['POST', 'POST'])
})

describe('a list', () => {
  it('iterates over all pages, and fetches each once and on demand', async () => {
    for (let sent = await count(); sent < 7; sent++) await programs.send(options())
    proxy.seen.length = 0
    const all = (await server.call('GET', '/emails?limit=100')).body.data
    const pages: string[][] = await programs.emailPages(options(), 3)
    expect(pages.flat()).toEqual(all.map(({ id }: { id: string }) => id))
    expect(proxy.seen).toHaveLength(Math.ceil(all.length / 3))
    proxy.seen.length = 0
    expect(await programs.newest(options(), 4, 2)).toHaveLength(4)
    expect(proxy.seen.map(({ path }) => path)).toEqual(['/emails?limit=2', `/emails?limit=2&after=${all[1].id}`])
  })

  it('keeps its filters on every page', async () => {
    for (let made = 0; made < 3; made++) await server.call('POST', '/automations', { body: { name: `Draft ${made}` } })
    const { data } = (await server.call('GET', '/automations?status=enabled')).body
    const expected = data.map(({ name }: { name: string }) => `${name} enabled`)
    expect(await programs.enabledAutomations(options(), 1)).toEqual(expected)
    expect(proxy.seen.every(({ path }) => path.includes('status=enabled'))).toBe(true)
  })
})

describe('a client with a refresh token', () => {
  const listed = expect.objectContaining({ object: 'list' })
  const client = async (more: object = {}): Promise<object> => {
    const { client_id, refresh_token } = await aGrantedClient(server)
    return { baseUrl: proxy.url, oauth: { client_id, refresh_token, ...more } }
  }
  const refreshes = (): number => proxy.seen.filter(({ path }) => path === '/oauth/token').length

  it('refreshes once for concurrent calls, and not again while the token is valid', async () => {
    const { outcomes, kept } = await programs.listAsClient(await client(), { times: 20, rounds: 2 })
    expect(outcomes).toEqual(Array.from({ length: 40 }, () => listed))
    expect(kept).toHaveLength(1)
    expect(refreshes()).toBe(1)
  })

  it('replaces an access token that is rejected early, once for all calls', async () => {
    const { outcomes, kept } = await programs.listAsClient(await client({ access_token: 'ended' }), {
      times: 5,
      rounds: 1,
    })
    expect(outcomes).toEqual(Array.from({ length: 5 }, () => listed))
    expect(kept).toHaveLength(1)
    expect(refreshes()).toBe(1)
  })

  it.each<SecretMethod>(['client_secret_basic', 'client_secret_post'])('authenticates with %s', async method => {
    const known = await aClientWithSecret(server, method)
    const { fields, authorization } = credentialsOf(known)
    const code = await aCode(server, known)
    const form = { grant_type: 'authorization_code', ...code, ...fields }
    const { refresh_token } = (await sendForm(server, '/oauth/token', form, authorization)).body
    const { client_id, client_secret } = known
    const oauth = { client_id, client_secret, token_endpoint_auth_method: method, refresh_token }
    const { outcomes } = await programs.listAsClient({ baseUrl: proxy.url, oauth }, { times: 1, rounds: 1 })
    expect(outcomes).toEqual([listed])
  })

  it('recovers from a refresh whose response was lost', async () => {
    fail('lost')
    const { outcomes, kept } = await programs.listAsClient(await client(), { times: 3, rounds: 1 })
    expect(outcomes).toEqual(Array.from({ length: 3 }, () => listed))
    expect(kept).toHaveLength(1)
  })

  it('uses no tokens that its program could not store, and requests them again', async () => {
    let failures = 0
    const keeping = async (): Promise<void> => {
      failures++
      if (failures === 1) throw new Error('disk full')
    }
    const { outcomes, kept } = await programs.listAsClient(await client(), { times: 1, rounds: 2, keeping })
    const refused = { name: 'LettermillError', message: 'onRefresh did not store the new tokens: disk full' }
    expect(outcomes).toEqual([refused, listed])
    expect(kept).toHaveLength(1)
  })

  it('reports that the user has to approve again', async () => {
    const given = (await client()) as { oauth: { client_id: string } }
    await disableClient(server, given.oauth.client_id)
    const { outcomes } = await programs.listAsClient(given, { times: 2, rounds: 1 })
    const refused = { name: 'OAuthError', status: expect.any(Number), error: expect.stringMatching(/^invalid_/) }
    expect(outcomes).toEqual([refused, refused])
    expect(refreshes()).toBe(1)
  })
})
