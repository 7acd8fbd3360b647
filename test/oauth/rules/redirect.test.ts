import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseForm } from '../../../src/identity/oauth/parameters.ts'
import { redirectLocation, registeredRedirect } from '../../../src/identity/oauth/authorize/redirect.ts'
import { ISSUER } from './builders.ts'
import { codePoint } from '../../support/code-point.ts'

const allowed = (registered: string, uri: string): boolean =>
  registeredRedirect({ redirect_uris: [registered] }, uri) === uri

describe('registeredRedirect', () => {
  test.each([
    ['https://app.example/callback', 'https://app.example/callback'],
    ['https://app.example/callback?a=%20', 'https://app.example/callback?a=%20'],
    ['com.example.app:/callback', 'com.example.app:/callback'],
    ['http://127.0.0.1/callback', 'http://127.0.0.1:49152/callback'],
    ['http://127.0.0.1/callback', 'http://127.0.0.1:1/callback'],
    ['http://127.0.0.1/callback', 'http://127.0.0.1:65535/callback'],
    ['http://127.0.0.1:8080/callback', 'http://127.0.0.1:9090/callback'],
    ['http://127.0.0.1:8080/callback', 'http://127.0.0.1/callback'],
    ['http://localhost/callback', 'http://localhost:3000/callback'],
    ['https://localhost/callback', 'https://localhost:3000/callback'],
    ['http://[::1]/callback', 'http://[::1]:3000/callback'],
    ['http://127.0.0.1', 'http://127.0.0.1:3000'],
    ['http://127.0.0.1?a=b', 'http://127.0.0.1:3000?a=b'],
    ['http://127.0.0.1/callback?a=b', 'http://127.0.0.1:3000/callback?a=b'],
  ])('%s allows %s', (registered, uri) => expect(allowed(registered, uri)).toBe(true))

  test.each([
    // byte for byte
    ['https://app.example/callback', 'https://app.example/callback/'],
    ['https://app.example/callback', 'https://app.example/callback?'],
    ['https://app.example/callback', 'https://app.example/callback#'],
    ['https://app.example/callback', 'https://app.example/callback?x=1'],
    ['https://app.example/callback', 'https://app.example/call%62ack'],
    ['https://app.example/callback', 'https://APP.example/callback'],
    ['https://app.example/callback', 'HTTPS://app.example/callback'],
    ['https://app.example/callback', 'https://app.example:443/callback'],
    ['https://app.example/callback', 'https://app.example/x/../callback'],
    ['https://app.example/callback', 'https://app.example/callback '],
    ['https://app.example/callback', ' https://app.example/callback'],
    ['https://app.example/callback', 'https://app.example/callback\n'],
    ['https://app.example/callback', 'https://app.example.evil.example/callback'],
    ['https://app.example/callback', 'https://app.example@evil.example/callback'],
    ['https://app.example', 'https://app.example/'],
    ['https://app.example/callback', 'https://app.example:8443/callback'],
    // loopback: only the port may differ
    ['http://127.0.0.1/callback', 'https://127.0.0.1:3000/callback'],
    ['http://127.0.0.1/callback', 'http://localhost:3000/callback'],
    ['http://127.0.0.1/callback', 'http://[::1]:3000/callback'],
    ['http://localhost/callback', 'http://127.0.0.1:3000/callback'],
    ['http://127.0.0.1/callback', 'http://127.0.0.1:3000/'],
    ['http://127.0.0.1/callback', 'http://127.0.0.1:3000/callback?'],
    ['http://127.0.0.1/callback', 'http://127.0.0.1:3000/callback#x'],
    ['http://127.0.0.1/callback?a=b', 'http://127.0.0.1:3000/callback'],
    ['http://127.0.0.1', 'http://127.0.0.1:3000/'],
    // loopback: the port must be a valid port
    ['http://127.0.0.1/callback', 'http://127.0.0.1:0/callback'],
    ['http://127.0.0.1/callback', 'http://127.0.0.1:080/callback'],
    ['http://127.0.0.1/callback', 'http://127.0.0.1:65536/callback'],
    ['http://127.0.0.1/callback', 'http://127.0.0.1:123456/callback'],
    ['http://127.0.0.1/callback', 'http://127.0.0.1:/callback'],
    ['http://127.0.0.1/callback', 'http://127.0.0.1:+80/callback'],
    ['http://127.0.0.1/callback', 'http://127.0.0.1: 80/callback'],
    ['http://127.0.0.1/callback', 'http://127.0.0.1:8e1/callback'],
    ['http://127.0.0.1/callback', 'http://127.0.0.1:٣/callback'],
    ['http://127.0.0.1/callback', 'http://127.0.0.1:80:90/callback'],
    // loopback: the host must be the same
    ['http://127.0.0.1/callback', 'http://127.0.0.1:80@evil.example/callback'],
    ['http://127.0.0.1/callback', String.raw`http://127.0.0.1:80\@evil.example/callback`],
    ['http://127.0.0.1/callback', 'http://127.0.0.1@evil.example:80/callback'],
    ['http://127.0.0.1/callback', 'http://user@127.0.0.1:80/callback'],
    ['http://127.0.0.1/callback', 'http://127.0.0.1.evil.example:80/callback'],
    ['http://127.0.0.1/callback', 'http://127.0.0.2:80/callback'],
    ['http://127.0.0.1/callback', 'http://127.1:80/callback'],
    ['http://127.0.0.1/callback', 'http://127x0x0x1:80/callback'],
    ['http://localhost/callback', 'http://LOCALHOST:80/callback'],
    ['http://localhost/callback', 'http://localhost.:80/callback'],
    ['http://[::1]/callback', 'http://[0:0:0:0:0:0:0:1]:80/callback'],
    ['http://localhost/callback', 'HTTP://localhost:80/callback'],
    ['http://0.0.0.0/callback', 'http://0.0.0.0:80/callback'],
    ['http://127.0.0.2/callback', 'http://127.0.0.2:80/callback'],
    ['https://localhost.example/callback', 'https://localhost.example:80/callback'],
    ['com.example.app://localhost/callback', 'com.example.app://localhost:80/callback'],
  ])('%j does not allow %j', (registered, uri) => expect(allowed(registered, uri)).toBe(false))

  test('accepts an unregistered URI only if just the port differs', () => {
    const part = fc.constantFrom(
      '127.0.0.1',
      'localhost',
      '[::1]',
      ':',
      '80',
      '0',
      '@',
      '/',
      '/callback',
      '?',
      '#',
      'evil.example',
      '\\',
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), parts => {
        const uri = `http://${parts.join('')}`
        if (!allowed('http://127.0.0.1/callback', uri)) return
        expect(uri.replace(/^(http:\/\/127\.0\.0\.1):\d+\//, '$1/')).toBe('http://127.0.0.1/callback')
        expect(new URL(uri).hostname).toBe('127.0.0.1')
      }),
      { numRuns: 2000 },
    )
  })
})

const to = (redirect_uri: string, state: string | null = null): string =>
  redirectLocation({ redirect_uri, state, issuer: ISSUER }, { code: 'c+d' })

describe('redirectLocation', () => {
  const ours = 'code=c%2Bd&iss=https%3A%2F%2Fmail.example'

  test.each([
    ['https://app.example/callback', `https://app.example/callback?${ours}`],
    ['https://app.example', `https://app.example?${ours}`],
    ['https://app.example/callback?', `https://app.example/callback?${ours}`],
    ['https://app.example/callback?a=b', `https://app.example/callback?a=b&${ours}`],
    ['https://app.example/callback?a=b&', `https://app.example/callback?a=b&${ours}`],
    ['https://app.example/c?a=%20+~&&b=%7e&a', `https://app.example/c?a=%20+~&&b=%7e&a&${ours}`],
    ['com.example.app:/callback', `com.example.app:/callback?${ours}`],
  ])('%s keeps its own query first and unchanged', (uri, location) => expect(to(uri)).toBe(location))

  test('returns the state unchanged, between the response and the issuer', () => {
    expect(to('https://app.example/', '%FF%20')).toBe(
      'https://app.example/?code=c%2Bd&state=%FF%20&iss=https%3A%2F%2Fmail.example',
    )
  })

  test('a client parses each value exactly once and unchanged', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: codePoint, minLength: 1 }),
        fc.string({ unit: codePoint }),
        (state, description) => {
          const { encoded } = parseForm(`state=${encodeURIComponent(state)}`)[0]!
          const redirect = { redirect_uri: 'https://app.example/?own=1', state: encoded, issuer: ISSUER }
          const location = redirectLocation(redirect, { error_description: description })
          expect(location).toMatch(/^[\x21-\x7E]+$/)
          expect([...new URL(location).searchParams]).toEqual([
            ['own', '1'],
            ['error_description', description],
            ['state', state],
            ['iss', ISSUER],
          ])
        },
      ),
    )
  })
})
