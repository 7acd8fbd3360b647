// Formats of the scheduled time of an email.
import { describe, expect, it } from 'vitest'
import { parseScheduledTime, scheduledTimeParser } from '../../../src/mail/emails/scheduled/time.ts'
import { effort_ms } from '../../support/cpu-time.ts'

/** A Friday. */
const NOW = new Date('2026-11-20T10:01:02.123Z')
const understood = (text: string, now: Date | string = NOW): string =>
  parseScheduledTime(text, new Date(now)).toISOString()
const said = (text: string, now: Date | string = NOW): string => {
  try {
    return understood(text, now)
  } catch (error) {
    return (error as Error).message
  }
}

describe('ISO 8601', () => {
  it.each([
    ['2026-11-22T11:52:01.858Z', '2026-11-22T11:52:01.858Z'],
    ['2026-11-22T11:52:01Z', '2026-11-22T11:52:01.000Z'],
    ['2026-11-22T11:52Z', '2026-11-22T11:52:00.000Z'],
    ['2026-11-22t11:52:01z', '2026-11-22T11:52:01.000Z'],
    ['2026-11-22T11:52:01.123456789Z', '2026-11-22T11:52:01.123Z'],
    ['2026-11-22T11:52:01.9+00:00', '2026-11-22T11:52:01.900Z'],
    ['2026-11-22T11:52:01+0000', '2026-11-22T11:52:01.000Z'],
    ['2026-11-22T11:52:01+02:00', '2026-11-22T09:52:01.000Z'],
    ['2026-11-22T11:52:01-0530', '2026-11-22T17:22:01.000Z'],
    ['2026-11-22 15:15:37+00', '2026-11-22T15:15:37.000Z'],
    ['2026-11-22 15:15:37.674981+00', '2026-11-22T15:15:37.674Z'],
    ['2026-11-22T11:52:01', '2026-11-22T11:52:01.000Z'],
    ['2026-11-22 11:52:01.858', '2026-11-22T11:52:01.858Z'],
    ['2026-11-22', '2026-11-22T00:00:00.000Z'],
    [' 2026-11-22T11:52:01Z\n', '2026-11-22T11:52:01.000Z'],
  ])('accepts %j', (text, moment) => expect(understood(text)).toBe(moment))

  it.each([
    '2026-11-31T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-11-22T24:00:00Z',
    '2026-11-22T11:60:00Z',
    '2026-11-22T11:52:60Z',
    '2026-11-22T11:52:01+99:00',
    '2026-11-22T11:52:01+02:75',
    '2026-11-22T11:52:01.1234567890Z',
    '2026-11-22T11:52:01Z and more',
    '20261122',
    '1795000000',
  ])('rejects %j', text => expect(said(text)).toMatch(/ISO 8601.*received "/))
})

describe('English', () => {
  it.each([
    ['in 1 min', '2026-11-20T10:02:02.123Z'],
    ['in 5 min', '2026-11-20T10:06:02.123Z'],
    ['in 1 hour', '2026-11-20T11:01:02.123Z'],
    ['in 2 hours', '2026-11-20T12:01:02.123Z'],
    ['in 2 days', '2026-11-22T10:01:02.123Z'],
    ['tomorrow at 9am', '2026-11-21T09:00:00.000Z'],
    ['tomorrow at 10am', '2026-11-21T10:00:00.000Z'],
    ['tomorrow at 9am ET', '2026-11-21T14:00:00.000Z'],
    ['Friday at 3pm ET', '2026-11-20T20:00:00.000Z'],
    ['next day at 9am PST', '2026-11-21T17:00:00.000Z'],
  ])('accepts the documented %j', (text, moment) => expect(understood(text)).toBe(moment))

  it.each([
    ['in 10 minutes', '2026-11-20T10:11:02.123Z'],
    ['In 30 seconds', '2026-11-20T10:01:32.123Z'],
    ['in 1.5 hours', '2026-11-20T11:31:02.123Z'],
    ['in a minute', '2026-11-20T10:02:02.123Z'],
    ['in an hour', '2026-11-20T11:01:02.123Z'],
    ['in half an hour', '2026-11-20T10:31:02.123Z'],
    ['in 1 hour and 30 minutes', '2026-11-20T11:31:02.123Z'],
    ['in 3 weeks', '2026-12-11T10:01:02.123Z'],
    ['in   2   days', '2026-11-22T10:01:02.123Z'],
    ['tomorrow', '2026-11-21T10:01:02.123Z'],
    ['today at 17:30', '2026-11-20T17:30:00.000Z'],
    ['monday at 9am', '2026-11-23T09:00:00.000Z'],
    ['next friday at 3pm', '2026-11-27T15:00:00.000Z'],
    ['December 1 at 9am', '2026-12-01T09:00:00.000Z'],
    ['9am', '2026-11-21T09:00:00.000Z'],
    ['11am', '2026-11-20T11:00:00.000Z'],
    ['tomorrow at 9am UTC', '2026-11-21T09:00:00.000Z'],
    ['tomorrow at 9am GMT+2', '2026-11-21T07:00:00.000Z'],
    ['tomorrow at 9am +0200', '2026-11-21T07:00:00.000Z'],
  ])('accepts %j', (text, moment) => expect(understood(text)).toBe(moment))

  it.each([
    ['ET as EDT in summer', 'tomorrow at 9am ET', '2026-07-20T10:00:00Z', '2026-07-21T13:00:00.000Z'],
    ['EST never as EDT', 'tomorrow at 9am EST', '2026-07-20T10:00:00Z', '2026-07-21T14:00:00.000Z'],
    ['PST never as PDT', 'next day at 9am PST', '2026-07-20T10:00:00Z', '2026-07-21T17:00:00.000Z'],
    ['PT as PDT in summer', 'tomorrow at 9am PT', '2026-07-20T10:00:00Z', '2026-07-21T16:00:00.000Z'],
    ['CET as CEST in summer', 'today at 5pm CET', '2026-07-20T10:00:00Z', '2026-07-20T15:00:00.000Z'],
    ['ET after the clock change', 'tomorrow at 9am ET', '2026-10-31T15:00:00Z', '2026-11-01T14:00:00.000Z'],
    ['ET before the clock change', 'tomorrow at 9am ET', '2026-10-30T15:00:00Z', '2026-10-31T13:00:00.000Z'],
    ['ET in the week after the clock change', 'Friday at 3pm ET', '2026-10-30T21:00:00Z', '2026-11-06T20:00:00.000Z'],
    ['a day in the given time zone', 'tomorrow at 9am ET', '2026-07-20T02:00:00Z', '2026-07-20T13:00:00.000Z'],
    ['a day in a time zone to the east', 'Friday at 9am IST', '2026-11-20T02:00:00Z', '2026-11-20T03:30:00.000Z'],
    [
      'a weekday whose time is over today as next week',
      'Friday at 3pm',
      '2026-11-20T21:00:00Z',
      '2026-11-27T15:00:00.000Z',
    ],
    [
      'a weekday that has just passed as the next one',
      'Friday at 3pm',
      '2026-11-22T10:00:00Z',
      '2026-11-27T15:00:00.000Z',
    ],
    ['a date across the end of the year', 'January 5 at 9am', '2026-12-20T10:00:00Z', '2027-01-05T09:00:00.000Z'],
  ])('interprets %s', (_, text, now, moment) => expect(understood(text, now)).toBe(moment))

  it.each([
    ['12/01/2026', '12/01/2026 can mean 2026-12-01 or 2026-01-12'],
    ['12/01/2026 at 9am', '2026-12-01 or 2026-01-12'],
    ['01.12.2026 9:00', '01.12.2026 can mean 2026-01-12 or 2026-12-01'],
    ['12-01-2026 9:00', '2026-12-01 or 2026-01-12'],
    ['12/1 at 9am', '12/1 can mean 12-01 or 01-12'],
    ['9am 1/12/26', '1/12/26 can mean 2026-01-12 or 2026-12-01'],
    ['24/11/2026', 'it has no time of day'],
    ['friday', 'it has no time of day'],
    ['next friday', 'it has no time of day'],
    ['December 1', 'it has no time of day'],
    ['tomorrow morning', 'it has no time of day'],
    ['tonight', 'it has no time of day'],
    ['this evening', 'it has no time of day'],
    ['weekend', 'it has no time of day'],
    ['december', 'it has no time of day'],
    ['friday at 3', 'it can mean 3am or 3pm'],
    ['tomorrow at 9', 'it can mean 9am or 9pm'],
  ])('rejects the ambiguous %j', (text, words) => {
    expect(said(text)).toContain(words)
    expect(said(text)).toContain(`received "${text}"`)
  })

  it.each([
    ['24/11/2026 at 9am', '2026-11-24T09:00:00.000Z'],
    ['11/24/2026 at 9am', '2026-11-24T09:00:00.000Z'],
    ['24.11.2026 9:00', '2026-11-24T09:00:00.000Z'],
    ['12/12/2026 at 9am', '2026-12-12T09:00:00.000Z'],
    ['friday at 15', '2026-11-20T15:00:00.000Z'],
    ['friday 9:00', '2026-11-27T09:00:00.000Z'],
    ['tomorrow at noon', '2026-11-21T12:00:00.000Z'],
    ['noon', '2026-11-20T12:00:00.000Z'],
    ['next week', '2026-11-27T10:01:02.123Z'],
    ['two days from now at 9am', '2026-11-22T09:00:00.000Z'],
  ])('accepts the unambiguous %j', (text, moment) => expect(understood(text)).toBe(moment))

  it.each([
    '',
    'soon',
    'tomorrow at 9am, please',
    'send it tomorrow at 9am',
    'tomorrow at 9am and friday at 10am',
    'from 9am to 10am',
    'tomorrow at 9am America/New_York',
    'in 10',
    `in 1 hour${' '.repeat(300)}`,
    '1 hour     '.repeat(20),
    'week 2026-11-20 '.repeat(4),
    '2 min '.repeat(10),
  ])('rejects the unknown %j', text => expect(said(text)).toMatch(/ISO 8601.*received "/))

  it('parses a text once for many emails and repeats its error', () => {
    const timeOf = scheduledTimeParser(NOW)
    expect(timeOf('in 1 hour')).toBe(timeOf('in 1 hour'))
    const refused = (): unknown => {
      try {
        return timeOf('soon')
      } catch (error) {
        return error
      }
    }
    expect(refused()).toBe(refused())
    expect(refused()).toBeInstanceOf(Error)
  })

  it('parses any text of the maximum length quickly', () => {
    const words = [
      '1 hour',
      '2 min',
      'week',
      'friday',
      'november',
      '20/11/2026',
      '12',
      'tomorrow',
      'to',
      'a day',
      'th',
      ',',
    ]
    const hostile = words.flatMap(one => words.map(other => `${one} ${other} `.repeat(20).slice(0, 64)))
    expect(effort_ms(() => hostile.forEach(text => said(text))) / hostile.length).toBeLessThan(20)
  })
})

describe('the scheduled time', () => {
  it('must be in the future', () => {
    expect(said('2026-11-20T10:01:02.123Z')).toBe(
      'Invalid `scheduled_at` field: it must be in the future; received "2026-11-20T10:01:02.123Z", which is ' +
        '2026-11-20T10:01:02.123Z; the current time is 2026-11-20T10:01:02.123Z.',
    )
    expect(understood('2026-11-20T10:01:02.124Z')).toBe('2026-11-20T10:01:02.124Z')
    for (const past of ['yesterday', '1 hour ago', 'today at 8am', 'in 0 minutes', '2025-11-20']) {
      expect(said(past)).toContain('it must be in the future')
    }
  })

  it('is at most 30 days ahead', () => {
    expect(understood('in 30 days')).toBe('2026-12-20T10:01:02.123Z')
    expect(said('2026-12-20T10:01:02.124Z')).toBe(
      'Invalid `scheduled_at` field: it must be at most 30 days ahead, by 2026-12-20T10:01:02.123Z; received ' +
        '"2026-12-20T10:01:02.124Z", which is 2026-12-20T10:01:02.124Z.',
    )
    for (const far of ['in 5 weeks', 'in 9999999 weeks', '9999-12-31T23:59:59Z', 'in 31 days']) {
      expect(said(far)).toContain('at most 30 days')
    }
  })
})
