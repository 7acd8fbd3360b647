// Client names: they must be visible and must not imitate another name.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CALLBACK } from '../../support/oauth.ts'
import { type Person, aPerson } from '../../support/pages.ts'
import { type Reply, type TestServer, anAddress, startServer } from '../../support/server.ts'

let server: TestServer
let admin: Person
beforeAll(async () => {
  server = await startServer()
  admin = aPerson(server)
  await admin.logIn()
})
afterAll(() => server.stop())

const register = (client_name: string): Promise<Reply> =>
  server.call('POST', '/oauth/register', {
    key: null,
    body: { client_name, redirect_uris: [CALLBACK] },
    headers: anAddress(),
  })

async function verify(client_name: string): Promise<void> {
  await admin.get('/clients')
  const described = { client_name, redirect_uris: CALLBACK, scope: 'emails:send', token_endpoint_auth_method: 'none' }
  expect((await admin.post('/clients', described)).status).toBe(303)
}

describe('a client that registers itself', () => {
  it.each(['\u200b', '\u2060', '\u3164', '\u00ad', '\u2800', '\u{e0041}', '\u0301', 'a\u200bb', 'a\u202eb'])(
    'cannot be named %j',
    async name => {
      const { status, body } = await register(name)
      expect([status, body.error]).toEqual([400, 'invalid_client_metadata'])
      expect(body.error_description).toMatch(
        /^The client_name must (?:not contain (?:invisible|unprintable) characters|contain a visible character)\.$/,
      )
    },
  )

  it.each(['Lettermill', 'Lettermill Support', 'the L e t t e r m i l l', 'Lеttеrmіll', 'CLI', 'cli', 'СLІ', 'C-L-1'])(
    'cannot use a name of the product: %s',
    async name => {
      const { status, body } = await register(name)
      expect([status, body.error]).toEqual([400, 'invalid_client_metadata'])
      expect(body.error_description).toContain('resembles')
    },
  )

  it('can add the server name in parentheses, as agents do', async () => {
    expect((await register('Claude Code (lettermill)')).status).toBe(201)
    for (const name of ['Lettermill (lettermill)', 'CLI (lettermill)', 'Claude (Lettermill Support)', '(lettermill)']) {
      expect([name, (await register(name)).status]).toEqual([name, 400])
    }
  })

  it('cannot use the name of a verified client, but can use another name', async () => {
    expect((await register('Ledger')).status).toBe(201)
    await verify('Ledger')
    for (const name of ['Ledger', 'LEDGER', 'Lеdgеr', 'Led ger', '𝓛𝓮𝓭𝓰𝓮𝓻']) {
      expect((await register(name)).body.error).toBe('invalid_client_metadata')
    }
    for (const name of ['Ledger Export', 'Ledge', 'Client', 'ביקורת', '📮']) {
      expect((await register(name)).status).toBe(201)
    }
  })
})

describe('an administrator', () => {
  it('can give a client any visible name', async () => {
    await verify('Lettermill for phones')
    await admin.get('/clients')
    const described = { client_name: '\u3164', redirect_uris: CALLBACK, scope: 'emails:send' }
    const { status, text } = await admin.post('/clients', { ...described, token_endpoint_auth_method: 'none' })
    expect([status, text.includes('The client_name must not contain invisible characters.')]).toEqual([422, true])
  })

  it('cannot give a team an invisible name', async () => {
    await admin.get('/team')
    for (const name of ['\u200b', '\u3164', '\u2800', 'a\u202eb']) {
      expect((await admin.post('/team/found', { name })).status).toBe(422)
    }
  })
})
