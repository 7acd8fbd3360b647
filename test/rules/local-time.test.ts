import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isTimeZone, localMoment, nextLocal, quietUntil } from '../../src/base/rules/local-time.ts'

const BERLIN = 'Europe/Berlin'
const next = (from: string, zone: string, time: string, weekdays?: ('monday' | 'friday' | 'sunday')[]) =>
  nextLocal(new Date(from), zone, { time, ...(weekdays && { weekdays }) }).toISOString()

describe('nextLocal', () => {
  it.each<[string, string, string, string, string]>([
    ['later today', '2026-11-02T07:00:00Z', BERLIN, '09:00', '2026-11-02T08:00:00.000Z'],
    ['right now', '2026-11-02T08:00:00Z', BERLIN, '09:00', '2026-11-02T08:00:00.000Z'],
    ['a moment too late', '2026-11-02T08:00:00.001Z', BERLIN, '09:00', '2026-11-03T08:00:00.000Z'],
    ['today there, tomorrow here', '2026-11-02T20:00:00Z', 'Asia/Tokyo', '09:00', '2026-11-03T00:00:00.000Z'],
    ['half an hour off', '2026-11-02T00:00:00Z', 'Asia/Kolkata', '09:00', '2026-11-02T03:30:00.000Z'],
    ['over the end of a year', '2026-12-31T23:30:00Z', BERLIN, '09:00', '2027-01-01T08:00:00.000Z'],
    // the clock goes from 02:00 to 03:00 on 2026-03-29
    ['left out: as much later', '2026-03-29T00:00:00Z', BERLIN, '02:30', '2026-03-29T01:30:00.000Z'],
    ['left out, looked at after the gap', '2026-03-29T01:10:00Z', BERLIN, '02:30', '2026-03-29T01:30:00.000Z'],
    ['left out, and over', '2026-03-29T01:30:00.001Z', BERLIN, '02:30', '2026-03-30T00:30:00.000Z'],
    ['a day of 23 hours', '2026-03-28T08:00:00.001Z', BERLIN, '09:00', '2026-03-29T07:00:00.000Z'],
    // the clock goes from 03:00 back to 02:00 on 2026-10-25
    ['twice: the first', '2026-10-25T00:00:00Z', BERLIN, '02:30', '2026-10-25T00:30:00.000Z'],
    ['twice: the second', '2026-10-25T00:30:00.001Z', BERLIN, '02:30', '2026-10-25T01:30:00.000Z'],
    ['twice, and over', '2026-10-25T01:30:00.001Z', BERLIN, '02:30', '2026-10-26T01:30:00.000Z'],
    ['a day of 25 hours', '2026-10-24T07:00:00.001Z', BERLIN, '09:00', '2026-10-25T08:00:00.000Z'],
    // midnight is skipped on 2026-04-24 in Cairo: from 00:00 to 01:00
    ['left out at midnight', '2026-04-23T20:00:00Z', 'Africa/Cairo', '00:30', '2026-04-23T22:30:00.000Z'],
    // daylight saving time of half an hour
    ['a half hour change', '2026-10-03T14:00:00Z', 'Australia/Lord_Howe', '02:15', '2026-10-03T15:45:00.000Z'],
  ])('%s', (_, from, zone, time, expected) => {
    expect(next(from, zone, time)).toBe(expected)
  })

  it('uses the weekdays of the time zone', () => {
    // Monday in Berlin, still Sunday in Los Angeles
    const from = '2026-11-02T05:00:00Z'
    expect(next(from, BERLIN, '09:00', ['monday'])).toBe('2026-11-02T08:00:00.000Z')
    expect(next(from, 'America/Los_Angeles', '09:00', ['monday'])).toBe('2026-11-02T17:00:00.000Z')
    expect(next(from, 'America/Los_Angeles', '22:00', ['sunday'])).toBe('2026-11-02T06:00:00.000Z')
    expect(next(from, BERLIN, '05:30', ['monday'])).toBe('2026-11-09T04:30:00.000Z')
    expect(next(from, BERLIN, '05:30', ['friday', 'sunday'])).toBe('2026-11-06T04:30:00.000Z')
  })
})

describe('localMoment', () => {
  it.each([
    ['2026-12-01T09:00', 'Europe/Lisbon', '2026-12-01T09:00:00.000Z'],
    ['2026-07-01T09:00', 'Europe/Lisbon', '2026-07-01T08:00:00.000Z'],
    ['2026-12-01T09:00:30', 'America/New_York', '2026-12-01T14:00:30.000Z'],
    // a skipped and a repeated local time
    ['2027-03-28T01:30', 'Europe/Lisbon', '2027-03-28T01:30:00.000Z'],
    ['2026-10-25T01:30', 'Europe/Lisbon', '2026-10-25T00:30:00.000Z'],
  ])('%s in %s is %s', (local, zone, moment) => expect(localMoment(local, zone)?.toISOString()).toBe(moment))

  it.each(['', '2026-12-01', '2026-13-01T09:00', '2026-02-30T09:00', '12/01/2026 09:00', '2026-12-01T09:00Z'])(
    '%j is not a date',
    local => expect(localMoment(local, 'UTC')).toBeUndefined(),
  )
})

describe('quietUntil', () => {
  const night = { from: '21:00', to: '08:00' }
  const until = (now: string, zone = BERLIN, hours = night) => quietUntil(new Date(now), zone, hours)?.toISOString()

  it.each<[string, string, string | undefined]>([
    ['before', '2026-11-02T19:59:59Z', undefined],
    ['at the beginning', '2026-11-02T20:00:00Z', '2026-11-03T07:00:00.000Z'],
    ['before midnight', '2026-11-02T22:59:00Z', '2026-11-03T07:00:00.000Z'],
    ['after midnight', '2026-11-03T02:00:00Z', '2026-11-03T07:00:00.000Z'],
    ['just before the end', '2026-11-03T06:59:59.999Z', '2026-11-03T07:00:00.000Z'],
    ['at the end', '2026-11-03T07:00:00Z', undefined],
    ['in a night that is an hour shorter', '2026-03-28T23:00:00Z', '2026-03-29T06:00:00.000Z'],
    ['in a night that is an hour longer', '2026-10-24T23:00:00Z', '2026-10-25T07:00:00.000Z'],
  ])('%s', (_, now, expected) => {
    expect(until(now)).toBe(expected)
  })

  it('supports a range within a day, and an end at a repeated local time', () => {
    const noon = { from: '12:00', to: '13:00' }
    expect(until('2026-11-02T11:30:00Z', BERLIN, noon)).toBe('2026-11-02T12:00:00.000Z')
    expect(until('2026-11-02T12:00:00Z', BERLIN, noon)).toBeUndefined()
    expect(until('2026-10-25T01:10:00Z', BERLIN, { from: '22:00', to: '02:30' })).toBe('2026-10-25T01:30:00.000Z')
  })
})

it('returns an end that is not quiet, at the right local time', () => {
  const zones = fc.constantFrom(BERLIN, 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'Africa/Cairo')
  const times = fc.integer({ min: 0, max: 1439 }).map(minute => new Date(minute * 60_000).toISOString().slice(11, 16))
  const moments = fc.date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(moments, zones, times, times, (from, zone, time, to) => {
      const at = nextLocal(from, zone, { time })
      const shown = at.toLocaleTimeString('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' })
      expect(at >= from && at.getTime() - from.getTime() <= 26 * 3_600_000).toBe(true)
      // except for the few times that the clock skips
      const before = new Date(at.getTime() - 3_600_000).toLocaleTimeString('en-GB', { timeZone: zone })
      if (shown !== time) expect(before.slice(0, 2)).not.toBe(time.slice(0, 2))
      if (time === to) return
      const end = quietUntil(from, zone, { from: time, to })
      if (end) expect(end >= from).toBe(true)
    }),
  )
})

it.each([
  ['Europe/Berlin', true],
  ['UTC', true],
  ['Europe/Atlantis', false],
  ['', false],
  ['here', false],
])('%j is a time zone: %s', (name, expected) => {
  expect(isTimeZone(name)).toBe(expected)
})
