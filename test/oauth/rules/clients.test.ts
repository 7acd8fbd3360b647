import { describe, expect, test } from 'vitest'
import { parseRegistration, registrationResponse } from '../../../src/identity/oauth/clients/rules.ts'
import { isWebUrl } from '../../../src/identity/oauth/clients/redirect-uri.ts'
import { CLIENT_ID, errorOf, refusalOf } from './builders.ts'

const NOW = new Date('2026-11-02T08:15:30.120Z')

const register = (given: Record<string, unknown> = {}) => {
  const metadata = { client_name: 'Night Mailer', redirect_uris: ['http://127.0.0.1/callback'], ...given }
  return parseRegistration(
    { content_type: 'application/json', body: Buffer.from(JSON.stringify(metadata)) },
    CLIENT_ID,
    NOW,
  )
}
const refused = (given: Record<string, unknown>) => {
  const { status, error } = errorOf(refusalOf(() => register(given)))
  return [status, error]
}

describe('a registration', () => {
  test('fills in the defaults and returns the registered metadata', () => {
    expect(registrationResponse(register())).toEqual({
      client_id: CLIENT_ID,
      client_id_issued_at: 1793607330,
      client_name: 'Night Mailer',
      redirect_uris: ['http://127.0.0.1/callback'],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      scope: 'full_access emails:send',
    })
  })

  test('keeps the given values', () => {
    const given = {
      grant_types: ['authorization_code'],
      response_types: ['code'],
      scope: 'emails:send',
      token_endpoint_auth_method: 'none',
      client_uri: 'https://app.example/',
      logo_uri: 'https://app.example/logo.png',
    }
    expect(registrationResponse(register(given))).toMatchObject(given)
  })

  test.each([
    ['unknown metadata', { software_id: 'x', contacts: [1] }],
    ['metadata with null', { grant_types: null, scope: null, jwks: null, client_uri: null, software_id: null }],
    ['empty URLs', { client_uri: '', logo_uri: '' }],
    ['an empty scope', { scope: '' }],
  ])('ignores %s', (_, given) => expect(register(given)).toEqual(register()))

  test('removes duplicate redirect URIs', () => {
    expect(register({ redirect_uris: ['a.b:/a', 'a.b:/b', 'a.b:/a'] }).redirect_uris).toEqual(['a.b:/a', 'a.b:/b'])
  })

  test('accepts names of 200 code points in any script', () => {
    expect(register({ client_name: '📮'.repeat(200) }).client_name).toHaveLength(400)
    expect(register({ client_name: 'بريد الليل' }).client_name).toBe('بريد الليل')
  })
})

describe('invalid_client_metadata', () => {
  test.each<[string, Record<string, unknown>]>([
    ['no name', { client_name: undefined }],
    ['an empty name', { client_name: '' }],
    ['a blank name', { client_name: ' \u00a0' }],
    ['a name that is not text', { client_name: 7 }],
    ['a long name', { client_name: 'x'.repeat(201) }],
    ['a name with a line end', { client_name: 'a\nb' }],
    ['a name with direction marks', { client_name: 'a\u202eb' }],
    ['half a surrogate pair', { client_name: 'a\ud800' }],
    ['grant_types without authorization_code', { grant_types: ['refresh_token'] }],
    ['no grant type at all', { grant_types: [] }],
    ['an unknown grant type', { grant_types: ['authorization_code', 'client_credentials'] }],
    ['the implicit grant', { grant_types: ['authorization_code', 'implicit'] }],
    ['grant_types that are not a list', { grant_types: 'authorization_code' }],
    ['response type token', { response_types: ['token'] }],
    ['response types code and token', { response_types: ['code', 'token'] }],
    ['no response type at all', { response_types: [] }],
    ['response_types that are not a list', { response_types: 'code' }],
    ['an unknown scope', { scope: 'emails:send domains:read' }],
    ['a scope of spaces', { scope: ' ' }],
    ['a scope that is a list', { scope: ['emails:send'] }],
    ['an unknown method', { token_endpoint_auth_method: 'private_key_jwt' }],
    ['a script as home page', { client_uri: 'javascript:alert(1)' }],
    ['a script as picture', { logo_uri: 'data:image/svg+xml,x' }],
  ])('rejects %s', (_, given) => expect(refused(given)).toEqual([400, 'invalid_client_metadata']))

  test.each([
    ['application/json', ''],
    ['application/json', '[]'],
    ['application/json', '{"client_name":'],
    ['text/plain', '{"client_name":"x","redirect_uris":["app:/a"]}'],
    ['application/x-www-form-urlencoded', 'client_name=x'],
    [undefined, '{"client_name":"x","redirect_uris":["app:/a"]}'],
  ])('a body of %s %j', (content_type, body) => {
    const refusal = refusalOf(() => parseRegistration({ content_type, body: Buffer.from(body) }, CLIENT_ID, NOW))
    expect(errorOf(refusal)).toMatchObject({ status: 400, error: 'invalid_client_metadata' })
  })
})

describe('redirect_uris', () => {
  test.each([
    'https://app.example',
    'https://app.example/callback?a=%7e&b=c+d',
    'https://app.example:8443/callback',
    'https://App.Example/callback',
    'https://xn--bcher-kva.example/callback',
    'https://[2001:db8::1]/callback',
    'https://192.0.2.1/callback',
    'https://localhost:3000/callback',
    'http://127.0.0.1',
    'http://127.0.0.1/callback',
    'http://127.0.0.1:8080/callback',
    'http://localhost:1/callback',
    'http://[::1]/callback',
    'com.example.app://anything/oauth/callback',
    'com.example.app:/callback',
    'Com.Example.My-App:/callback',
    'com.example.app:/callback?x=a@b',
    'cursor://anysphere.cursor-mcp/oauth/callback',
    'vscode-insiders://publisher.extension/callback',
    'app:/callback',
    `https://app.example/${'x'.repeat(2028)}`,
  ])('accepts %s', uri => expect(register({ redirect_uris: [uri] }).redirect_uris).toEqual([uri]))

  test.each([
    // fragments, even an empty one
    'https://app.example/callback#x',
    'https://app.example/callback#',
    'com.example.app:/callback#',
    // not absolute, or empty after the scheme
    '',
    '/callback',
    '//app.example/callback',
    'app.example/callback',
    'https:',
    'https:app.example',
    'https:/app.example',
    'https://',
    'https:///callback',
    'https://?x',
    'com.example.app:',
    '1app:/callback',
    // schemes
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'ftp://app.example/',
    'blob:https://app.example/x',
    'about:blank',
    'vbscript:x',
    'googlechrome://x',
    'microsoft-edge:https://x',
    'x-javascript:x',
    'itms-services://x',
    'jnlp://x',
    // schemes of other programs and schemes without an owner
    'mailto:a@b.example',
    'tel:+3725550100',
    'sms:+3725550100',
    'search-ms:query=x',
    'ms-settings:x',
    'MS-MSDT:x',
    'smb://host/x',
    'intent://x#Intent',
    'intent://x',
    'chrome://settings',
    'chrome-extension://x/y',
    'ws://127.0.0.1/',
    'view-source:https://app.example/',
    'web+mailto:x',
    'x-apple.systempreferences:x',
    'VBScript:x',
    'filesystem:https://app.example/x',
    'jar:https://app.example/x!/y',
    'resource://x/y',
    'wss://app.example/',
    'magnet:?x',
    'webcal://app.example/x',
    'ext+app:x',
    'chrome-untrusted://x',
    'content://x/y',
    'localhost:3000/callback',
    'C:/callback',
    'app.:/callback',
    'a..b:/callback',
    // http outside the machine
    'http://app.example/callback',
    'http://127.0.0.2/callback',
    'http://127.1/callback',
    'http://0.0.0.0/callback',
    'http://LOCALHOST/callback',
    'http://localhost./callback',
    'http://localhost.evil.example/callback',
    'http://127.0.0.1.evil.example/callback',
    'http://[::]/callback',
    'http://[0:0:0:0:0:0:0:1]/callback',
    'http://2130706433/callback',
    // user names
    'https://app.example@evil.example/callback',
    'https://user:secret@app.example/callback',
    'https://@app.example/callback',
    'http://127.0.0.1:80@evil.example/callback',
    'http://127.0.0.1@evil.example/callback',
    'com.example.app://app.example@evil.example/callback',
    // URLs that a browser reads differently
    String.raw`https://app.example\@evil.example/callback`,
    String.raw`https:\\evil.example`,
    'https://0x7f.1/callback',
    'https://exa%6Dple.example/callback',
    'https://b\u00fccher.example/callback',
    'https://a..example/\u3002',
    // ports
    'https://app.example:/callback',
    'https://app.example:0/callback',
    'https://app.example:080/callback',
    'https://app.example:65536/callback',
    'com.example.app://app.example:65536/callback',
    // invalid in a browser
    'com.example.app://[',
    'com.example.app://[/callback',
    'http://localhost:99999/callback',
    // characters
    ' https://app.example/callback',
    'https://app.example/callback ',
    'https://app.example/call back',
    'https://app.example/\tcallback',
    'https://app.example/callback\r\nset-cookie: a=b',
    'java\nscript:alert(1)',
    'https://app.example/\0',
    'https://app.example/"',
    'https://app.example/<x>',
    'https://app.example/%zz',
    'https://app.example/%',
    // parameters that the server adds
    'https://app.example/callback?code=x',
    'https://app.example/callback?a=b&%73tate=x',
    'https://app.example/callback?iss',
    // size and type
    `https://app.example/${'x'.repeat(2029)}`,
    null,
    7,
    ['https://app.example/callback'],
  ])('rejects %j', uri => {
    expect(refused({ redirect_uris: ['https://app.example/', uri] })).toEqual([400, 'invalid_redirect_uri'])
  })

  test.each([
    ['none', undefined],
    ['an empty list', []],
    ['a text', 'https://app.example/'],
    ['eleven', Array.from({ length: 11 }, (_, index) => `https://app.example/${index}`)],
  ])('rejects %s', (_, redirect_uris) => expect(refused({ redirect_uris })).toEqual([400, 'invalid_redirect_uri']))

  test('accepts ten', () => {
    const redirect_uris = Array.from({ length: 10 }, (_, index) => `https://app.example/${index}`)
    expect(register({ redirect_uris }).redirect_uris).toEqual(redirect_uris)
  })
})

test.each([
  ['https://app.example/logo.png', true],
  ['http://app.example', true],
  ['https://user@app.example/', false],
  ['//app.example/', false],
  ['app.example', false],
  ['https://app.example/"onerror=x', false],
  [7, false],
])('isWebUrl(%j)', (url, is) => expect(isWebUrl(url)).toBe(is))
