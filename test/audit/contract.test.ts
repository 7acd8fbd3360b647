// The audit log: each operation that changes access or settings creates one event, which only its team can read.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { methodsOf } from '../../scripts/openapi.ts'
import { TRAITS } from '../support/traits.ts'
import { addVerifiedDomain } from '../../src/identity/domains/actions.ts'
import { activateKeys, allAuditEvents, auditEventsOf } from '../support/audit.ts'
import { aClient, aCode, aGrantedClient, exchange, sendForm } from '../support/oauth.ts'
import { firstTeamOf } from '../support/people.ts'
import { type RequestOptions, type Reply, type TestServer, aTeam, anAddress, startServer } from '../support/server.ts'

let server: TestServer
let key_id: string
let stranger: { team_id: string; key: string }
beforeAll(async () => {
  server = await startServer({}, { isolated: true })
  stranger = await aTeam(server, 'Stranger')
  key_id = (await call('GET', '/api-keys')).body.data[0].id
})
afterAll(() => server.stop())

const call = (method: string, path: string, ask: RequestOptions = {}): Promise<Reply> => server.call(method, path, ask)
const aKey = async (name = 'Shop'): Promise<string> => (await call('POST', '/api-keys', { body: { name } })).body.id
let domains = 0
const aDomain = async (): Promise<string> =>
  (await call('POST', '/domains', { body: { name: `number${++domains}.example` } })).body.id
async function aClaim(): Promise<Reply> {
  const name = `number${++domains}.example`
  const { team_id } = stranger
  await server.database.unit(tx => addVerifiedDomain(tx, { team_id, name }, new Date('2026-01-01')))
  return call('POST', '/domains/claim', { body: { name } })
}
const aWebhook = (): Promise<Reply> => {
  const body = { endpoint: 'https://hooks.example/in', events: ['email.sent'] }
  return call('POST', '/webhooks', { body })
}
const webhookId = async (): Promise<string> => (await aWebhook()).body.id
let pauses = 0
const aPause = (): Promise<Reply> =>
  call('POST', '/delivery/pauses', { body: { scope: 'destination', name: `number${++pauses}.example` } })

/** Operations that concern access and settings. */
const TAGS = ['API keys', 'Domains', 'OAuth', 'Delivery', 'Webhooks']
/** Operations among them that change neither, although they are a POST. */
const ASKS_ONLY = [
  'authorizeDevice',
  'introspectToken',
  'pushAuthorizationRequest',
  'replayWebhook',
  'replayWebhookEvent',
  'testWebhook',
]

/** The action of each operation, and a request that performs it. */
const CHANGES: Record<string, [action: string, act: () => Promise<Reply>]> = {
  createApiKey: ['api_key.created', () => call('POST', '/api-keys', { body: { name: 'Shop' } })],
  updateApiKey: ['api_key.updated', async () => call('PATCH', `/api-keys/${await aKey()}`, { body: { name: 'B' } })],
  removeApiKey: ['api_key.deleted', async () => call('DELETE', `/api-keys/${await aKey()}`)],
  createDomain: ['domain.added', () => call('POST', '/domains', { body: { name: `number${++domains}.example` } })],
  updateDomain: [
    'domain.updated',
    async () => call('PATCH', `/domains/${await aDomain()}`, { body: { tls: 'enforced' } }),
  ],
  verifyDomain: ['domain.verification_started', async () => call('POST', `/domains/${await aDomain()}/verify`)],
  rotateDkim: [
    'domain.keys_rotated',
    async () => {
      const id = await aDomain()
      await activateKeys(server, id)
      return call('POST', `/domains/${id}/dkim/rotate`)
    },
  ],
  claimDomain: ['domain.claimed', aClaim],
  verifyDomainClaim: [
    'domain.verification_started',
    async () => call('POST', `/domains/${(await aClaim()).body.domain_id}/claim/verify`),
  ],
  removeDomain: ['domain.deleted', async () => call('DELETE', `/domains/${await aDomain()}`)],
  registerClient: [
    'oauth_client.registered',
    () => {
      const body = { client_name: 'Night Mailer', redirect_uris: ['https://app.example/callback'] }
      return call('POST', '/oauth/register', { key: null, body, headers: anAddress() })
    },
  ],
  exchangeToken: [
    'oauth_grant.created',
    async () => exchange(server, await aCode(server, { client_id: await aClient(server) })),
  ],
  revokeToken: [
    'oauth_grant.revoked',
    async () => {
      const { client_id, refresh_token } = await aGrantedClient(server)
      return sendForm(server, '/oauth/revoke', { client_id, token: refresh_token })
    },
  ],
  revokeOauthGrant: [
    'oauth_grant.revoked',
    async () => {
      await aGrantedClient(server)
      return call('DELETE', `/oauth/grants/${(await call('GET', '/oauth/grants?limit=1')).body.data[0].id}`)
    },
  ],
  createDeliveryPause: ['delivery_pause.created', aPause],
  removeDeliveryPause: [
    'delivery_pause.deleted',
    async () => call('DELETE', `/delivery/pauses/${(await aPause()).body.id}`),
  ],
  createWebhook: ['webhook.created', aWebhook],
  updateWebhook: [
    'webhook.updated',
    async () => call('PATCH', `/webhooks/${await webhookId()}`, { body: { status: 'disabled' } }),
  ],
  rotateSigningSecret: [
    'webhook.secret_rotated',
    async () => call('POST', `/webhooks/${await webhookId()}/signing-secret/rotate`),
  ],
  removeWebhook: ['webhook.deleted', async () => call('DELETE', `/webhooks/${await webhookId()}`)],
  eraseContact: [
    'contact.erased',
    async () => {
      const { id } = (await call('POST', '/contacts', { body: { email: 'gone@example.net' } })).body
      return call('POST', `/contacts/${id}/erase`)
    },
  ],
  exportContact: [
    'contact.exported',
    async () => {
      const { id } = (await call('POST', '/contacts', { body: { email: 'taken@example.net' } })).body
      return call('GET', `/contacts/${id}/export`)
    },
  ],
  exportContacts: ['contact.list_exported', () => call('GET', '/contacts/export')],
}

describe('every operation that changes access or settings', () => {
  const document = JSON.parse(readFileSync('generated/openapi.json', 'utf8'))
  const writing = new Set(TRAITS.flatMap(traits => (traits.writes ? traits.id : [])))
  const tagged = methodsOf(document)
    .filter(({ operation }) => (operation.tags as string[]).some(tag => TAGS.includes(tag)))
    .map(({ operation }) => operation.operationId as string)

  it('has a request in this test', () => {
    const wanted = tagged.filter(id => writing.has(id as never) && !ASKS_ONLY.includes(id))
    expect(Object.keys(CHANGES)).toEqual(expect.arrayContaining(wanted))
  })

  it.each(Object.entries(CHANGES))('%s creates one audit event', async (_, [action, act]) => {
    const { status, headers } = await act()
    expect(status).toBeLessThan(300)
    expect((await auditEventsOf(server, headers)).map(row => row.action)).toEqual([action])
  })
})

describe('listAuditEvents', () => {
  const list = async (query = '', ask: RequestOptions = {}) =>
    (await call('GET', `/audit-events${query}`, ask)).body.data

  it('returns actor, action, object, time and changed values', async () => {
    const id = await aKey('Before')
    const { headers } = await call('PATCH', `/api-keys/${id}`, { body: { name: 'After' } })
    const [event] = await list('?limit=1')
    expect(event).toMatchObject({
      action: 'api_key.updated',
      actor: { type: 'api_key', id: key_id, name: 'First key', ip: expect.stringMatching(/^(?:::1|127\.0\.0\.1)$/) },
      object: { type: 'api_key', id, name: 'After' },
      changes: { name: { before: 'Before', after: 'After' } },
      request_id: headers.get('x-request-id'),
    })
    expect(Math.abs(Date.parse(event.created_at) - server.now().getTime())).toBeLessThan(60_000)
  })

  it('names a client as the actor, not its grant', async () => {
    const { access_token, client_id } = await aGrantedClient(server)
    await call('POST', '/api-keys', { key: access_token, body: { name: 'Of a client' } })
    const [event] = await list('?action=api_key.created&limit=1')
    expect(event.actor).toMatchObject({ type: 'client', id: client_id, name: 'Night Mailer' })
  })

  it('names an API key that deletes itself', async () => {
    const { id, token } = (await call('POST', '/api-keys', { body: { name: 'Short' } })).body
    await call('DELETE', `/api-keys/${id}`, { key: token })
    expect((await list(`?object_id=${id}&limit=1`))[0].actor).toMatchObject({ id, name: 'Short' })
  })

  it('filters by action, actor and object, also by all of them', async () => {
    const id = await aKey()
    await call('DELETE', `/api-keys/${id}`)
    const actions = async (query: string): Promise<string[]> =>
      (await list(query)).map(({ action }: { action: string }) => action)
    expect(await actions(`?object_id=${id}`)).toEqual(['api_key.deleted', 'api_key.created'])
    expect(await actions(`?object_id=${id}&action=api_key.created`)).toEqual(['api_key.created'])
    expect(await actions(`?object_id=${id}&action=api_key.created&actor_id=${key_id}`)).toEqual(['api_key.created'])
    expect(await actions(`?object_id=${id}&actor_id=${id}`)).toEqual([])
    const { status, body } = await call('GET', '/audit-events?action=nothing.done')
    expect([status, body.name]).toEqual([422, 'validation_error'])
  })

  it('returns pages', async () => {
    const first = (await call('GET', '/audit-events?limit=2')).body
    expect([first.data.length, first.has_more]).toEqual([2, true])
    const next = await list(`?limit=2&after=${first.data[1].id}`)
    expect(next[0].id < first.data[1].id).toBe(true)
    expect((await list(`?limit=2&before=${next[0].id}`)).map(({ id }: { id: string }) => id)).toEqual(
      first.data.map(({ id }: { id: string }) => id),
    )
    expect((await call('GET', `/audit-events?limit=101`)).status).toBe(422)
  })

  it('returns no events of another team, for any filter', async () => {
    const id = await aKey()
    const { key } = stranger
    const seen = await list('?limit=100', { key })
    expect(seen.length).toBeGreaterThan(0)
    for (const { object } of seen) expect(object.id).not.toBe(id)
    expect(await list(`?object_id=${id}`, { key })).toEqual([])
    expect(await list(`?actor_id=${key_id}`, { key })).toEqual([])
    const rows = await allAuditEvents(server)
    const theirs = rows.filter(({ team_id }) => team_id === stranger.team_id).map(row => row.id)
    expect(seen.every((event: { id: string }) => theirs.includes(event.id))).toBe(true)
  })

  it('contains no event for refused requests', async () => {
    const before = (await allAuditEvents(server)).length
    for (const [method, path, body] of [
      ['POST', '/api-keys', { name: '' }],
      ['POST', '/api-keys', { name: 'x', domain_id: key_id }],
      ['PATCH', `/api-keys/${stranger.team_id}`, { name: 'x' }],
      ['DELETE', `/domains/${stranger.team_id}`, undefined],
      ['DELETE', `/oauth/grants/${stranger.team_id}`, undefined],
    ] as const) {
      expect((await call(method, path, body && { body })).status, path).toBeGreaterThan(399)
    }
    expect((await allAuditEvents(server)).length).toBe(before)
  })

  it('contains no secret and no address of a contact', async () => {
    const { token } = (await call('POST', '/api-keys', { body: { name: 'Secret' } })).body
    const text = JSON.stringify(await allAuditEvents(server))
    for (const secret of [token, server.key, stranger.key, 'gone@example.net', 'taken@example.net', 'example/callback'])
      expect(text).not.toContain(secret)
  })

  it('shows events of the server to operators', async () => {
    const team_id = await firstTeamOf(server, server.admin.email)
    const { headers } = await CHANGES.registerClient![1]()
    const [row] = await auditEventsOf(server, headers)
    expect(row).toMatchObject({
      team_id,
      actor_type: 'client',
      actor_name: 'Night Mailer',
      ip: expect.stringMatching(/^10\./),
    })
  })
})
