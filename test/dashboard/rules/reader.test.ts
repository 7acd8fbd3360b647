// Numbers and times in the locale and time zone of the reader.
import { describe, expect, it } from 'vitest'
import { currentReader, localeOf, formatNumber, renderFor } from '../../../src/interfaces/dashboard/ui/reader.ts'
import {
  timeAgo,
  dateTimeWithSeconds,
  dateTime,
  dateTimeText,
  zoneNote,
} from '../../../src/interfaces/dashboard/ui/time.ts'

const AT = '2026-11-26T23:30:05.000Z'
const reader = (locale: string, time_zone: string, now = AT): Parameters<typeof renderFor>[0] => ({
  locale,
  time_zone,
  now: new Date(now),
  mayOpen: () => true,
})
const textOf = (markup: unknown): string => String(markup).replaceAll(/<[^>]*>/g, '')

describe('locale', () => {
  it.each([
    ['de-AT,de;q=0.9,en;q=0.8', 'de-AT'],
    ['en-US,en;q=0.9', 'en-US'],
    ['en', 'en-GB'],
    ['', 'en-GB'],
    ['*', 'en-GB'],
    ['qqq, fr-CA', 'fr-CA'],
    ['nonsense with words;;;,,,,', 'en-GB'],
    ['xx,xx,xx,xx,xx,de', 'en-GB'],
    ['de-DE-u-nu-arab-ca-buddhist', 'de-DE'],
    ['x'.repeat(10_000), 'en-GB'],
  ])('of %j is %s', (header, locale) => {
    expect(localeOf(header)).toBe(locale)
  })
})

describe('numbers', () => {
  it.each([
    ['en-GB', '1,234,567'],
    ['de-DE', '1.234.567'],
    ['en-IN', '12,34,567'],
    ['ar-EG', '1,234,567'],
  ])('are formatted in %s as %s', (locale, words) => {
    expect(renderFor(reader(locale, 'UTC'), () => formatNumber(1_234_567)).replaceAll('٬', ',')).toBe(words)
  })
})

describe('times', () => {
  it('use the time zone and locale of the reader, with the full date in the tooltip', () => {
    renderFor(reader('de-DE', 'Europe/Berlin'), () => {
      expect(dateTimeText(AT)).toBe('27.11.2026, 00:30')
      expect(textOf(dateTimeWithSeconds(AT))).toContain('00:30:05')
      expect(String(dateTime(AT))).toContain(`datetime="${AT}"`)
      expect(String(dateTime(AT))).toMatch(/title="Freitag, 27\. November 2026 um 00:30:05 MEZ"/)
      expect(textOf(zoneNote())).toContain('Times are in Europe/Berlin, the time zone of the team.')
    })
    expect(renderFor(reader('en-US', 'America/New_York'), () => dateTimeText(AT)).replaceAll(/\s/g, ' ')).toBe(
      'Nov 26, 2026, 6:30 PM',
    )
  })

  it.each([
    ['2026-11-26T23:30:20.000Z', 'Just now'],
    ['2026-11-26T23:32:04.000Z', '1 minute ago'],
    ['2026-11-27T04:31:00.000Z', '5 hours ago'],
    ['2026-12-03T23:30:04.000Z', '6 days ago'],
    ['2026-12-03T23:30:05.000Z', '26 Nov 2026'],
    // From a server with another clock, or in the future.
    ['2026-11-26T23:30:04.000Z', '26 Nov 2026'],
  ])('in lists at %s are formatted as %s', (now, words) => {
    expect(renderFor(reader('en-GB', 'UTC', now), () => textOf(timeAgo(AT))).trim()).toBe(words)
  })

  it('have no reader after a page is rendered or has failed', () => {
    renderFor(reader('de-DE', 'Europe/Berlin'), () => dateTime(AT))
    expect(() =>
      renderFor(reader('fr-FR', 'Europe/Paris'), () => {
        throw new Error('it failed')
      }),
    ).toThrow('it failed')
    expect(currentReader()).toMatchObject({ locale: 'en-GB', time_zone: 'UTC' })
  })
})
