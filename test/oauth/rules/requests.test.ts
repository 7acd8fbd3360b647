import { describe, expect, it } from 'vitest'
import type { GrantableRequest } from '../../../src/identity/oauth/authorize/rules.ts'
import {
  REQUEST_LIFETIME_MS,
  packRequest,
  sealedRequestOf,
  unpackRequest,
} from '../../../src/identity/oauth/authorize/requests.ts'
import { CALLBACK, CHALLENGE } from '../../support/oauth.ts'

const REQUEST: GrantableRequest = {
  client_id: '7136aa0b-625c-4c9c-8820-e9784c8eb141',
  redirect_uri: CALLBACK,
  state: 'abc',
  scopes: ['full_access', 'emails:send'],
  code_challenge: CHALLENGE,
  dpop_jkt: null,
}

describe('a sealed request', () => {
  it.each<[string, Partial<GrantableRequest>]>([
    ['without changes', {}],
    ['without a state', { state: null }],
    ['with one scope', { scopes: ['emails:send'] }],
    ['with line breaks and NUL in the state', { state: '%0A%0Aa%00%0D%0A' }],
    ['with a state that is not UTF-8', { state: '%FF%FE%C0%80' }],
    ['with a state that starts with a byte order mark', { state: '%EF%BB%BFx' }],
    ['with a query of its own', { redirect_uri: 'https://app.example/cb?a=%7e&b=1+2&b=' }],
    ['with a long redirect URI', { redirect_uri: `https://app.example/${'a'.repeat(2028)}` }],
    ['with a bound code', { dpop_jkt: CHALLENGE }],
    ['with a bound code and a state', { dpop_jkt: CHALLENGE, state: '%0A%20' }],
    ['with 1024 emoji', { state: '%F0%9F%98%80'.repeat(1024) }],
  ])('is restored %s', (_, changed) => {
    const request = { ...REQUEST, ...changed }
    expect(unpackRequest(packRequest(request))).toEqual(request)
  })

  it('uses four bytes for an emoji of the state', () => {
    const size = (count: number): number => packRequest({ ...REQUEST, state: '%F0%9F%98%80'.repeat(count) }).length
    expect(size(1024) - size(1)).toBe(4 * 1023)
  })

  it('ends after ten minutes', () => {
    const sealed_at = new Date('2026-11-20T12:00:00.000Z')
    const opened = { id: 'abc', value: packRequest(REQUEST), sealed_at }
    const after = (duration_ms: number) => sealedRequestOf(opened, new Date(sealed_at.getTime() + duration_ms))
    expect(after(REQUEST_LIFETIME_MS - 1)).toEqual({ ...REQUEST, id: 'abc', expires_at: '2026-11-20T12:10:00.000Z' })
    expect(after(REQUEST_LIFETIME_MS)).toBeUndefined()
  })
})
