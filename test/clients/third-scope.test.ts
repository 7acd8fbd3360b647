// A third scope, declared only in a copy of the contract: all code that handles scopes must support it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ChangedProduct, productWith } from '../support/changed-contract.ts'
import { CALLBACK, VERIFIER, aClient, aRequest, aSealedRequest, token } from '../support/oauth.ts'
import { type Person, aPerson } from '../support/pages.ts'
import { type ServerProcess, serverProcess } from '../support/process.ts'
import { type RequestOptions, type Reply, anAddress, callAt } from '../support/server.ts'
import { freePort } from '../support/port.ts'
import { temporaryFolder } from '../support/folder.ts'

const THIRD = 'contacts:read'
const SCOPES = ['full_access', 'emails:send', THIRD]
const DECLARED = `    implies: #[],
  },
  #{
    name: "${THIRD}",
    title: "Read contacts",
    description: "Listing contacts.",
    consent: "See who the team's contacts are.",
    implies: #[],
  }
];`
const ADMIN_PASSWORD = 'correct horse battery'

let product: ChangedProduct
let child: ServerProcess
let person: Person
let server: {
  url: string
  admin: { email: string; password: string }
  call(method: string, path: string, ask?: RequestOptions): Promise<Reply>
}

beforeAll(async () => {
  product = await productWith([
    ['scopes.tsp', '    implies: #[],\n  }\n];', DECLARED],
    [
      'contacts.tsp',
      '  @get\n  @summary("List contacts")',
      `  @get\n  @useAuth(ApiKey | OAuth<["${THIRD}"]>)\n  @summary("List contacts")`,
    ],
  ])
  const key = 're_third000_scope0000000000000000000'
  const port = String(await freePort())
  const env = {
    PORT: port,
    DATA_DIR: temporaryFolder(),
    ADMIN_PASSWORD,
    BOOTSTRAP_API_KEY: key,
    TRUSTED_PROXIES: '127.0.0.1, ::1',
  }
  child = await serverProcess(env, product.folder)
  const { url } = child
  server = {
    url,
    admin: { email: 'admin@localhost', password: ADMIN_PASSWORD },
    call: (method, path, ask = {}) => callAt(url, key, method, path, ask),
  }
  person = aPerson(server)
  await person.logIn()
})

afterAll(async () => {
  await child?.stop()
  product?.remove()
})

/** The consent page for these scopes of the client. */
async function aConsentPage(client_id: string, scope?: string): Promise<{ path: string; text: string }> {
  const path = `/consent/${await aSealedRequest(server, aRequest(client_id, { scope }))}`
  return { path, text: (await person.get(path)).text }
}

/** Approves with the given boxes checked. */
async function approve(path: string, scopes: string[]): Promise<string | null> {
  const form = [['decision', 'approve'], ...scopes.map(scope => ['scope', scope])]
  return (await person.send(path, new URLSearchParams(form).toString())).location
}

async function tokensFor(client_id: string, location: string | null): Promise<{ scope: string; access_token: string }> {
  const code = new URL(location!).searchParams.get('code')!
  const grant_type = 'authorization_code'
  return (await token(server, { grant_type, client_id, code, code_verifier: VERIFIER, redirect_uri: CALLBACK })).body
}

/** The status of a request of each kind with the token. */
async function reach(key: string): Promise<Record<string, number>> {
  const ask = async (method: string, path: string, body?: object): Promise<number> =>
    (await server.call(method, path, { key, ...(body && { body }) })).status
  return {
    contacts: await ask('GET', '/contacts'),
    sending: await ask('POST', '/emails', { from: 'a@example.com', to: 'b@example.com', subject: 'Hi', text: 'Hi' }),
    templates: await ask('GET', '/templates'),
  }
}

const boxes = (text: string): [string, boolean][] =>
  [...text.matchAll(/<input\s+type="checkbox"\s+name="scope"\s+value="([^"]+)"\s*(checked)?/g)].map(
    ([, scope, checked]) => [scope!, checked !== undefined],
  )

describe('a third scope', () => {
  it('needs no source changes', async () => {
    await expect(product.compile()).resolves.toBeUndefined()
  })

  it('appears in the contract, in the guide and on the page of the operation', async () => {
    const { flows } = JSON.parse(product.read('generated/openapi.json')).components.securitySchemes.OAuth
    expect(flows.authorizationCode.scopes).toMatchObject({ [THIRD]: 'Listing contacts.' })
    expect(product.read('docs/oauth.md')).toContain(`| \`${THIRD}\` | Listing contacts. |`)
    expect((await person.get('/docs')).text).toContain(`an access token with the scope ${THIRD}.`)
  })

  it('appears in the metadata', async () => {
    for (const document of ['oauth-authorization-server', 'oauth-protected-resource']) {
      const { body } = await server.call('GET', `/.well-known/${document}`, { key: null })
      expect(body.scopes_supported).toEqual(SCOPES)
    }
  })

  it('is registered by default, alone and with others, and is listed in the error for an unknown scope', async () => {
    const register = async (scope?: string): Promise<Reply> => {
      const body = { client_name: 'Night Mailer', redirect_uris: [CALLBACK], ...(scope && { scope }) }
      return server.call('POST', '/oauth/register', { key: null, body, headers: anAddress() })
    }
    expect((await register()).body.scope).toBe(SCOPES.join(' '))
    expect((await register(THIRD)).body.scope).toBe(THIRD)
    expect((await register(`${THIRD} emails:send`)).body.scope).toBe(`emails:send ${THIRD}`)
    const { status, body } = await register('templates:read')
    expect([status, body.error_description]).toEqual([
      400,
      `The scope may hold ${SCOPES.join(' and ')}, separated by spaces.`,
    ])
  })

  it('is described on the page if requested alone, and allows only its operation', async () => {
    const client_id = await aClient(server)
    const { path, text } = await aConsentPage(client_id, THIRD)
    expect(boxes(text)).toEqual([])
    expect(text).toContain('See who the team&#39;s contacts are.')
    const { scope, access_token } = await tokensFor(client_id, await approve(path, []))
    expect(scope).toBe(THIRD)
    expect(await reach(access_token)).toEqual({ contacts: 200, sending: 403, templates: 403 })
  })

  it('is required of a token with another scope', async () => {
    const client_id = await aClient(server)
    const { path } = await aConsentPage(client_id, 'emails:send')
    const { access_token } = await tokensFor(client_id, await approve(path, []))
    const { body, headers } = await server.call('GET', '/contacts', { key: access_token })
    expect(body).toMatchObject({ name: 'invalid_permission', message: `This access token lacks the scope ${THIRD}.` })
    expect(headers.get('www-authenticate')).toContain(`error="insufficient_scope", scope="${THIRD}"`)
    expect(await reach(access_token)).toEqual({ contacts: 403, sending: 200, templates: 403 })
  })

  it('can be granted alone, with checkboxes', async () => {
    const client_id = await aClient(server)
    const { path, text } = await aConsentPage(client_id)
    expect(boxes(text)).toEqual([
      ['full_access', true],
      ['emails:send', false],
      [THIRD, false],
    ])
    expect(text).toContain('Includes: Send emails, Read contacts.')
    const { scope, access_token } = await tokensFor(client_id, await approve(path, [THIRD, 'emails:send']))
    expect(scope).toBe(`emails:send ${THIRD}`)
    expect(await reach(access_token)).toEqual({ contacts: 200, sending: 200, templates: 403 })
  })

  it('has a checkbox if two independent scopes are requested, and either can be unchecked', async () => {
    const client_id = await aClient(server)
    const { path, text } = await aConsentPage(client_id, `emails:send ${THIRD}`)
    expect(boxes(text)).toEqual([
      ['emails:send', true],
      [THIRD, true],
    ])
    expect((await tokensFor(client_id, await approve(path, ['emails:send']))).scope).toBe('emails:send')
  })

  it('is part of full access', async () => {
    const client_id = await aClient(server)
    const { path } = await aConsentPage(client_id)
    const { scope, access_token } = await tokensFor(client_id, await approve(path, ['full_access']))
    expect(scope).toBe(SCOPES.join(' '))
    expect(await reach(access_token)).toEqual({ contacts: 200, sending: 200, templates: 200 })
  })

  it('is not granted if no box or an unavailable box was checked', async () => {
    const { path } = await aConsentPage(await aClient(server), `emails:send ${THIRD}`)
    for (const scopes of [[], ['full_access'], [THIRD, THIRD], ['templates:read']]) {
      expect(await approve(path, scopes)).toBeNull()
    }
    expect((await person.get(path)).status).toBe(200)
  })

  it('can be registered by the operator', async () => {
    const { text } = await person.get('/clients')
    expect(boxes(text)).toEqual([
      ['full_access', true],
      ['emails:send', false],
      [THIRD, false],
    ])
    const described = { client_name: 'Address Book', redirect_uris: CALLBACK, token_endpoint_auth_method: 'none' }
    const form = new URLSearchParams(described)
    for (const scope of ['emails:send', THIRD]) form.append('scope', scope)
    expect((await person.send('/clients', form.toString())).location).toBe('/clients')
    const client_id = /client_id<\/dt>\s*<dd><code>([\w-]+)/.exec((await person.get('/clients')).text)![1]!
    const { text: page } = await aConsentPage(client_id)
    expect(boxes(page).map(([scope]) => scope)).toEqual(['emails:send', THIRD])
  })

  it('is not a permission of API keys, and does not change their permissions', async () => {
    const { body } = await server.call('POST', '/api-keys', { body: { name: 'Sending', permission: 'sending_access' } })
    expect(await reach(body.token)).toEqual({ contacts: 401, sending: 200, templates: 401 })
    const whole = await server.call('POST', '/api-keys', { body: { name: 'Whole' } })
    expect(await reach(whole.body.token)).toEqual({ contacts: 200, sending: 200, templates: 200 })
  })
})
