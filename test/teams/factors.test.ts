// Authenticator app codes, checked against the values of the standard.
import { describe, expect, it } from 'vitest'
import {
  base32,
  formatRecoveryCode,
  totpStep,
  matchTotpStep,
  totpAddress,
  totpCode,
  parseCode,
} from '../../src/identity/teams/factors/rules.ts'

const secret = Buffer.from('12345678901234567890')

describe('a code', () => {
  // RFC 6238 appendix B, the last six of its eight digits
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('at %d seconds is %s', (seconds, code) => expect(totpCode(secret, totpStep(new Date(seconds * 1000)))).toBe(code))

  it('is accepted one step early or late, and only once per step', () => {
    const now = new Date(1_111_111_109_000)
    const step = totpStep(now)
    const taken = (at: number, last_step = 0): number | undefined =>
      matchTotpStep({ secret, last_step }, totpCode(secret, at), now)
    expect([-2, -1, 0, 1, 2].map(around => taken(step + around))).toEqual([
      undefined,
      step - 1,
      step,
      step + 1,
      undefined,
    ])
    expect([taken(step, step), taken(step - 1, step), taken(step + 1, step)]).toEqual([undefined, undefined, step + 1])
  })

  it.each([
    ['287 082', { kind: 'totp', code: '287082' }],
    [' ABCD-efgh-jkmn-pq23 ', { kind: 'recovery', code: 'abcdefghjkmnpq23' }],
    ['28708', { kind: 'recovery', code: '28708' }],
  ])('is read from %j', (text, read) => expect(parseCode(text)).toEqual(read))
})

describe('an authenticator key', () => {
  // RFC 4648 10, without padding
  it.each([
    ['', ''],
    ['f', 'MY'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ])('of %j is %s', (text, written) => expect(base32(Buffer.from(text))).toBe(written))

  it('is part of the otpauth URL', () => {
    expect(totpAddress(secret, 'a b@example.com')).toBe(
      'otpauth://totp/Lettermill%3Aa%20b%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Lettermill',
    )
  })
})

it('a recovery code is shown in groups of four', () =>
  expect(formatRecoveryCode('abcdefghjkmnpqrs')).toBe('abcd-efgh-jkmn-pqrs'))
