// Parses the time at which an email is to be sent: ISO 8601, or English.
import type { ParsedComponents } from 'chrono-node'
import type * as Chrono from 'chrono-node/en'
import { lazy } from '../../../base/runtime/lazy.ts'
import { valueOrRefusal, Refusal, refusal } from '../../../base/text/refusal.ts'
import { describeValue } from '../../../base/text/describe-value.ts'
import { ambiguityOf } from './ambiguity.ts'

const chrono = lazy<typeof Chrono>('chrono-node/en')

const MINUTE_MS = 60_000
const DAY_MS = 1440 * MINUTE_MS
const DAYS_AHEAD_MAX = 30
/** The English parser takes seconds for some texts of a hundred characters, but less than a millisecond up to this length. */
const LENGTH_MAX = 64
const WORDS_MAX = 8

const ISO =
  /^(\d{4})-(\d\d)-(\d\d)(?:[Tt ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(?: ?([Zz]|[+-]\d\d(?::?\d\d)?))?)?$/

const POSSIBLE =
  'it must be a time in ISO 8601 (`2026-12-01T09:00:00Z`, without an offset in UTC) or in English (`in 1 hour`, ' +
  '`tomorrow at 9am ET`, without a time zone in UTC)'

/** Parses a time. Refuses a time that is not in the future or too far ahead. */
export function parseScheduledTime(text: string, now: Date): Date {
  const given = text.length > 4 * LENGTH_MAX ? '' : text.trim().replaceAll(/\s+/g, ' ')
  const moment = ISO.test(given) ? isoTime(given) : englishTime(given, now)
  if (!moment) throw wrong(`${POSSIBLE}; received ${describeValue(text)}`)
  if (moment <= now) {
    throw wrong(
      `it must be in the future; received ${describeValue(text)}, which is ${at(moment)}; the current time is ${at(now)}`,
    )
  }
  const latest = new Date(now.getTime() + DAYS_AHEAD_MAX * DAY_MS)
  if (moment > latest) {
    const most = `it must be at most ${DAYS_AHEAD_MAX} days ahead, by ${at(latest)}`
    throw wrong(`${most}; received ${describeValue(text)}, which is ${at(moment)}`)
  }
  return moment
}

/** `parseScheduledTime` for many emails: the same text is parsed once, because that may take some milliseconds. */
export function scheduledTimeParser(now: Date): (text: string) => Date {
  const known = new Map<string, Date | Refusal>()
  return text => {
    const moment = known.get(text) ?? valueOrRefusal(() => parseScheduledTime(text, now))
    known.set(text, moment)
    if (moment instanceof Refusal) throw moment
    return moment
  }
}

function wrong(words: string): Error {
  return refusal('validation_error', `Invalid \`scheduled_at\` field: ${words}.`)
}

const at = (moment: Date): string => (Number.isNaN(moment.getTime()) ? 'no moment' : moment.toISOString())

function isoTime(text: string): Date | undefined {
  const match = ISO.exec(text)!
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map(part => Number(part ?? 0)) as Fields
  const offset = offsetMinutes(match[8])
  if (hour > 23 || minute > 59 || second > 59 || offset === undefined) return undefined
  const date = new Date(Date.UTC(year, month - 1, day))
  // a day that does not exist, such as 30 February, becomes another date
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined
  const ms = Number((match[7] ?? '').slice(0, 3).padEnd(3, '0'))
  return new Date(Date.UTC(year, month - 1, day, hour, minute, second, ms) - offset * MINUTE_MS)
}

type Fields = [year: number, month: number, day: number, hour: number, minute: number, second: number]

/** `+0200` → 120; `undefined` for an invalid offset. */
function offsetMinutes(offset: string | undefined): number | undefined {
  if (offset === undefined || /^z$/i.test(offset)) return 0
  const digits = offset.slice(1).replace(':', '').padEnd(4, '0')
  const [hours, minutes] = [Number(digits.slice(0, 2)), Number(digits.slice(2))]
  if (hours > 15 || minutes > 59) return undefined
  return (offset.startsWith('-') ? -1 : 1) * (hours * 60 + minutes)
}

const UNITS: Record<string, number> = { s: 1000, m: MINUTE_MS, h: 60 * MINUTE_MS, d: DAY_MS, w: 7 * DAY_MS }
const IN =
  /^in (an?|one|\d{1,7}(?:\.\d{1,3})?) ?(s(?:ec(?:ond)?s?)?|m(?:in(?:ute)?s?)?|h(?:(?:ou)?rs?)?|d(?:ays?)?|w(?:eeks?)?)$/i

/** Parses an English phrase, every word of which must be recognized. Days are those of the time zone it names, or of UTC. */
function englishTime(text: string, now: Date): Date | undefined {
  if (text.length > LENGTH_MAX || text.split(' ').length > WORDS_MAX) return undefined
  const duration = IN.exec(text)
  if (duration) {
    const count = /^\d/.test(duration[1]!) ? Number(duration[1]) : 1
    return new Date(now.getTime() + Math.round(count * UNITS[duration[2]!.charAt(0).toLowerCase()]!))
  }
  const first = componentsOf(text, now, 0)
  if (!first) return undefined
  const ambiguity = ambiguityOf(text, first)
  if (ambiguity !== undefined) throw wrong(`${ambiguity}; received ${describeValue(text)}`)
  const zone = first.isCertain('timezoneOffset') ? first.get('timezoneOffset')! : 0
  const moment = momentOf(componentsOf(text, now, zone) ?? first)
  if (moment > now) return moment
  // a time alone, or a day of the week, means its next occurrence
  const later = new Date(now.getTime() + stepOf(first) * DAY_MS)
  return later > now ? momentOf(componentsOf(text, later, zone) ?? first) : moment
}

/** Days until the same phrase recurs; 0 for never. */
function stepOf(said: ParsedComponents): number {
  if (said.isCertain('day') || said.isCertain('month') || said.isCertain('year')) return 0
  return said.isCertain('weekday') ? 7 : 1
}

function componentsOf(text: string, now: Date, zone: number): ParsedComponents | undefined {
  const [found, ...others] = chrono().parse(text, { instant: now, timezone: zone })
  return found && found.text === text && !found.end && others.length === 0 ? found.start : undefined
}

/** Computed from the parts, because a date object would apply the time zone of the machine. */
function momentOf(said: ParsedComponents): Date {
  const part = (name: Parameters<ParsedComponents['get']>[0]): number => said.get(name) ?? 0
  const date = [part('year'), part('month') - 1, part('day')] as const
  const local = Date.UTC(...date, part('hour'), part('minute'), part('second'), part('millisecond'))
  return new Date(local - part('timezoneOffset') * MINUTE_MS)
}
