// B: the response to a device that polls, and how a typed code is read.
import { describe, expect, it } from 'vitest'
import {
  USER_CODE_LETTERS,
  deviceRecord,
  hashUserCode,
  decidePoll,
  formatUserCode,
  deviceState,
  parseUserCode,
} from '../../../src/identity/oauth/device/rules.ts'
import type { DeviceRecord } from '../../../src/identity/oauth/device/store.ts'

const start = new Date('2026-11-20T12:00:00.000Z')
const after = (seconds: number): Date => new Date(start.getTime() + seconds * 1000)
const asked = {
  user_code_hash: 'u',
  device_code_hash: 'd',
  client_id: 'a',
  document: null,
  scopes: [],
  ip: '192.0.2.1',
}
const device = (changes: Partial<DeviceRecord> = {}): DeviceRecord => ({
  ...deviceRecord(asked, start, 600),
  ...changes,
})
const outcome = (of: DeviceRecord | undefined, now = start, client_id = 'a'): unknown => {
  const decision = decidePoll(of, { client_id, now })
  return decision.outcome === 'refused' ? [decision.error, decision.interval_s] : decision.outcome
}

describe('B: a poll', () => {
  it.each([
    ['an unknown code', undefined, start, ['invalid_grant', undefined]],
    ['a used code', device({ answer: 'approved', consumed_at: 'then' }), start, ['invalid_grant', undefined]],
    ['a pending one for the first time', device(), start, ['authorization_pending', 5]],
    [
      'a poll after the interval',
      device({ polled_at: after(0).toISOString() }),
      after(5),
      ['authorization_pending', 5],
    ],
    ['a poll before the interval', device({ polled_at: after(0).toISOString() }), after(4.999), ['slow_down', 10]],
    [
      'a poll before the increased interval',
      device({ polled_at: after(0).toISOString(), interval_s: 20 }),
      after(19),
      ['slow_down', 25],
    ],
    [
      'an approved request, however early',
      device({ answer: 'approved', polled_at: after(0).toISOString() }),
      after(1),
      'approved',
    ],
    ['a denied request', device({ answer: 'denied' }), start, ['access_denied', undefined]],
    ['the last millisecond', device({ answer: 'approved' }), after(599.999), 'approved'],
    ['the expiry', device({ answer: 'approved' }), after(600), ['expired_token', undefined]],
    ['the expiry of a denied request', device({ answer: 'denied' }), after(600), ['expired_token', undefined]],
  ])('%s', (_, of, now, expected) => {
    expect(outcome(of, now)).toEqual(expected)
  })

  it('of another client reveals nothing in any state', () => {
    for (const answer of [null, 'approved', 'denied'] as const) {
      expect(outcome(device({ answer }), start, 'b')).toEqual(['invalid_grant', undefined])
      expect(outcome(device({ answer }), after(700), 'b')).toEqual(['invalid_grant', undefined])
    }
  })
})

describe('B: a user code', () => {
  it.each(['WDJB-MJHT', 'wdjbmjht', ' w d j b — m j h t ', 'WDJB_MJHT.', 'ＷＤＪＢ－ＭＪＨＴ', 'W\tD\nJB\u00A0MJHT'])(
    'ignores case, spaces and punctuation: %j',
    typed => {
      expect(parseUserCode(typed)).toBe('WDJBMJHT')
    },
  )

  it.each(['', 'WDJB-MJH', 'WDJB-MJHTT', 'ADJB-MJHT', '1DJB-MJHT', 'WDJBMJH\0', '😀😀😀😀😀😀😀😀'])(
    'rejects %j',
    typed => {
      expect(parseUserCode(typed)).toBeUndefined()
    },
  )

  it('is shown in two groups and stored as a hash that depends on the secret', () => {
    expect([USER_CODE_LETTERS.length, formatUserCode('WDJBMJHT')]).toEqual([20, 'WDJB-MJHT'])
    expect(hashUserCode('WDJBMJHT', 'a')).toMatch(/^[\w-]{43}$/)
    expect(hashUserCode('WDJBMJHT', 'a')).not.toBe(hashUserCode('WDJBMJHT', 'b'))
  })
})

it('B: a request is open until it is answered or expires', () => {
  expect([deviceState(device(), start), deviceState(device({ answer: 'denied' }), start)]).toEqual(['open', 'answered'])
  expect(deviceState(device(), after(600))).toBe('over')
})
