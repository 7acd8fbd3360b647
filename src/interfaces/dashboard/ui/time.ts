// Times in pages: in the time zone of the team and the reader's language. The script of the pages converts them to the time
// zone of the browser.
import { type Html, html } from '../../../base/html/html.ts'
import { currentReader } from './reader.ts'

type Detail = 'day' | 'minute' | 'second'

/** Must match `times.js`. */
const FORMATS: Record<Detail | 'whole', Intl.DateTimeFormatOptions> = {
  day: { dateStyle: 'medium' },
  minute: { dateStyle: 'medium', timeStyle: 'short' },
  second: { dateStyle: 'medium', timeStyle: 'medium' },
  whole: { dateStyle: 'full', timeStyle: 'long' },
}

/** To the minute. */
export function dateTime(at: string): Html {
  return timeElement(at, 'minute', dateTimeText(at))
}

/** For pages without a team, which have no time zone and no note about it. */
export function dateTimeInUtc(at: string): Html {
  return html`${dateTime(at)} UTC`
}

/** To the second, for several events within a minute. */
export function dateTimeWithSeconds(at: string): Html {
  return timeElement(at, 'second', written(at, 'second'))
}

/** The elapsed time; after a week, the day. For lists, in which new rows should be recognizable immediately. */
export function timeAgo(at: string): Html {
  const words = sinceWords(currentReader().now.getTime() - Date.parse(at))
  return words === undefined ? timeElement(at, 'day', written(at, 'day')) : timeElement(at, undefined, words)
}

/** A day in UTC, such as `2026-11-20`, in the reader's format. */
export function formatDay(day: string): string {
  const { locale } = currentReader()
  return new Intl.DateTimeFormat(locale, { ...FORMATS.day, timeZone: 'UTC', numberingSystem: 'latn' }).format(
    new Date(day),
  )
}

/** Like `dateTime`, for text that is not markup. */
export function dateTimeText(at: string): string {
  return written(at, 'minute')
}

/** The time zone of the page's times. */
export function zoneNote(): Html {
  return html`<footer class="zone">
    Times are in <span id="zone">${currentReader().time_zone}, the time zone of the team</span>.
  </footer>`
}

/** `detail`: the format for the script; without it, the text is unchanged. */
function timeElement(at: string, detail: Detail | undefined, words: string): Html {
  return html`<time datetime="${at}" title="${written(at, 'whole')}" ${detail && html`data-to="${detail}"`}
    >${words}</time
  >`
}

function written(at: string, detail: Detail | 'whole'): string {
  return formatOf(detail).format(new Date(at))
}

const formats = new Map<string, Intl.DateTimeFormat>()
const FORMATS_MAX = 200

/** Cached, because creating one takes 50 µs and a page has a hundred times. */
function formatOf(detail: Detail | 'whole'): Intl.DateTimeFormat {
  const { locale, time_zone } = currentReader()
  const key = `${locale} ${time_zone} ${detail}`
  const known = formats.get(key)
  if (known) return known
  if (formats.size >= FORMATS_MAX) formats.clear()
  const made = new Intl.DateTimeFormat(locale, { ...FORMATS[detail], timeZone: time_zone, numberingSystem: 'latn' })
  formats.set(key, made)
  return made
}

const MINUTE_MS = 60_000
const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', MINUTE_MS],
] as const
const RECENT_MS = 7 * 86_400_000
const relative = new Intl.RelativeTimeFormat('en')

/** `undefined`: in the future, or long ago. */
function sinceWords(passed_ms: number): string | undefined {
  if (passed_ms < 0 || passed_ms >= RECENT_MS) return undefined
  if (passed_ms < MINUTE_MS) return 'Just now'
  const [unit, length_ms] = UNITS.find(([, length]) => passed_ms >= length)!
  return relative.format(-Math.floor(passed_ms / length_ms), unit)
}
