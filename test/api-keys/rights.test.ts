// An API key or a grant never allows more than its owner may do on the pages: every operation of the contract, for each
// role, with a key that the role creates and a grant that the role approves.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OperationId } from '../../generated/api.ts'
import { readDocument } from '../../src/interfaces/contract/document.ts'
import { type Guarded, mayOpen } from '../../src/interfaces/dashboard/access.ts'
import { ACCESS } from '../../src/interfaces/dashboard/routes.ts'
import { satisfies } from '../../src/base/operation/scope.ts'
import type { Scope } from '../../generated/scopes.ts'
import { insertApiKey } from '../../src/identity/api-keys/store.ts'
import { createApiKey, newApiKeyToken } from '../../src/identity/api-keys/actions.ts'
import { type Role, ROLE_NAMES } from '../../src/identity/teams/roles.ts'
import { hashToken } from '../../src/base/secrets/tokens.ts'
import { type Example, examplesIn } from '../../src/interfaces/contract/examples.ts'
import { sendExample } from '../support/examples.ts'
import { aClient, aRequest, aSealedRequest, CALLBACK, exchange, VERIFIER } from '../support/oauth.ts'
import { type Person, aPerson } from '../support/pages.ts'
import { type Account, aColleague, firstTeamOf } from '../support/people.ts'
import { type Reply, type TestServer, startServer } from '../support/server.ts'
import { callTool } from '../support/tools.ts'

/**
 * By the first path segment of operations: the page that shows what they read, and a form with the effect of what they
 * write.
 */
const PAGES: Record<string, readonly [see: string, act: string]> = {
  'api-keys': ['GET /api-keys', 'POST /api-keys/make'],
  audiences: ['GET /segments', 'POST /segments/make'],
  'audit-events': ['GET /audit-events', ''],
  automations: ['GET /automations', 'POST /automations/make'],
  broadcasts: ['GET /broadcasts', 'POST /broadcasts/make'],
  'contact-properties': ['GET /contact-properties', 'POST /contact-properties/make'],
  contacts: ['GET /contacts', 'POST /contacts/add'],
  delivery: ['GET /delivery', 'POST /delivery/pause'],
  domains: ['GET /domains', 'POST /domains/add'],
  editor: ['GET /templates/:id/blocks', 'POST /templates/:id/blocks'],
  email: ['GET /emails', 'POST /emails/:id/send-again'],
  emails: ['GET /emails', 'POST /emails/:id/send-again'],
  events: ['GET /automations', 'POST /automations/make'],
  inboxes: ['GET /inboxes', 'POST /inboxes/make'],
  logs: ['GET /logs', ''],
  oauth: ['GET /grants', 'POST /grants/:id/revoke'],
  segments: ['GET /segments', 'POST /segments/make'],
  suppressions: ['GET /suppressions', 'POST /suppressions/add'],
  templates: ['GET /templates', 'POST /templates/make'],
  topics: ['GET /topics', 'POST /topics/make'],
  usage: ['GET /usage', ''],
  webhooks: ['GET /webhooks', 'POST /webhooks/make'],
}

/** Operations whose page is in another area than their path. */
const OTHER_PAGES: Partial<Record<OperationId, string>> = {
  updateApiKey: 'POST /api-keys/:id/rename',
  removeApiKey: 'POST /api-keys/:id/delete',
  exportContact: 'GET /contacts/:id/export',
  exportContacts: 'GET /contacts/export',
  introspectToken: 'GET /grants',
  sendBroadcast: 'POST /broadcasts/:id/send',
  streamWebhookEvents: 'GET /webhooks/:id/events',
}

const document = readDocument()
const securityOf = ({ path, method }: Example): readonly Record<string, Scope[]>[] =>
  // oxlint-disable-next-line typescript/no-explicit-any -- a JSON document
  (document.paths as any)[path][method].security

/** One example of each operation that a team's key may call. */
const EXAMPLES = [...Map.groupBy(examplesIn(document), ({ operation }) => operation).values()]
  .map(([first]) => first!)
  .filter(example => securityOf(example).some(requirement => 'ApiKey' in requirement))

function pageOf({ operation, path, method }: Example): string {
  const [see, act] = PAGES[path.split('/')[1]!]!
  return OTHER_PAGES[operation] ?? (method === 'get' ? see : act)
}

const guardOf = (page: string): Guarded => ({ method: page.split(' ')[0] as 'GET', who: ACCESS.get(page)! })

/** The operations whose page is closed to the role. */
const closedTo = (role: Role): Example[] => EXAMPLES.filter(example => !mayOpen(guardOf(pageOf(example)), role))

let server: TestServer
let team_id: string
const accounts = new Map<Role, Account>()
/** The key of a member with the role; `undefined` if the pages refuse to create or approve it. */
const keys = new Map<Role, string | undefined>()
const grants = new Map<Role, string | undefined>()

beforeAll(async () => {
  server = await startServer()
  team_id = await firstTeamOf(server, server.admin.email)
  const client_id = await aClient(server)
  for (const role of ROLE_NAMES) {
    const account = await aColleague(server, { email: `${role}@example.net`, role })
    accounts.set(role, account)
    const person = aPerson(server)
    await person.logIn('/account', account)
    keys.set(role, await keyMadeBy(person))
    grants.set(role, await grantApprovedBy(person, client_id))
  }
})
afterAll(() => server.stop())

/** Creates the widest key that the page offers to the user. */
async function keyMadeBy(person: Person): Promise<string | undefined> {
  await person.get('/account')
  for (const permission of ['full_access', 'sending_access']) {
    await person.post('/api-keys/make', { name: permission, permission })
    const token = /class="secret">([^<]+)</.exec((await person.get('/api-keys')).text)?.[1]
    if (token !== undefined) return token
    await person.get('/account')
  }
  return undefined
}

/** Approves a request for full access; the user's role may narrow it. */
async function grantApprovedBy(person: Person, client_id: string): Promise<string | undefined> {
  const path = `/consent/${await aSealedRequest(server, aRequest(client_id))}`
  await person.get(path)
  const { location } = await person.post(path, { decision: 'approve' })
  const code = location === null ? null : new URL(location).searchParams.get('code')
  if (code === null) return undefined
  const { body } = await exchange(server, { client_id, redirect_uri: CALLBACK, code, code_verifier: VERIFIER })
  return body.access_token
}

const callWith = (example: Example, key: string): Promise<Reply> =>
  sendExample(example, { call: (method, path, asked) => server.call(method, path, { ...asked, key }) })

const isRefused = ({ status, body }: Reply): boolean =>
  (status === 401 && body.name === 'restricted_api_key') || (status === 403 && body.name === 'invalid_permission')

it('has a page for every operation', () => {
  const pages = EXAMPLES.map(example => [example.operation, ACCESS.has(pageOf(example))])
  expect(pages.filter(([, isKnown]) => !isKnown)).toEqual([])
  expect(EXAMPLES.length).toBeGreaterThan(150)
})

it('gives a viewer neither a key nor a grant', () => {
  expect([keys.get('viewer'), grants.get('viewer')]).toEqual([undefined, undefined])
})

describe.each(['marketer', 'developer'] as const)('for the role %s', role => {
  const closed = closedTo(role)

  it.each(closed)('$operation is refused with the user’s own key, as on the page', async example => {
    expect(isRefused(await callWith(example, keys.get(role)!))).toBe(true)
  })

  it.each(closed)('$operation is refused with a grant that the user approved, as on the page', async example => {
    expect(isRefused(await callWith(example, grants.get(role)!))).toBe(true)
  })
})

describe('operator operations', () => {
  const operations = EXAMPLES.filter(example => ACCESS.get(pageOf(example)) === 'operator')
  const pauses = operations.find(({ operation }) => operation === 'listDeliveryPauses')!

  it.each(['owner', 'admin'] as const)('are open to keys and grants of an %s of the first team', async role => {
    for (const key of [keys.get(role)!, grants.get(role)!]) expect((await callWith(pauses, key)).status).toBe(200)
  })

  it('are open to a key of the first team without an owner', async () => {
    const token = await server.database.unit(tx =>
      createApiKey({ tx, team_id, now: server.now() }, { name: 'Command' }),
    )
    expect((await callWith(pauses, token)).status).toBe(200)
  })

  it('return an error that names the missing role', async () => {
    const { body } = await callWith(pauses, keys.get('developer')!)
    expect(body.message).toBe(
      'This operation requires an operator of this server. The user of this API key has the role `developer` in the ' +
        "operators' team; required: `owner` or `admin`.",
    )
  })

  it('are also refused as MCP tools', async () => {
    const { body } = await callTool(server, 'list-delivery-pauses', {}, { key: keys.get('developer')! })
    expect(JSON.parse(body.result.content[0].text).name).toBe('invalid_permission')
  })

  it('are refused to a key that a client created with the grant of a developer', async () => {
    const created = await server.call('POST', '/api-keys', { key: grants.get('developer')!, body: { name: 'Client' } })
    expect((await callWith(pauses, created.body.token)).status).toBe(403)
  })

  it('are refused to a key without an owner that was created with the grant of a developer', async () => {
    const { body } = await server.call('GET', '/oauth/grants')
    const [of_owner, of_admin, of_developer] = body.data.map(({ id }: { id: string }) => id).toReversed()
    expect(of_owner === of_admin).toBe(false)
    const token = newApiKeyToken()
    const made = {
      name: 'Old',
      permission: 'full_access',
      domain_id: null,
      owner_id: null,
      last_used_at: null,
    } as const
    await server.database.unit(async tx =>
      insertApiKey(tx, {
        ...made,
        id: tx.newId('api_keys'),
        team_id,
        grant_id: of_developer!,
        was_handed_over: false,
        token_hash: hashToken(token),
        created_at: server.now().toISOString(),
      }),
    )
    expect((await callWith(pauses, token)).status).toBe(403)
  })

  it('are refused to a key that an administrator took over from a developer, and to keys created with it', async () => {
    const maker = await aColleague(server, { email: 'maker@example.net' })
    const maker_key = await server.database.unit(tx =>
      createApiKey({ tx, team_id, now: server.now() }, { name: 'Kept', owner_id: maker.user_id }),
    )
    const owner = aPerson(server)
    await owner.logIn('/team')
    const { text } = await owner.get(`/team/remove/${maker.user_id}`)
    const keep = /name="keep" value="([^"]+)"/.exec(text)![1]!
    await owner.post('/team/remove', { user_id: maker.user_id, keep })
    const made = await server.call('POST', '/api-keys', { key: maker_key, body: { name: 'Next' } })
    for (const key of [maker_key, made.body.token]) {
      const { status, body } = await callWith(pauses, key)
      expect([status, body.message]).toEqual([403, expect.stringContaining('Create your own API key.')])
      expect((await server.call('GET', '/emails', { key })).status).toBe(200)
    }
  })

  it('are refused as soon as the user has another role, and allowed again with the former role', async () => {
    const owner = aPerson(server)
    await owner.logIn('/team')
    await owner.get('/team')
    const { user_id } = accounts.get('admin')!
    const statuses = async (): Promise<number[]> =>
      Promise.all([keys.get('admin')!, grants.get('admin')!].map(async key => (await callWith(pauses, key)).status))
    await owner.post('/team/role', { user_id, role: 'developer' })
    expect(await statuses()).toEqual([403, 403])
    await owner.post('/team/role', { user_id, role: 'admin' })
    expect(await statuses()).toEqual([200, 200])
  })
})

it('sending scopes allow none of the operations that are closed to a marketer', () => {
  const open = closedTo('marketer').filter(example =>
    securityOf(example).some(({ OAuth = [] }) => OAuth.some(scope => satisfies(['emails:send'], scope))),
  )
  expect(open.map(({ operation }) => operation)).toEqual([])
})
