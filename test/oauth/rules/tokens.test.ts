import { describe, expect, test } from 'vitest'
import { refreshDecision } from '../../../src/identity/oauth/token/refresh.ts'
import { accessTokenClaims, tokenResponse } from '../../../src/identity/oauth/token/access-token.ts'
import { authorizationServerMetadata, protectedResourceMetadata } from '../../../src/identity/oauth/metadata.ts'
import { CLIENT_ID, ISSUER, aRefreshToken } from './builders.ts'

const NOW = new Date('2026-11-02T08:20:00.000Z')
const ago = (ms: number): string => new Date(NOW.getTime() - ms).toISOString()

const decide = (given: Parameters<typeof aRefreshToken>[0], window_ms = 60_000, client_id = CLIENT_ID) =>
  refreshDecision(aRefreshToken(given), { client_id, now: NOW, window_ms })

describe('refreshDecision', () => {
  test.each<[string, Parameters<typeof aRefreshToken>[0], number, object]>([
    ['the newest token', {}, 60_000, { outcome: 'rotate' }],
    ['the newest token, strict', {}, 0, { outcome: 'rotate' }],
    ['in its last millisecond', { expires_at: ago(-1) }, 60_000, { outcome: 'rotate' }],
    ['expiring this moment', { expires_at: ago(0) }, 60_000, { outcome: 'refused', effect: 'none' }],
    ['of a revoked grant', { grant_revoked_at: ago(1) }, 60_000, { outcome: 'refused', effect: 'none' }],
    [
      'of a revoked grant, replaced',
      { grant_revoked_at: ago(1), rotated_at: ago(1) },
      60_000,
      { outcome: 'refused', effect: 'none' },
    ],
    ['replaced this moment', { rotated_at: ago(0) }, 60_000, { outcome: 'repeat' }],
    ['replaced 60 s ago', { rotated_at: ago(60_000) }, 60_000, { outcome: 'repeat' }],
    ['replaced 60.001 s ago', { rotated_at: ago(60_001) }, 60_000, { outcome: 'refused', effect: 'revoke_grant' }],
    [
      'replaced, successor in use',
      { rotated_at: ago(1), successor_rotated_at: ago(0) },
      60_000,
      { outcome: 'refused', effect: 'none' },
    ],
    [
      'replaced long ago, successor in use',
      { rotated_at: ago(60_001), successor_rotated_at: ago(0) },
      60_000,
      { outcome: 'refused', effect: 'revoke_grant' },
    ],
    [
      'replaced long ago, expired since',
      { rotated_at: ago(60_001), expires_at: ago(1) },
      60_000,
      { outcome: 'refused', effect: 'revoke_grant' },
    ],
    ['replaced, strict', { rotated_at: ago(0) }, 0, { outcome: 'refused', effect: 'revoke_grant' }],
    [
      'replaced by a clock ahead of ours, strict',
      { rotated_at: ago(-5) },
      0,
      { outcome: 'refused', effect: 'revoke_grant' },
    ],
  ])('decides on a token: %s', (_, token, window_ms, decision) =>
    expect(decide(token, window_ms)).toMatchObject(decision),
  )

  test('reports a token of another client, even a replaced one, like an unknown token', () => {
    const unknown = refreshDecision(undefined, { client_id: CLIENT_ID, now: NOW, window_ms: 60_000 })
    expect(unknown).toMatchObject({ outcome: 'refused', effect: 'none' })
    expect(decide({}, 60_000, 'another')).toEqual(unknown)
    expect(decide({ rotated_at: ago(100_000) }, 60_000, 'another')).toEqual(unknown)
  })
})

test('the claims of an access token are those of RFC 9068 and the grant', () => {
  const facts = { issuer: ISSUER, sub: 'user', client_id: CLIENT_ID, grant_id: 'grant', jti: 'jti', lifetime_s: 900 }
  const now = new Date('2026-11-02T08:20:00.999Z')
  expect(accessTokenClaims({ ...facts, scopes: ['emails:send', 'full_access'] }, now)).toEqual({
    iss: ISSUER,
    aud: ISSUER,
    sub: 'user',
    client_id: CLIENT_ID,
    iat: 1793607600,
    exp: 1793608500,
    jti: 'jti',
    scope: 'full_access emails:send',
    grant_id: 'grant',
  })
})

test('the token response has a numeric expires_in, and a refresh token only if one was issued', () => {
  const facts = { access_token: 'a', lifetime_s: 900, scopes: ['emails:send'] } as const
  const answer = { access_token: 'a', token_type: 'Bearer', expires_in: 900, scope: 'emails:send' }
  const refresh_token = { token: 'r', expires_at: ago(-60_500) }
  expect(tokenResponse({ ...facts, refresh_token }, NOW)).toEqual({
    ...answer,
    refresh_token: 'r',
    refresh_token_expires_in: 60,
  })
  expect(tokenResponse({ ...facts, refresh_token: undefined }, NOW)).toEqual(answer)
})

test('the metadata lists what exists, under the issuer', () => {
  const metadata = authorizationServerMetadata(ISSUER)
  expect(metadata).toMatchObject({
    issuer: ISSUER,
    token_endpoint_auth_methods_supported: ['none', 'client_secret_basic', 'client_secret_post', 'private_key_jwt'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
  })
  expect(metadata.introspection_endpoint_auth_methods_supported).toContain('Bearer')
  const addresses = Object.entries(metadata).filter(([name]) => /_(endpoint|uri)$/.test(name))
  expect(addresses.every(([, value]) => String(value).startsWith(`${ISSUER}/`))).toBe(true)
  expect(protectedResourceMetadata(ISSUER)).toMatchObject({ resource: ISSUER, authorization_servers: [ISSUER] })
})
