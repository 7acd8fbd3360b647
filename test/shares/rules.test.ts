import { describe, expect, it } from 'vitest'
import type { Refusal } from '../../src/base/text/refusal.ts'
import { parseShareDuration } from '../../src/mail/reading/sharing/rules.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

describe('a duration of sharing', () => {
  it.each([
    [undefined, 48 * HOUR],
    [null, 48 * HOUR],
    ['', 48 * HOUR],
    ['10m', 10 * MINUTE],
    ['10 min', 10 * MINUTE],
    ['90 minutes', 90 * MINUTE],
    ['2 hours', 2 * HOUR],
    ['1 hr', HOUR],
    ['1 day', 24 * HOUR],
    ['2d', 48 * HOUR],
    ['1h 30m', 90 * MINUTE],
    ['1 hour and 30 minutes', 90 * MINUTE],
    ['1 hour, 30 minutes', 90 * MINUTE],
    ['1h30m', 90 * MINUTE],
    ['1.5 hours', 90 * MINUTE],
    ['30 Seconds', 30_000],
    ['48h', 48 * HOUR],
    [' 5 m ', 5 * MINUTE],
    ['1h,', HOUR],
    ['1h , and 1m', 61 * MINUTE],
    ['1h  and  1m', 61 * MINUTE],
  ])('accepts %j', (text, ms) => {
    expect(parseShareDuration(text)).toBe(ms)
  })

  it.each(['49h', '2 days 1 s', '3 days', '999999999 d'])('rejects %j as too long', text => {
    expect(() => parseShareDuration(text)).toThrow('expires_in must not exceed 48 hours')
  })

  /** Text that causes catastrophic backtracking in a pattern with nested repetitions. */
  const HOSTILE = ['1a   ', '1a and ', '1a, ', '1h ', '1 h  , '].map(part => `${part.repeat(100).slice(0, 95)}!`)

  const WRONG =
    'soon|10|m|0m|-1h|1 fortnight|1h 30|0.1 s|1e9 h|1h;2h|   |1h and|1hand 2m|1h ,, 2m|1h-2m|1234567890s'.split('|')

  it.each([...WRONG, 'x'.repeat(1000), ...HOSTILE])('rejects %j as invalid', text => {
    expect(() => parseShareDuration(text)).toThrow(/Invalid `expires_in` field/)
    try {
      parseShareDuration(text)
    } catch (refusal) {
      expect((refusal as Refusal).status).toBe(422)
    }
  })
})
