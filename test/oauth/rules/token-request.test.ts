import { describe, expect, test } from 'vitest'
import { hashToken } from '../../../src/base/secrets/tokens.ts'
import { authenticateClient, parseCredentials } from '../../../src/identity/oauth/clients/authentication.ts'
import { parseForm } from '../../../src/identity/oauth/parameters.ts'
import { checkGrantType, parseTokenRequest } from '../../../src/identity/oauth/token/request.ts'
import { CALLBACK, CLIENT_ID, type Sent, VERIFIER, aClient, errorOf, refusalOf } from './builders.ts'

const FORM = 'application/x-www-form-urlencoded'
const CODE: Sent = {
  grant_type: 'authorization_code',
  client_id: CLIENT_ID,
  code: 'c',
  redirect_uri: CALLBACK,
  code_verifier: VERIFIER,
}
const REFRESH: Sent = { grant_type: 'refresh_token', client_id: CLIENT_ID, refresh_token: 'r' }

const form = (sent: Sent): string =>
  Object.entries(sent)
    .flatMap(([name, value]) => [value ?? []].flat().map(item => `${name}=${encodeURIComponent(item)}`))
    .join('&')
const read = (body: string, content_type: string | undefined = FORM, authorization?: string) =>
  parseTokenRequest({ content_type, body: Buffer.from(body), authorization })
const refused = (body: string, content_type?: string, authorization?: string) => {
  const { status, error } = errorOf(refusalOf(() => read(body, content_type, authorization)))
  return `${status} ${error}`
}
const basic = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`

describe('parseTokenRequest', () => {
  const public_client = { method: 'none', client_id: CLIENT_ID, client_secret: undefined }

  test('accepts a code, as a form and as JSON', () => {
    const request = { ...CODE, credentials: public_client, client_id: undefined }
    expect({ ...read(form(CODE)), client_id: undefined }).toEqual(request)
    expect(read(JSON.stringify(CODE), 'application/json')).toEqual(read(form(CODE)))
  })

  test('accepts a refresh token, with and without a scope', () => {
    expect(read(form(REFRESH))).toMatchObject({ refresh_token: 'r', scope: undefined, credentials: public_client })
    expect(read(form({ ...REFRESH, scope: 'emails:send' }))).toMatchObject({ scope: 'emails:send' })
    expect(read(form({ ...REFRESH, scope: '' }))).toMatchObject({ scope: undefined })
  })

  test.each([
    ['resource twice', `${form(CODE)}&resource=a&resource=b`],
    ['a broken resource', `${form(CODE)}&resource=%zz`],
    ['unknown parameters', `${form(CODE)}&x=1&x=2`],
    ['an empty secret', `${form(CODE)}&client_secret=`],
  ])('ignores %s', (_, body) => expect(read(body)).toEqual(read(form(CODE))))

  test('ignores unknown members of JSON, whatever their type', () => {
    const body = JSON.stringify({ ...CODE, resource: ['a', 'b'], x: 1 })
    expect(read(body, 'application/json')).toEqual(read(form(CODE)))
  })

  test.each(Object.keys(CODE))('returns invalid_request if %s is missing, empty or sent twice', name => {
    expect(refused(form({ ...CODE, [name]: undefined }))).toBe('400 invalid_request')
    expect(refused(form({ ...CODE, [name]: '' }))).toBe('400 invalid_request')
    expect(refused(form({ ...CODE, [name]: [CODE[name] as string, CODE[name] as string] }))).toBe('400 invalid_request')
  })

  test.each([
    ['no refresh token', form({ ...REFRESH, refresh_token: undefined }), '400 invalid_request'],
    ['a short verifier', form({ ...CODE, code_verifier: VERIFIER.slice(1) }), '400 invalid_request'],
    ['a long verifier', form({ ...CODE, code_verifier: 'x'.repeat(129) }), '400 invalid_request'],
    ['a verifier with a plus', form({ ...CODE, code_verifier: `${VERIFIER}+` }), '400 invalid_request'],
    ['a broken escape', `${form({ ...CODE, code: undefined })}&code=%zz`, '400 invalid_request'],
    ['an unknown grant type', form({ ...CODE, grant_type: 'password' }), '400 unsupported_grant_type'],
    [
      'client credentials',
      form({ grant_type: 'client_credentials', client_id: CLIENT_ID }),
      '400 unsupported_grant_type',
    ],
    ['an empty body', '', '400 invalid_request'],
  ])('rejects %s', (_, body, answer) => expect(refused(body)).toBe(answer))

  test.each([
    ['a number in JSON', 'application/json', JSON.stringify({ ...CODE, code: 1 })],
    ['invalid JSON', 'application/json', form(CODE)],
    ['a list', 'application/json', '[]'],
    ['JSON declared as text', 'text/plain', JSON.stringify(CODE)],
    ['no content type', '', form(CODE)],
  ])('returns invalid_request for %s', (_, content_type, body) =>
    expect(refused(body, content_type)).toBe('400 invalid_request'),
  )
})

const given = (body: string, authorization?: string) => parseCredentials(parseForm(body), authorization)

describe('credentials', () => {
  test.each([
    ['client_id=a', undefined, 'none', 'a', undefined],
    ['client_id=a&client_secret=s', undefined, 'client_secret_post', 'a', 's'],
    ['', basic('a:s'), 'client_secret_basic', 'a', 's'],
    ['client_id=a', basic('a:s'), 'client_secret_basic', 'a', 's'],
    ['', basic('a%3Ab:s%2B+%25%26&x:y'), 'client_secret_basic', 'a:b', 's+ %&&x:y'],
    ['', basic('a:s').replace('Basic', 'basic'), 'client_secret_basic', 'a', 's'],
  ])('reads the body %j with the header %j', (body, authorization, method, client_id, client_secret) => {
    expect(given(body, authorization)).toEqual({ method, client_id, client_secret })
  })

  test.each([
    ['two methods in one request', 'client_id=a&client_secret=s', basic('a:s'), 400, 'invalid_request'],
    ['no client_id', '', undefined, 400, 'invalid_request'],
    ['another client_id in the body', 'client_id=b', basic('a:s'), 401, 'invalid_client'],
    ['no colon', '', basic('a'), 401, 'invalid_client'],
    ['no id', '', basic(':s'), 401, 'invalid_client'],
    ['a broken escape', '', basic('a:%zz'), 401, 'invalid_client'],
    ['no base64', '', 'Basic ???', 401, 'invalid_client'],
    ['another scheme', 'client_id=a', 'Bearer x', 401, 'invalid_client'],
  ])('rejects %s', (_, body, authorization, status, error) => {
    expect(errorOf(refusalOf(() => given(body, authorization)))).toMatchObject({ status, error })
  })
})

describe('authenticated', () => {
  const PUBLIC = { method: 'none', client_id: CLIENT_ID, client_secret: undefined } as const

  const POST = { ...PUBLIC, method: 'client_secret_post', client_secret: 's' } as const
  const OTHER = { ...POST, client_secret: 's ' } as const
  const HASH = hashToken('s')

  test('accepts a client with its secret', () => {
    for (const method of ['client_secret_post', 'client_secret_basic'] as const) {
      const client = aClient({ token_endpoint_auth_method: method, secret_hash: HASH })
      expect(authenticateClient(client, { ...POST, method })).toBe(client)
    }
  })

  test('accepts a public client', () => {
    expect(authenticateClient(aClient(), PUBLIC)).toEqual(aClient())
  })

  test.each([
    ['an unknown client', undefined, PUBLIC],
    ['a disabled client', aClient({ disabled_at: '2026-11-02T08:15:30.120Z' }), PUBLIC],
    ['a public client with a secret', aClient(), { ...PUBLIC, method: 'client_secret_post', client_secret: 's' }],
    ['a public client in the header', aClient(), { ...PUBLIC, method: 'client_secret_basic', client_secret: 's' }],
    ['a confidential client without its secret', aClient({ token_endpoint_auth_method: 'client_secret_post' }), PUBLIC],
    ['a confidential client that has no secret', aClient({ token_endpoint_auth_method: 'client_secret_post' }), POST],
    ['another secret', aClient({ token_endpoint_auth_method: 'client_secret_post', secret_hash: HASH }), OTHER],
    [
      'the secret in another place',
      aClient({ token_endpoint_auth_method: 'client_secret_basic', secret_hash: HASH }),
      POST,
    ],
  ] as const)('returns 401 for %s', (_, client, given) => {
    const refusal = refusalOf(() => authenticateClient(client, given))
    expect(errorOf(refusal)).toMatchObject({ status: 401, error: 'invalid_client' })
    expect(refusal.headers['www-authenticate']).toMatch(/^Basic realm=/)
  })

  test('requires a registered grant type', () => {
    const client = aClient({ grant_types: ['authorization_code'] })
    expect(checkGrantType(client, 'authorization_code')).toBeUndefined()
    const refusal = refusalOf(() => checkGrantType(client, 'refresh_token'))
    expect(errorOf(refusal)).toMatchObject({ status: 400, error: 'unauthorized_client' })
  })
})
