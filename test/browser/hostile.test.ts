// Hostile values in every form and query: each is rejected with a page and has no effect.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aClient } from '../support/oauth.ts'
import { type Person, aConsentRequest, aPerson } from '../support/pages.ts'
import { type TestServer, startServer } from '../support/server.ts'

const VALUES = {
  empty: '',
  spaces: '   ',
  NUL: '%00',
  'a line break': 'a%0d%0aSet-Cookie:%20a=b',
  'invalid UTF-8': '%ff%fe%c0%af',
  'a malformed escape': '%zz%',
  'ten thousand characters': 'a'.repeat(10_000),
  markup: '"><script>alert(1)</script>',
  'a quote for SQL': "' or 1=1 --",
  'a prototype': '__proto__',
  'a bidirectional control': '%E2%80%AEevil',
}
const FORMS: Record<string, string[]> = {
  '/team/invite': ['email', 'role'],
  '/team/withdraw': ['invitation_id'],
  '/team/role': ['user_id', 'role'],
  '/team/remove': ['user_id'],
  '/team/found': ['name'],
  '/team/names': ['name', 'sender_name'],
  '/team/switch': ['team_id', 'next'],
  '/account/password': ['old_password', 'new_password', 'new_password_again'],
  '/account/sessions/end': ['session'],
  '/account/passkeys/begin': ['password'],
  '/account/passkeys/add': ['credential_id', 'client_data', 'attestation_object', 'name'],
  '/account/passkeys/remove': ['credential_id', 'password'],
  '/account/provider/remove': ['x'],
  '/login/provider/confirm': ['invitation_id', 'remove_access'],
  '/team/two-factors': ['needed'],
  '/two-factor/begin': ['password'],
  '/two-factor/confirm': ['code'],
  '/two-factor/codes': ['code'],
  '/two-factor/remove': ['code'],
  '/clients': ['client_name', 'redirect_uris', 'scope', 'token_endpoint_auth_method'],
  '/clients/unknown/disable': ['x'],
  '/clients/unknown/enable': ['x'],
  '/grants/unknown/revoke': ['x'],
  '/api-keys/make': ['name', 'permission'],
  '/api-keys/unknown/rename': ['name'],
  '/api-keys/unknown/restrict': ['x'],
  '/api-keys/unknown/delete': ['x'],
  '/domains/add': ['name', 'custom_return_path', 'tracking_subdomain', 'tls', 'receiving'],
  '/domains/claim': ['name', 'custom_return_path', 'tracking_subdomain'],
  '/domains/unknown/verify': ['x'],
  '/domains/unknown/verify-claim': ['x'],
  '/domains/unknown/settings': ['sending', 'tls', 'tracking_subdomain'],
  '/domains/unknown/rotate-dkim': ['x'],
  '/domains/unknown/remove': ['x'],
  '/automations/unknown/enable': ['x'],
  '/automations/unknown/disable': ['x'],
  '/automations/unknown/runs/unknown/cancel': ['x'],
}

/** Forms for team names, which may have these values. Names are shown as text. */
const NAMED = ['/team/found', '/team/names']
const NAMES = ['a malformed escape', 'markup', 'a quote for SQL', 'a prototype']

let server: TestServer
let person: Person
beforeAll(async () => {
  server = await startServer()
  person = aPerson(server)
  await person.logIn()
})
afterAll(() => server.stop())

const effects = async (): Promise<string> => {
  const pages = []
  for (const path of ['/team', '/clients', '/grants', '/account', '/api-keys', '/domains'])
    pages.push((await person.get(path)).text)
  // Relative times change on their own.
  return pages.join('\n').replaceAll(/name="form_token" value="[^"]+"|<time [^<]*/g, '')
}

describe.each(Object.entries(FORMS))('POST %s', (path, fields) => {
  const values = Object.entries(VALUES).filter(([what]) => !NAMED.includes(path) || !NAMES.includes(what))
  it.each(values)('rejects a form full of %s', async (_, value) => {
    const before = await effects()
    const { status, text, headers } = await person.send(path, fields.map(name => `${name}=${value}`).join('&'))
    expect([400, 403, 404, 413, 422, 429]).toContain(status)
    expect(text).toContain('<h1>')
    expect(text).not.toContain('<script>')
    expect(headers.getSetCookie()).toEqual([])
    expect(await effects()).toBe(before)
  })

  it('rejects JSON, a query instead of a body, and an empty body', async () => {
    const before = await effects()
    const token = person.formToken()
    const query = fields.map(name => `${name}=developer`).join('&')
    const json = { origin: server.url, 'content-type': 'application/json' }
    expect((await person.post(path, {}, json)).status).toBe(415)
    expect((await person.send(`${path}?form_token=${token}&${query}`, '')).status).toBeGreaterThanOrEqual(400)
    expect((await person.send(path, '')).status).toBeGreaterThanOrEqual(400)
    expect((await person.send(path, 'a'.repeat(40_000))).status).toBe(413)
    expect(await effects()).toBe(before)
  })
})

describe('every query', () => {
  it.each(Object.entries(VALUES))('ignores or rejects %s', async (_, value) => {
    const pages = [
      'mailbox',
      'grants',
      'clients',
      'team',
      'account',
      'login',
      'invitation',
      'mailbox/x',
      'api-keys',
      'domains',
      'domains/x',
      'consent/x',
      'automations',
      'automations/x',
      'automations/x/runs',
    ]
    for (const page of pages) {
      const more: Record<string, string[]> = { automations: ['status', 'version'], mailbox: ['q', 'shelf', 'view'] }
      const own = more[page.split('/')[0]!] ?? ['next', 'token', 'view']
      const query = ['after', 'before', 'done', ...own].map(name => `${name}=${value}`).join('&')
      const { status, text } = await person.get(`/${page}?${query}`)
      expect([200, 303, 400, 404, 422], page).toContain(status)
      expect(text).not.toContain('<script>')
    }
  })

  it.each(Object.entries(VALUES))('returns no server error for a path with %s', async (_, value) => {
    for (const path of [
      'mailbox',
      'consent',
      'grants',
      'clients',
      'api-keys',
      'domains',
      'automations',
      'automations/x/runs',
    ]) {
      const { status } = await person.get(`/${path}/${encodeURI(value).replaceAll('%25', '%')}`)
      expect(status, path).toBeLessThan(500)
    }
  })
})

describe('forms', () => {
  it('accept valid values', async () => {
    const client_id = await aClient(server)
    await person.get('/clients')
    expect((await person.post(`/clients/${client_id}/disable`)).status).toBe(303)
    expect((await person.post('/team/invite', { email: 'a@example.net', role: 'developer' })).status).toBe(303)
    const path = await aConsentRequest(server)
    await person.get(path)
    expect((await person.post(path, { decision: 'approve' })).status).toBe(303)
  })
})
