// Domains in the API: responses, refusals and isolation between teams.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clock } from '../support/clock.ts'
import { contactsOf } from '../support/contacts.ts'
import { countUsedKeys } from '../support/dkim-keys.ts'
import { aTeam, startServer, type TestServer } from '../support/server.ts'

const time = clock()
let server: TestServer
let own: ReturnType<typeof contactsOf>

beforeAll(async () => {
  server = await startServer(
    {
      MAIL_HOST: 'mail.sender.example',
      SPF_INCLUDE: 'spf.relay.example',
      DNS_SERVERS: '127.0.0.1:9',
      SMTP_IN_PORT: '0',
    },
    { now: time.now },
  )
  own = contactsOf(server)
})
afterAll(() => server.stop())

const create = (body: object) => own.ask('POST', '/domains', body)
const added = async (name: string, more: object = {}): Promise<string> => (await create({ name, ...more })).body.id
// oxlint-disable-next-line typescript/no-explicit-any -- an answer
const get = async (id: string): Promise<any> => (await own.ask('GET', `/domains/${id}`)).body
const records = (body: { records: { record: string; type: string }[] }, record: string, type = 'TXT') =>
  body.records.filter(each => each.record === record && each.type === type)

describe('createDomain and getDomain', () => {
  it('returns the required DNS records, with DKIM keys of both types', async () => {
    const { status, body } = await create({
      name: 'mail.first.example',
      capabilities: { receiving: 'enabled' },
      tracking_subdomain: 'go',
      click_tracking: true,
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      name: 'mail.first.example',
      status: 'not_started',
      region: 'us-east-1',
      open_tracking: false,
      click_tracking: true,
      tracking_subdomain: 'go',
      capabilities: { sending: 'enabled', receiving: 'enabled' },
      checked_at: null,
    })
    expect(body.object).toBeUndefined()
    const [rsa, ed25519] = records(body, 'DKIM') as unknown as Record<string, string>[]
    expect(rsa).toMatchObject({
      name: expect.stringMatching(/^lm[a-z0-9]{6}\._domainkey\.mail$/),
      value: expect.stringMatching(/^v=DKIM1; k=rsa; p=MII[\w+/]{380,}/),
      ttl: 'Auto',
      status: 'not_started',
      required: true,
      found: [],
      problem: null,
    })
    expect(ed25519).toMatchObject({
      name: rsa!.name!.replace('._domainkey', '-ed._domainkey'),
      value: expect.stringMatching(/^v=DKIM1; k=ed25519; p=[\w+/]{43}=$/),
      required: false,
    })
    expect(records(body, 'SPF', 'MX')).toMatchObject([
      { name: 'send.mail', host: 'send.mail.first.example', value: 'mail.sender.example', priority: 10 },
    ])
    expect(records(body, 'SPF')).toMatchObject([
      { name: 'send.mail', value: 'v=spf1 include:spf.relay.example ~all', required: true },
    ])
    expect(records(body, 'Receiving', 'MX')).toMatchObject([
      { name: 'mail', host: 'mail.first.example', value: 'mail.sender.example', priority: 10 },
    ])
    expect(records(body, 'Tracking', 'CNAME')).toMatchObject([{ name: 'go.mail', value: 'mail.sender.example' }])
    expect(body.dmarc).toMatchObject({ name: '_dmarc', host: '_dmarc.first.example', required: false })
    expect(await get(body.id)).toEqual({ object: 'domain', ...body })
  })

  it('accepts null for absent fields in createDomain and updateDomain', async () => {
    const nothing = { open_tracking: null, click_tracking: null, tracking_subdomain: null, tls: null }
    const capabilities = { sending: null, receiving: 'enabled' }
    const absent = { ...nothing, region: null, custom_return_path: null, capabilities }
    const { status, body } = await create({ name: 'nothing.example', ...absent })
    expect(status).toBe(201)
    const answered = {
      region: 'us-east-1',
      open_tracking: false,
      click_tracking: false,
      capabilities: { sending: 'enabled', receiving: 'enabled' },
    }
    expect(body).toMatchObject(answered)
    expect(body).not.toHaveProperty('tracking_subdomain')
    expect(records(body, 'SPF')).toMatchObject([{ name: 'send' }])
    for (const change of [{ ...nothing, capabilities: null }, { capabilities: { sending: null, receiving: null } }]) {
      expect((await own.ask('PATCH', `/domains/${body.id}`, change)).status).toBe(200)
      expect(await get(body.id)).toMatchObject(answered)
    }
    expect((await create({ name: 'nowhere.example', region: 'mars-1' })).body.name).toBe('invalid_region')
  })

  it('creates different DKIM keys for each domain and each type', async () => {
    const one = (await create({ name: 'keys-one.example' })).body
    const other = (await create({ name: 'keys-two.example' })).body
    expect(records(one, 'DKIM').length).toBe(2)
    const values = [...records(one, 'DKIM'), ...records(other, 'DKIM')].map(each => JSON.stringify(each))
    expect(new Set(values).size).toBe(4)
  })

  it.each([
    ['EXAMPLE-case.Example.', 'example-case.example'],
    ['bücher.example', 'xn--bcher-kva.example'],
    [' spaces.example ', 'spaces.example'],
  ])('accepts %j for %s', async (name, as) => {
    expect((await create({ name })).body.name).toBe(as)
  })

  it.each([
    [{}, 'missing_required_field', 'Missing `name` field.'],
    [{ name: 'localhost' }, 'validation_error', 'it must be a domain name such as example.com; received "localhost"'],
    [{ name: 'a_b.example' }, 'validation_error', 'it must be a domain name'],
    [{ name: '192.0.2.1' }, 'validation_error', 'it must be a domain name'],
    [{ name: 'a@b.example' }, 'validation_error', 'it must be a domain name'],
    [{ name: 'https://b.example' }, 'validation_error', 'it must be a domain name'],
    [{ name: 'co.uk' }, 'validation_error', 'co.uk is a public suffix'],
    [{ name: 'github.io' }, 'validation_error', 'github.io is a public suffix'],
    [{ name: `${'a.'.repeat(90)}example` }, 'validation_error', 'at most 180 characters'],
    [{ name: 'x.example', region: 'mars-1' }, 'invalid_region', 'must be one of us-east-1, eu-west-1'],
    [{ name: 'x.example', custom_return_path: '9x' }, 'validation_error', 'it must be one label of at most 63'],
    [{ name: 'x.example', custom_return_path: 'a.b' }, 'validation_error', 'it must be one label of at most 63'],
    [{ name: 'x.example', tls: 'always' }, 'validation_error', 'must be one of opportunistic, enforced'],
    [{ name: 'x.example', tracking_subdomain: 'a b' }, 'validation_error', 'it must be a subdomain of x.example'],
    [
      { name: 'x.example', capabilities: { sending: 'disabled' } },
      'validation_error',
      'one of `sending` and `receiving` must be enabled',
    ],
  ])('rejects %j', async (body, name, words) => {
    const answer = await create(body)
    expect(answer.body).toEqual({ statusCode: 422, name, message: expect.stringContaining(words) })
  })

  it('rejects a name that the team or another team already has, in any spelling', async () => {
    await added('taken.example')
    const message = 'The `taken.example` domain has been registered already.'
    const taken = { statusCode: 403, name: 'validation_error', message }
    expect((await create({ name: 'TAKEN.example' })).body).toEqual(taken)
    const other = await aTeam(server, 'Taking team')
    expect((await server.call('POST', '/domains', { key: other.key, body: { name: 'taken.example' } })).body).toEqual(
      taken,
    )
  })

  it('lets another team create a name that stayed unverified for 72 hours', async () => {
    await added('lapsed.example')
    const other = await aTeam(server, 'Later team')
    const ask = () => server.call('POST', '/domains', { key: other.key, body: { name: 'lapsed.example' } })
    time.forward(71 * 3_600_000)
    expect((await ask()).status).toBe(403)
    time.forward(3_600_000)
    expect((await ask()).status).toBe(201)
  })

  it('gives a name to only one of two concurrent requests', async () => {
    const other = await aTeam(server, 'Racing team')
    const keys = [server.key, other.key, server.key, other.key]
    const answers = await Promise.all(
      keys.map(key => server.call('POST', '/domains', { key, body: { name: 'raced.example' } })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 403, 403, 403])
  })
})

describe('listDomains', () => {
  it('returns all domains, newest first, with their capabilities and without records', async () => {
    const team = await aTeam(server, 'Listing team')
    for (const name of ['one.list.example', 'two.list.example', 'three.list.example']) {
      await server.call('POST', '/domains', { key: team.key, body: { name } })
    }
    const { body } = await server.call('GET', '/domains', { key: team.key })
    expect(body.data.map(({ name }: { name: string }) => name)).toEqual([
      'three.list.example',
      'two.list.example',
      'one.list.example',
    ])
    expect(Object.keys(body.data[0])).not.toContain('records')
    expect(body.data[0].capabilities).toEqual({ sending: 'enabled', receiving: 'disabled' })
    const page = await server.call('GET', `/domains?limit=1&after=${body.data[0].id}`, { key: team.key })
    expect(page.body).toMatchObject({ has_more: true, data: [{ name: 'two.list.example' }] })
  })
})

describe('getDomainClaim and verifyDomainClaim', () => {
  it.each(['/claim', '/claim/verify'])('return 404 at %s if the domain has no claim', async path => {
    const id = await added(`unclaimed${path.replaceAll('/', '-')}.example`)
    const { body } = await own.ask(path === '/claim' ? 'GET' : 'POST', `/domains/${id}${path}`)
    expect(body).toEqual({ statusCode: 404, name: 'not_found', message: 'Domain claim not found' })
  })
})

describe('verifyDomain', () => {
  it('starts a DNS check and reports the pending status', async () => {
    const id = await added('verifying.example')
    expect((await own.ask('POST', `/domains/${id}/verify`)).body).toEqual({ object: 'domain', id })
    expect(await get(id)).toMatchObject({ status: 'pending', records: { 0: { status: 'pending' } } })
    await server.queue.idle()
    const body = await get(id)
    expect(body).toMatchObject({ status: 'pending', checked_at: time.now().toISOString() })
    // no DNS server listens there
    expect(body.records[0].problem).toContain('The DNS lookup failed')
  })
})

describe('claimDomain', () => {
  it.each([
    [{}, 422, 'Missing `name` field.'],
    [
      { name: 'co.uk' },
      422,
      'Invalid `name` field: co.uk is a public suffix, under which anyone can register a domain. Add your own domain.',
    ],
    [{ name: 'nobody-has-it.example' }, 422, 'Domain is not available to claim'],
  ])('rejects %j', async (body, statusCode, message) => {
    expect((await own.ask('POST', '/domains/claim', body)).body).toMatchObject({ statusCode, message })
  })
})

describe('updateDomain', () => {
  it('changes only the given fields', async () => {
    const id = await added('changed.example')
    const before = await get(id)
    expect((await own.ask('PATCH', `/domains/${id}`, {})).body).toEqual({ object: 'domain', id })
    expect(await get(id)).toEqual(before)
    const body = { open_tracking: true, tls: 'enforced', capabilities: { receiving: 'enabled' } }
    expect((await own.ask('PATCH', `/domains/${id}`, body)).body).toEqual({ object: 'domain', id })
    const after = await get(id)
    expect(after).toMatchObject({
      open_tracking: true,
      click_tracking: false,
      capabilities: { sending: 'enabled', receiving: 'enabled' },
    })
    expect(records(after, 'Receiving', 'MX')).toMatchObject([{ name: 'changed.example' }])
    expect(after.tls).toBeUndefined()
  })

  it('keeps the records of up to ten earlier tracking subdomains', async () => {
    const id = await added('tracked.example', { tracking_subdomain: 'go1' })
    for (let each = 2; each <= 10; each++) {
      expect((await own.ask('PATCH', `/domains/${id}`, { tracking_subdomain: `go${each}` })).status).toBe(200)
    }
    expect(await get(id)).toMatchObject({ tracking_subdomain: 'go10' })
    expect(records(await get(id), 'Tracking', 'CNAME')).toHaveLength(10)
    const { body } = await own.ask('PATCH', `/domains/${id}`, { tracking_subdomain: 'go11' })
    expect(body).toMatchObject({ statusCode: 422, message: expect.stringContaining('at most 10 tracking subdomains') })
    expect((await own.ask('PATCH', `/domains/${id}`, { tracking_subdomain: 'go3' })).status).toBe(200)
  })

  it('rejects disabling both capabilities', async () => {
    const id = await added('capable.example')
    const { body } = await own.ask('PATCH', `/domains/${id}`, { capabilities: { sending: 'disabled' } })
    expect(body).toMatchObject({ statusCode: 422, name: 'validation_error' })
    const other = { capabilities: { sending: 'disabled', receiving: 'enabled' } }
    expect((await own.ask('PATCH', `/domains/${id}`, other)).status).toBe(200)
    expect((await get(id)).records.map(({ record }: { record: string }) => record)).toEqual(['Receiving'])
  })
})

describe('rotateDkim', () => {
  it('returns the same new keys next to the old ones until they are found', async () => {
    const id = await added('rotated.example')
    const first = records(await get(id), 'DKIM') as unknown as Record<string, string>[]
    const { body } = await own.ask('POST', `/domains/${id}/dkim/rotate`)
    expect(body).toMatchObject({ object: 'domain', id })
    // The first new keys were not found yet, so they remain the new ones.
    expect(body.records.map(({ value }: { value: string }) => value)).toEqual(first.map(({ value }) => value))
  })

  it('creates no further keys while others are pending, because generating them is expensive', async () => {
    const before = countUsedKeys()
    const id = await added('waiting.example')
    expect(countUsedKeys() - before).toBe(1)
    for (let count = 0; count < 12; count++) await own.ask('POST', `/domains/${id}/dkim/rotate`)
    expect(countUsedKeys() - before).toBe(1)
  })
})

describe('removeDomain', () => {
  it('makes the name available again', async () => {
    const id = await added('removed.example')
    expect((await own.ask('DELETE', `/domains/${id}`)).body).toEqual({ object: 'domain', id, deleted: true })
    expect((await own.ask('GET', `/domains/${id}`)).status).toBe(404)
    const other = await aTeam(server, 'Next team')
    const again = await server.call('POST', '/domains', { key: other.key, body: { name: 'removed.example' } })
    expect(again.status).toBe(201)
  })
})
