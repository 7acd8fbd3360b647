import { describe, expect, it } from 'vitest'
import { emailsAllowedNow, nextAllowedAt, updatedPacedAt } from '../../src/campaigns/broadcasts/sending/rules.ts'
import { DEFAULT_HOURS, isQuietAtLocalTime, waitsUntil } from '../../src/campaigns/broadcasts/sending/hours.ts'

const NIGHT = { from: '20:00', to: '08:00' }

describe('waitsUntil', () => {
  it.each([
    ['returns undefined without hours', {}, 'UTC', '2026-11-20T23:00Z', undefined],
    ['returns undefined outside quiet hours', { quiet_hours: NIGHT }, 'UTC', '2026-11-20T19:59Z', undefined],
    ['returns the end of quiet hours', { quiet_hours: NIGHT }, 'UTC', '2026-11-20T20:00Z', '2026-11-21T08:00:00.000Z'],
    [
      'uses the time zone of the contact',
      { quiet_hours: NIGHT },
      'Asia/Tokyo',
      '2026-11-20T12:00Z',
      '2026-11-20T23:00:00.000Z',
    ],
    ['returns the next local time', { local_time: '09:00' }, 'UTC', '2026-11-20T12:00Z', '2026-11-21T09:00:00.000Z'],
    [
      'returns undefined when the local time has passed since sending started',
      { local_time: '09:00' },
      'UTC',
      '2026-11-21T10:30Z',
      undefined,
    ],
    [
      'returns the end of quiet hours when the local time is within them',
      { local_time: '06:00', quiet_hours: NIGHT },
      'UTC',
      '2026-11-20T12:00Z',
      '2026-11-21T08:00:00.000Z',
    ],
    // clocks go back there on 25 October at 03:00, which makes the night an hour longer
    [
      'accounts for the end of daylight saving time',
      { quiet_hours: NIGHT },
      'Europe/Berlin',
      '2026-10-24T19:00Z',
      '2026-10-25T07:00:00.000Z',
    ],
    // clocks go forward on 28 March at 02:00, so 02:30 is an hour later
    [
      'returns a later time when clocks skip the local time',
      { local_time: '02:30' },
      'Europe/Berlin',
      '2027-03-27T12:00Z',
      '2027-03-28T01:30:00.000Z',
    ],
  ])('%s', (_, hours, zone, now, until) => {
    const snapshot_at = now === '2026-11-21T10:30Z' ? '2026-11-20T12:00:00.000Z' : now
    expect(waitsUntil({ ...DEFAULT_HOURS, ...hours, snapshot_at }, zone, new Date(now))?.toISOString()).toBe(until)
  })

  it('never returns a time in quiet hours', () => {
    for (let hour = 0; hour < 48; hour++) {
      const now = new Date(Date.UTC(2026, 9, 24, hour))
      const hours = { ...DEFAULT_HOURS, quiet_hours: NIGHT, local_time: '23:00', snapshot_at: now.toISOString() }
      const until = waitsUntil(hours, 'Europe/Berlin', now)!
      expect(waitsUntil({ ...hours, local_time: null }, 'Europe/Berlin', until)).toBeUndefined()
    }
  })
})

describe('isQuietAtLocalTime', () => {
  it.each([
    ['07:59', true],
    ['08:00', false],
    ['19:59', false],
    ['20:00', true],
    [null, false],
  ])('returns for %s: %s', (local_time, expected) => {
    expect(isQuietAtLocalTime({ ...DEFAULT_HOURS, local_time, quiet_hours: NIGHT })).toBe(expected)
  })
})

describe('the number of emails that may be created', () => {
  it('does not wait for the hours by which the clock was set back', () => {
    const noon = new Date('2026-11-22T12:00:00.000Z')
    const used = updatedPacedAt({ per_minute: 60, paced_at: null }, 1, noon)
    expect([used, emailsAllowedNow(60, used, noon)]).toEqual([noon.toISOString(), 0])
    const earlier = new Date('2026-11-22T10:00:00.000Z')
    expect(emailsAllowedNow(60, used, earlier)).toBe(1)
    const next = updatedPacedAt({ per_minute: 60, paced_at: used }, 1, earlier)
    expect([next, emailsAllowedNow(60, next, earlier)]).toEqual([earlier.toISOString(), 0])
    expect(nextAllowedAt(60, next, earlier)).toEqual(new Date('2026-11-22T10:00:01.000Z'))
  })

  it.each([1, 59, 60, 700, 100_000])('is never recorded ahead of the clock, with %i per minute', per_minute => {
    let paced_at: string | null = null
    for (let at = Date.parse('2026-11-22T12:00:00.000Z'), round = 0; round < 500; round++, at += 37 * (round % 5)) {
      const now = new Date(at)
      const allowed = emailsAllowedNow(per_minute, paced_at, now)
      if (allowed > 0) paced_at = updatedPacedAt({ per_minute, paced_at }, allowed, now)
      expect(Date.parse(paced_at!)).toBeLessThanOrEqual(at)
    }
  })
})
