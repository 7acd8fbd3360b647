// Clients without registration: their id is the URL of a metadata document, which is fetched when they request access.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Clock, clock } from '../../support/clock.ts'
import { type Publisher, FOREIGN, LOCAL, aDocument, publisher } from '../../support/documents.ts'
import {
  type IssuedCode,
  type Fields,
  aCode,
  aRequest,
  aSealedRequest,
  approve,
  authorize,
  deny,
  disableClient,
  encodeForm,
  exchange,
  refresh,
  sendForm,
  countRows,
} from '../../support/oauth.ts'
import { type Reply, type TestServer, anAddress, startServer } from '../../support/server.ts'

let web: Publisher
let server: TestServer
let time: Clock
let made = 0

beforeAll(async () => {
  web = await publisher()
  time = clock()
  server = await startServer(web.env, { now: time.now })
})
afterAll(async () => {
  await server.stop()
  await web.close()
})

const aUrl = (host?: string): string => web.at(`/client-${++made}.json`, host)

/** Publishes a valid document and returns its client id. */
function published(more: object = {}, host?: string): string {
  const client_id = aUrl(host)
  web.publish(client_id, aDocument(client_id, more))
  return client_id
}

/** Sends the request from a new address. */
function ask(client_id: string, fields: Fields = {}, headers = anAddress()): Promise<Reply> {
  const query = encodeForm(aRequest(client_id, { redirect_uri: LOCAL, ...fields }))
  return server.call('GET', `/oauth/authorize?${query}`, { key: null, headers })
}

const apart: Pick<TestServer, 'call'> = {
  call: (method, path, asked = {}) =>
    server.call(method, path, { ...asked, headers: { ...anAddress(), ...asked.headers } }),
}
const codeOf = (client_id: string, fields: object = {}): Promise<IssuedCode> =>
  aCode({ ...server, ...apart }, { client_id, redirect_uri: LOCAL, ...fields })

const refused = ({ status, body, headers }: Reply): unknown[] => [status, body.error, headers.get('location')]
const INVALID = [400, 'invalid_client', null]

describe('A: which ids: the URL', () => {
  it.each<[string, string]>([
    ['no path', 'https://app.example'],
    ['a query without a path', 'https://app.example?a'],
    ['no host', 'https:///client.json'],
    ['a user name', 'https://me@app.example/client.json'],
    ['an empty user name', 'https://@app.example/client.json'],
    ['a fragment', 'https://app.example/client.json#a'],
    ['an empty fragment', 'https://app.example/client.json#'],
    ['a backslash', 'https://app.example/a\\b'],
    ['a segment of one dot', 'https://app.example/./client.json'],
    ['a segment of two dots', 'https://app.example/a/../client.json'],
    ['an encoded dot', 'https://app.example/a/%2e%2E/client.json'],
    ['a half encoded dot at the end', 'https://app.example/a/.%2e'],
    ['a space', 'https://app.example/a b'],
    ['a letter outside of ASCII', 'https://app.example/\u00e4'],
    ['a host outside of ASCII', 'https://\u00e4pp.example/client.json'],
    ['a host that a browser reads as another one', 'https://0x7f.1/client.json'],
    ['an invalid port', 'https://app.example:99999/client.json'],
    ['more than 2048 bytes', `https://app.example/${'a'.repeat(2049 - 'https://app.example/'.length)}`],
  ])('A: the URL with %s is rejected before any lookup', async (_, client_id) => {
    expect(refused(await ask(client_id))).toEqual(INVALID)
    expect(server.logged()).not.toContain(client_id)
  })

  it('A: the URL may have 2048 bytes, a query, and the path /', async () => {
    const short = web.at('/?client=')
    for (const client_id of [web.at('/'), `${short}${'a'.repeat(2048 - short.length)}`]) {
      web.publish(client_id, aDocument(client_id))
      expect(client_id.length).toBeLessThanOrEqual(2048)
      expect((await ask(client_id)).status).toBe(302)
    }
  })

  it('A: which ids: URLs without https are unknown, and nothing is fetched', async () => {
    const client_id = published()
    for (const id of [client_id.replace('https', 'http'), client_id.replace('https', 'HTTPS')])
      expect(refused(await ask(id))).toEqual(INVALID)
    expect(web.asked(client_id)).toEqual([])
  })
})

describe('A: how and the answer', () => {
  it('A: how: asks for JSON without cookies, credentials or encodings, and stores nothing', async () => {
    const before = await countRows(server)
    const client_id = published()
    const { status, headers } = await ask(client_id, { state: 'abc' })
    expect([status, headers.get('location')]).toEqual([302, expect.stringContaining('/consent/')])
    const [sent] = web.asked(client_id)
    expect(sent).toMatchObject({ accept: 'application/json', 'accept-encoding': 'identity' })
    expect(Object.keys(sent!).filter(name => /cookie|auth/.test(name))).toEqual([])
    expect(await countRows(server)).toEqual(before)
  })

  it('A: the answer may have any type of JSON', async () => {
    const client_id = aUrl()
    for (const type of ['application/json; charset=utf-8', 'application/cimd+json']) {
      web.publish(client_id, response =>
        response.writeHead(200, { 'content-type': type }).end(JSON.stringify(aDocument(client_id))),
      )
      expect((await ask(client_id)).status).toBe(302)
    }
  })

  const good = (client_id: string): string => JSON.stringify(aDocument(client_id))
  const json = { 'content-type': 'application/json' }
  it.each<[string, number, Record<string, string>, (client_id: string) => string | Buffer, RegExp]>([
    ['another success status', 201, json, good, /status 200/],
    ['a redirect', 302, { ...json, location: '/else' }, good, /status 200/],
    ['status 404', 404, json, good, /status 200/],
    ['a fault', 500, json, good, /status 200/],
    ['HTML', 200, { 'content-type': 'text/html' }, good, /content type/],
    ['no type', 200, {}, good, /content type/],
    ['an encoding', 200, { ...json, 'content-encoding': 'gzip' }, good, /encoding/],
    ['5121 bytes', 200, json, id => good(id).padEnd(5121), /5120 bytes/],
    ['a list', 200, json, id => `[${good(id)}]`, /not a JSON object/],
    ['no JSON', 200, json, () => '<html>', /not a JSON object/],
    ['no UTF-8', 200, json, () => Buffer.from('{"client_name":"\u00e4"}', 'latin1'), /UTF-8/],
    ['a duplicate member', 200, json, id => `{"client_id":"evil",${good(id).slice(1)}`, /duplicate member/],
    [
      'a duplicate nested member',
      200,
      json,
      id => `${good(id).slice(0, -1)},"a":[{"b":1,"\\u0062":2}]}`,
      /duplicate member/,
    ],
  ])('A: the answer with %s is rejected with a hint', async (_, status, headers, body, words) => {
    const client_id = aUrl()
    web.publish(client_id, response => response.writeHead(status, headers).end(body(client_id)))
    const reply = await ask(client_id)
    expect(refused(reply)).toEqual(INVALID)
    expect(reply.body.error_description).toMatch(words)
    expect(reply.body.error_description).toMatch(/^[\x20-\x21\x23-\x5B\x5D-\x7E]*$/)
  })

  it('A: the answer with 5120 bytes is accepted', async () => {
    const client_id = aUrl()
    web.publish(client_id, response => response.writeHead(200, json).end(good(client_id).padEnd(5120)))
    expect((await ask(client_id)).status).toBe(302)
  })

  it('A: the answer: one message covers all failures before an HTTP response', async () => {
    web.lead('nowhere.example', [])
    web.lead('untrusted.example', ['127.0.0.1'])
    const broken = aUrl()
    web.publish(broken, response => response.destroy())
    const ids = [
      broken,
      web.at('/client.json', 'nowhere.example'),
      web.at('/client.json', 'untrusted.example'),
      'https://127.0.0.1:1/client.json',
      'https://app.example:22/client.json',
    ]
    const sentences = new Set<string>()
    for (const id of ids) {
      const reply = await ask(id)
      expect(refused(reply)).toEqual(INVALID)
      sentences.add(reply.body.error_description)
    }
    expect(sentences.size).toBe(1)
  })

  it('A: how: no private address is contacted, neither by number nor by name', async () => {
    const guarded = await startServer({ ...web.env, ALLOW_PRIVATE_ADDRESSES: 'false' }, { now: time.now })
    try {
      const client_id = published({}, 'inside.example')
      for (const id of [client_id, 'https://[::1]/client.json', 'https://169.254.169.254/client.json']) {
        const reply = await authorize(guarded, aRequest(id, { redirect_uri: LOCAL }))
        expect(refused(reply)).toEqual(INVALID)
        expect(reply.body.error_description).toMatch(/could not be fetched/)
      }
      // an additional public address does not help
      web.lead('inside.example', ['192.0.2.1', '127.0.0.1'])
      expect(refused(await authorize(guarded, aRequest(client_id, { redirect_uri: LOCAL })))).toEqual(INVALID)
      expect(web.asked(client_id)).toEqual([])
    } finally {
      web.lead('inside.example', ['127.0.0.1'])
      await guarded.stop()
    }
  })
})

describe('A: the content', () => {
  it.each<[string, object, RegExp]>([
    ['another client_id', { client_id: 'https://other.example/client.json' }, /client_id in the document/],
    ['no client_id', { client_id: undefined }, /client_id in the document/],
    ['no client_name', { client_name: undefined }, /Missing client_name/],
    ['no redirect_uris', { redirect_uris: undefined }, /redirect_uris must be a list/],
    ['an https redirect URI on another host', { redirect_uris: [FOREIGN] }, /host and port of the document/],
    ['a redirect URI with a script', { redirect_uris: ['javascript:alert(1)'] }, /scheme that is not allowed/],
    ['a redirect URI with http', { redirect_uris: ['http://app.example/callback'] }, /http/],
    ['a client_secret', { client_secret: 'a' }, /must not contain a client_secret/],
    ['an end of a client_secret', { client_secret_expires_at: 0 }, /must not contain a client_secret/],
    ['client_secret_basic', { token_endpoint_auth_method: 'client_secret_basic' }, /none or private_key_jwt/],
    ['client_secret_jwt', { token_endpoint_auth_method: 'client_secret_jwt' }, /none or private_key_jwt/],
    ['a private key', { jwks: { keys: [{ kty: 'EC', crv: 'P-256', d: 'a' }] } }, /private or symmetric/],
    ['an oct key', { jwks: { keys: [{ kty: 'oct', k: 'a' }] } }, /private or symmetric/],
    ['only unknown grant types', { grant_types: ['client_credentials'] }, /grant_types/],
    ['another response type', { response_types: ['token'] }, /response_types/],
    ['the product name', { client_name: 'Lettermill' }, /resembles/],
    ['the name of a verified client', { client_name: 'CLI' }, /resembles/],
  ])('A: the content with %s is rejected', async (_, more, words) => {
    const reply = await ask(published(more))
    expect(refused(reply)).toEqual(INVALID)
    expect(reply.body.error_description).toMatch(words)
  })

  it('A: the content: https on its own host, loopback and private schemes are allowed; unknown grant types are ignored', async () => {
    const uris = [web.at('/back'), 'http://localhost/callback', 'com.example.app:/callback', 'cursor://a/b']
    const ignored = { grant_types: ['authorization_code', 'urn:x:y'], token_endpoint_auth_method: null, jwks: null }
    const client_id = published({ redirect_uris: uris, ...ignored })
    for (const redirect_uri of uris) expect((await ask(client_id, { redirect_uri })).status).toBe(302)
  })

  it('A: loopback port: another port is accepted, another host or path is not', async () => {
    const client_id = published({ redirect_uris: ['http://localhost/callback'] })
    expect((await ask(client_id, { redirect_uri: 'http://localhost:3118/callback' })).status).toBe(302)
    for (const redirect_uri of ['http://127.0.0.1:3118/callback', 'http://localhost:3118/else', FOREIGN]) {
      const { status, body } = await ask(client_id, { redirect_uri })
      expect([status, body.error]).toEqual([400, 'invalid_request'])
    }
  })

  it('redirects for invalid parameters in the rest of the request', async () => {
    const client_id = published({ scope: 'emails:send' })
    const { status, headers } = await ask(client_id, { scope: 'full_access', state: 'abc' })
    const location = new URL(headers.get('location')!)
    expect([status, location.origin + location.pathname]).toEqual([302, LOCAL])
    expect(location.searchParams.get('error')).toBe('invalid_scope')
  })
})

describe('A: cache', () => {
  it.each<[string, Record<string, string>, number]>([
    ['no cache headers', {}, 300],
    ['max-age', { 'cache-control': 'public, max-age=3600' }, 3600],
    ['a short max-age', { 'cache-control': 'max-age=1' }, 300],
    ['a long max-age', { 'cache-control': 'max-age=999999' }, 86_400],
    ['no-store', { 'cache-control': 'no-store, max-age=3600' }, 300],
    ['Expires', { expires: 'soon' }, 3600],
    ['an invalid Expires date', { expires: '0' }, 300],
  ])('A: cache with %s', async (_, headers, kept_s) => {
    const client_id = aUrl()
    const said =
      headers.expires === 'soon' ? { expires: new Date(time.now().getTime() + 3_600_000).toUTCString() } : headers
    web.publish(client_id, response =>
      response
        .writeHead(200, { 'content-type': 'application/json', ...said })
        .end(JSON.stringify(aDocument(client_id))),
    )
    await ask(client_id)
    time.forward((kept_s - 1) * 1000)
    await ask(client_id)
    expect(web.asked(client_id)).toHaveLength(1)
    time.forward(1000)
    await ask(client_id)
    expect(web.asked(client_id)).toHaveLength(2)
  })

  it('A: cache: failures are not cached, and a document that becomes unreadable makes the client unknown', async () => {
    const client_id = aUrl()
    expect(refused(await ask(client_id))).toEqual(INVALID)
    web.publish(client_id, aDocument(client_id))
    expect((await ask(client_id)).status).toBe(302)
    web.publish(client_id, response => response.writeHead(500).end())
    expect((await ask(client_id)).status).toBe(302)
    time.forward(300_000)
    expect(refused(await ask(client_id))).toEqual(INVALID)
  })

  it('A: how: concurrent requests share one connection', async () => {
    const client_id = aUrl()
    let open: () => void = () => {}
    const opened = new Promise<void>(resolve => (open = resolve))
    web.publish(client_id, response => {
      void opened.then(() =>
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(aDocument(client_id))),
      )
    })
    const from = anAddress()
    const replies = Array.from({ length: 30 }, () => ask(client_id, {}, from))
    await expect.poll(() => web.asked(client_id).length).toBe(1)
    open()
    for (const { status } of await Promise.all(replies)) expect(status).toBe(302)
    expect(web.asked(client_id)).toHaveLength(1)
  })
})

describe('A: floods', () => {
  it('A: floods: 20 fetches per minute and caller; cached and malformed ids do not count', async () => {
    const from = anAddress()
    const kept = published()
    await ask(kept, {}, from)
    for (let each = 0; each < 25; each++) {
      expect((await ask(kept, {}, from)).status).toBe(302)
      await ask('https://app.example', {}, from)
    }
    for (let each = 1; each < 20; each++) expect((await ask(aUrl(), {}, from)).status).toBe(400)
    const reply = await ask(aUrl(), {}, from)
    expect([reply.status, reply.body.error, reply.headers.get('retry-after')]).toEqual([429, 'too_many_requests', '60'])
    expect((await ask(kept, {}, from)).status).toBe(302)
    time.forward(60_000)
    expect((await ask(aUrl(), {}, from)).status).toBe(400)
  })

  it('A: floods: an IPv6 caller is a /64', async () => {
    const from = (host: string): Record<string, string> => ({ 'x-forwarded-for': `2001:db8:1:2::${host}` })
    for (let each = 0; each < 20; each++) await ask(aUrl(), {}, from(each.toString(16)))
    expect((await ask(aUrl(), {}, from('ffff'))).status).toBe(429)
    expect((await ask(aUrl(), {}, { 'x-forwarded-for': '2001:db8:1:3::1' })).status).toBe(400)
    time.forward(60_000)
  })

  it('A: floods: 60 fetches per minute and document host', async () => {
    for (let each = 0; each < 60; each++) expect((await ask(aUrl('other.example'))).status).toBe(400)
    expect((await ask(aUrl('other.example'))).status).toBe(429)
    expect((await ask(aUrl())).status).toBe(400)
    time.forward(60_000)
  })
})

describe('A: what is stored when', () => {
  it('A: what is stored when: a denial stores nothing; an approval stores one client that is never verified', async () => {
    const client_id = published()
    const before = await countRows(server)
    const denied = await aSealedRequest(apart, aRequest(client_id, { redirect_uri: LOCAL }))
    expect((await deny(server, denied))!.location).toContain('error=access_denied')
    expect(await countRows(server)).toMatchObject({ oauth_clients: before.oauth_clients })
    await codeOf(client_id)
    await codeOf(client_id)
    expect(await countRows(server)).toMatchObject({ oauth_clients: before.oauth_clients + 1 })
    const clients = await server.database.read(tx => server.oauth.listClients(tx))
    expect(clients.find(client => client.client_id === client_id)).toMatchObject({
      document_url: client_id,
      client_name: 'Night Mailer',
      verified: false,
      built_in: false,
    })
  })

  it('returns tokens whose client is the URL, also in introspection and in the list of grants', async () => {
    const client_id = published()
    const { status, body } = await exchange(server, await codeOf(client_id))
    expect(status).toBe(200)
    const claims = JSON.parse(Buffer.from(body.access_token.split('.')[1], 'base64url').toString())
    expect(claims.client_id).toBe(client_id)
    for (const token of [body.access_token, body.refresh_token]) {
      const told = await server.call('POST', '/oauth/introspect', { body: { token } })
      expect(told.body).toMatchObject({ active: true, client_id })
    }
    const { data } = (await server.call('GET', '/oauth/grants')).body
    expect(data[0]).toMatchObject({ client_id, client: { name: 'Night Mailer', logo_uri: null } })
    expect((await refresh(server, { client_id, ...body })).status).toBe(200)
    const revoked = await sendForm(server, '/oauth/revoke', { token: body.access_token, client_id })
    expect(revoked.status).toBe(200)
    expect((await server.call('GET', '/domains', { key: body.access_token })).status).toBe(401)
    expect(web.asked(client_id)).toHaveLength(1)
  })

  it('A: when it is fetched: never for token, revoke or introspect; a URL without approval is unknown there', async () => {
    const client_id = published()
    const form = { grant_type: 'refresh_token', refresh_token: 'a', token: 'a', client_id }
    for (const path of ['/oauth/token', '/oauth/revoke', '/oauth/introspect']) {
      const { status, body } = await sendForm(server, path, form)
      expect([status, body.error]).toEqual([401, 'invalid_client'])
    }
    expect(web.asked(client_id)).toEqual([])
  })

  it('does not accept a row id as a client id', async () => {
    const client_id = published()
    await exchange(server, await codeOf(client_id))
    const clients = await server.database.read(tx => server.oauth.listClients(tx))
    const { id } = clients.find(client => client.client_id === client_id)!
    expect(refused(await ask(id))).toEqual(INVALID)
  })
})

describe('A: the document changes or vanishes', () => {
  it('A: the document changes: new requests use it after the cache expires, grants keep the approved values', async () => {
    const client_id = published({ scope: 'full_access emails:send' })
    const { body } = await exchange(server, await codeOf(client_id))
    const late = await codeOf(client_id)
    const more = { scope: 'emails:send', client_name: 'Day Mailer', grant_types: ['authorization_code'] }
    web.publish(client_id, aDocument(client_id, more))
    time.forward(300_000)
    expect((await exchange(server, late)).body.scope).toBe('full_access emails:send')
    const fresh = await exchange(server, await codeOf(client_id))
    expect(fresh.body).toMatchObject({ scope: 'emails:send' })
    expect(fresh.body.refresh_token).toBeUndefined()
    const again = await refresh(server, { client_id, ...body })
    expect([again.status, again.body.scope]).toEqual([200, 'full_access emails:send'])
  })

  it('A: the document vanishes: existing grants work and new requests fail', async () => {
    const client_id = published()
    const { body } = await exchange(server, await codeOf(client_id))
    web.publish(client_id, response => response.writeHead(410).end())
    time.forward(300_000)
    expect(refused(await ask(client_id))).toEqual(INVALID)
    expect((await refresh(server, { client_id, ...body })).status).toBe(200)
  })

  it('A: the document vanishes: an administrator disables the client, whatever its document contains', async () => {
    const client_id = published()
    const sealed = await aSealedRequest(apart, aRequest(client_id, { redirect_uri: LOCAL }))
    const { body } = await exchange(server, await codeOf(client_id))
    const clients = await server.database.read(tx => server.oauth.listClients(tx))
    await disableClient(server, clients.find(client => client.client_id === client_id)!.id)
    expect(refused(await ask(client_id))).toEqual(INVALID)
    expect(await approve(server, sealed)).toBeUndefined()
    expect((await server.call('GET', '/domains', { key: body.access_token })).status).toBe(401)
    expect((await refresh(server, { client_id, ...body })).status).toBe(401)
  })
})

describe('A: disallowed host', () => {
  const withHosts = async (env: Record<string, string>, act: (strict: TestServer) => Promise<void>): Promise<void> => {
    const strict = await startServer({ ...web.env, ...env }, { now: time.now })
    try {
      await act(strict)
    } finally {
      await strict.stop()
    }
  }
  const at = (strict: TestServer, client_id: string): Promise<Reply> =>
    authorize(strict, aRequest(client_id, { redirect_uri: LOCAL }))
  const flag = async (strict: TestServer): Promise<unknown> =>
    (await strict.call('GET', '/.well-known/oauth-authorization-server')).body.client_id_metadata_document_supported

  it('A: disallowed host: is treated as unreadable, and nothing is fetched', async () => {
    const hosts = { OAUTH_CLIENT_DOCUMENT_HOSTS: 'app.example, *.wild.example' }
    await withHosts({ ...hosts, OAUTH_CLIENT_DOCUMENT_BLOCKED_HOSTS: 'app.example' }, async strict => {
      const [good, blocked, other] = [published({}, 'a.wild.example'), published(), published({}, 'other.example')]
      expect((await at(strict, good)).status).toBe(302)
      for (const id of [blocked, other]) {
        const reply = await at(strict, id)
        expect(refused(reply)).toEqual(INVALID)
        expect(reply.body.error_description).toMatch(/could not be fetched/)
        expect(web.asked(id)).toEqual([])
      }
      expect(await flag(strict)).toBe(true)
    })
  })

  it('A: disallowed host: without allowed hosts the ids are unknown and the metadata has no flag', async () => {
    await withHosts({ OAUTH_CLIENT_DOCUMENT_HOSTS: 'none' }, async strict => {
      const client_id = published()
      expect(refused(await at(strict, client_id))).toEqual(INVALID)
      expect(web.asked(client_id)).toEqual([])
      expect(await flag(strict)).toBeUndefined()
    })
  })
})
