// Error descriptions name the parameter and its allowed values. They never repeat the input and use only the characters of the RFC.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CALLBACK, type Fields, aClient, aRequest, authorize, encodeForm, sendForm } from '../../support/oauth.ts'
import { type TestServer, anAddress, startServer } from '../../support/server.ts'

let server: TestServer
let client_id: string
beforeAll(async () => {
  server = await startServer()
  client_id = await aClient(server, { scope: 'emails:send' })
})
afterAll(() => server.stop())

/** A marker that occurs in none of our own texts. */
const MARK = 'Zx9Qmarker'
const ALLOWED = /^[\x20-\x21\x23-\x5B\x5D-\x7E]+$/

function expectSays(description: string | null, words: string[]): void {
  expect(description).toMatch(ALLOWED)
  expect(description).not.toContain(MARK)
  for (const word of words) expect(description).toContain(word)
}

describe('an error of the authorize endpoint', () => {
  it.each<[string, Fields, string[]]>([
    ['client_id', { client_id: undefined }, ['client_id']],
    ['client_id', { client_id: MARK }, ['client_id']],
    ['redirect_uri', { redirect_uri: [CALLBACK, MARK] }, ['redirect_uri', 'once']],
    ['redirect_uri', { redirect_uri: `https://${MARK}.example/` }, ['redirect_uri', 'registered', 'port']],
    ['response_type', { response_type: MARK }, ['response_type', 'code']],
    ['code_challenge_method', { code_challenge_method: MARK }, ['code_challenge_method', 'S256']],
    ['code_challenge', { code_challenge: MARK }, ['code_challenge', '43', 'base64url']],
    ['state', { state: MARK.repeat(200) }, ['state', '1024']],
    ['scope', { scope: MARK }, ['scope', 'emails:send']],
    ['scope', { scope: 'full_access' }, ['scope', 'emails:send.']],
    ['state', { state: [MARK, MARK] }, ['state', 'Duplicate parameter']],
  ])('names %s and its allowed values', async (_, fields, words) => {
    const { headers, body } = await authorize(server, aRequest(client_id, fields))
    const location = headers.get('location')
    expectSays(location ? new URL(location).searchParams.get('error_description') : body.error_description, words)
  })

  it.each([
    ['state', `state=${MARK}%zz`],
    ['scope', `scope=%${MARK}`],
    ['query', `${MARK}=%zz`],
    ['query', `${MARK}%zz=x`],
  ])('names the unreadable %s', async (name, addition) => {
    const { body } = await authorize(server, `${encodeForm(aRequest(client_id))}&${addition}`)
    expectSays(body.error_description, [name, 'hexadecimal'])
  })
})

describe('an error of the token endpoint', () => {
  const good = { grant_type: 'authorization_code', code: 'x', redirect_uri: CALLBACK, code_verifier: 'v'.repeat(43) }
  it.each<[string, Fields, string[]]>([
    ['grant_type', { grant_type: undefined }, ['grant_type']],
    ['grant_type', { grant_type: MARK }, ['grant_type', 'authorization_code', 'refresh_token']],
    ['code', { code: '' }, ['code', 'not be empty']],
    ['redirect_uri', { redirect_uri: [MARK, MARK] }, ['redirect_uri', 'Duplicate parameter']],
    ['code_verifier', { code_verifier: MARK }, ['code_verifier', '43', '128']],
    ['client_id', { client_id: undefined }, ['client_id']],
    ['client_id', { client_id: MARK }, ['client_id', 'Unknown']],
    ['client_secret', { client_secret: MARK }, ['token_endpoint_auth_method none']],
    ['code', { code: MARK }, ['code']],
  ])('names %s and its allowed values', async (_, fields, words) => {
    const { body } = await sendForm(server, '/oauth/token', { client_id, ...good, ...fields })
    expectSays(body.error_description, words)
  })
})

describe('a registration error', () => {
  it.each<[string, object, string[]]>([
    ['client_name', { client_name: '' }, ['client_name', '200']],
    ['client_name', { client_name: MARK.repeat(30) }, ['client_name', '200']],
    ['redirect_uris', { redirect_uris: [] }, ['redirect_uris', '1 to 10']],
    ['redirect_uris', { redirect_uris: [`${MARK}.:/x`] }, ['redirect_uris', 'https', 'com.example.app']],
    ['redirect_uris', { redirect_uris: [`mailto:${MARK}`] }, ['redirect_uris', 'https', 'com.example.app']],
    ['redirect_uris', { redirect_uris: [`http://${MARK}/`] }, ['redirect_uris', '127.0.0.1, localhost or [::1]']],
    ['redirect_uris', { redirect_uris: [`https://x.example/?code=${MARK}`] }, ['redirect_uris', 'code, state, iss']],
    ['grant_types', { grant_types: [MARK] }, ['grant_types', 'authorization_code', 'refresh_token']],
    ['response_types', { response_types: [MARK] }, ['response_types', 'code']],
    ['scope', { scope: MARK }, ['scope', 'full_access', 'emails:send']],
    ['token_endpoint_auth_method', { token_endpoint_auth_method: MARK }, ['none or client_secret_basic or']],
    ['client_uri', { client_uri: MARK }, ['client_uri', 'http']],
  ])('names %s and its allowed values', async (_, metadata, words) => {
    const body = { client_name: 'Night Mailer', redirect_uris: [CALLBACK], ...metadata }
    const answer = await server.call('POST', '/oauth/register', { key: null, body, headers: anAddress() })
    expect(answer.status).toBe(400)
    expectSays(answer.body.error_description, words)
  })
})
