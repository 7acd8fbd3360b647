import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CODE_LIFETIME_MS, redemption } from '../../../src/identity/oauth/token/codes.ts'
import { provesChallenge } from '../../../src/identity/oauth/token/pkce.ts'
import { CALLBACK, CHALLENGE, CLIENT_ID, VERIFIER, aCode, challengeOf } from './builders.ts'

const NOW = new Date('2026-11-02T08:20:00.000Z')
const ATTEMPT = { client_id: CLIENT_ID, redirect_uri: CALLBACK, code_verifier: VERIFIER }
const OTHER = 'x'.repeat(43)

describe('provesChallenge', () => {
  test('accepts the example of RFC 7636 appendix B', () => expect(provesChallenge(VERIFIER, CHALLENGE)).toBe(true))

  test.each([
    ['another verifier', OTHER, CHALLENGE],
    ['the challenge itself, as in the plain method', CHALLENGE, CHALLENGE],
    ['an empty verifier', '', challengeOf('')],
    ['42 characters', 'x'.repeat(42), challengeOf('x'.repeat(42))],
    ['129 characters', 'x'.repeat(129), challengeOf('x'.repeat(129))],
    ['a reserved character', `${OTHER}+`, challengeOf(`${OTHER}+`)],
    ['a line end', `${OTHER}\n`, challengeOf(`${OTHER}\n`)],
    ['an empty challenge', VERIFIER, ''],
    ['a padded challenge', VERIFIER, `${CHALLENGE}=`],
  ])('rejects %s', (_, verifier, challenge) => expect(provesChallenge(verifier, challenge)).toBe(false))

  test('accepts 43 to 128 unreserved characters for their own challenge', () => {
    const unreserved = fc.constantFrom(...'ABCXYZabcxyz0189-._~')
    fc.assert(
      fc.property(fc.string({ unit: unreserved, minLength: 43, maxLength: 128 }), verifier => {
        expect(provesChallenge(verifier, challengeOf(verifier))).toBe(true)
        expect(provesChallenge(`${verifier}x`.slice(-128), challengeOf(`${verifier}y`.slice(-128)))).toBe(false)
      }),
    )
  })
})

describe('redemption', () => {
  test('a code is valid for 10 minutes', () => expect(CODE_LIFETIME_MS).toBe(600_000))

  test.each([
    ['a fresh code', {}],
    ['after nine failures', { failures: 9 }],
    ['in the last millisecond', { expires_at: '2026-11-02T08:20:00.001Z' }],
  ])('accepts a code: %s', (_, code) => expect(redemption(aCode(code), ATTEMPT, NOW)).toEqual({ outcome: 'redeemed' }))

  const consumed_at = '2026-11-02T08:16:00.000Z'
  test.each<[string, Parameters<typeof aCode>[0], Partial<typeof ATTEMPT>, string]>([
    ['of another client', {}, { client_id: 'another' }, 'none'],
    ['of another client with a wrong verifier', {}, { client_id: 'another', code_verifier: OTHER }, 'none'],
    ['replayed by another client', { consumed_at }, { client_id: 'another' }, 'none'],
    ['expiring this moment', { expires_at: NOW.toISOString() }, {}, 'none'],
    ['expired, with a wrong verifier', { expires_at: NOW.toISOString() }, { code_verifier: OTHER }, 'none'],
    ['after ten failures', { failures: 10 }, {}, 'none'],
    ['another redirect_uri', {}, { redirect_uri: `${CALLBACK}/` }, 'count_failure'],
    ['another port', { redirect_uri: 'http://127.0.0.1:1/' }, { redirect_uri: 'http://127.0.0.1:2/' }, 'count_failure'],
    ['a wrong verifier', {}, { code_verifier: OTHER }, 'count_failure'],
    ['the challenge as verifier', {}, { code_verifier: CHALLENGE }, 'count_failure'],
    ['a replay', { consumed_at }, {}, 'revoke_grant'],
    ['a replay with a wrong verifier', { consumed_at }, { code_verifier: OTHER }, 'revoke_grant'],
    ['a replay with another redirect_uri', { consumed_at }, { redirect_uri: 'app:/x' }, 'revoke_grant'],
    ['a replay after the expiry', { consumed_at, expires_at: NOW.toISOString() }, {}, 'revoke_grant'],
    ['a replay after ten failures', { consumed_at, failures: 10 }, {}, 'revoke_grant'],
  ])('rejects a code: %s', (_, code, attempt, effect) => {
    expect(redemption(aCode(code), { ...ATTEMPT, ...attempt }, NOW)).toMatchObject({ outcome: 'refused', effect })
  })

  test('reports an unknown code and a code of another client in the same way', () => {
    expect(redemption(undefined, ATTEMPT, NOW)).toEqual(redemption(aCode({ client_id: 'another' }), ATTEMPT, NOW))
  })
})
