// Periods in the local time of a time zone. The range is split once at the changes of the offset from UTC. Between them
// everything is plain arithmetic, so that no single time is looked up in the zone.
import type * as Polyfill from 'temporal-polyfill'
import type { InSchemas } from '../../../generated/api.ts'
import { isTimeZone } from '../../base/rules/local-time.ts'
import { lazy } from '../../base/runtime/lazy.ts'

const polyfill = lazy<typeof Polyfill>('temporal-polyfill')

export type Granularity = InSchemas['EmailMetricsGranularity']

/** From `start` up to but excluding `until`. */
export interface TimeRange {
  start: Date
  until: Date
}

/** A span of time with one offset from UTC. */
export interface OffsetSpan {
  start_ms: number
  until_ms: number
  offset_ms: number
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** 1 January 1970 was a Thursday; the Monday before it is this many days earlier. */
const MONDAY_BEFORE = 3

export function isZone(name: string): boolean {
  // neither an offset nor a name that only some runtimes support
  return /^[A-Za-z][\w+/-]*$/.test(name) && isTimeZone(name)
}

export function offsetSpans({ start, until }: TimeRange, timezone: string): OffsetSpan[] {
  const end_ms = until.getTime()
  const pieces: OffsetSpan[] = []
  let at: Polyfill.Temporal.ZonedDateTime | null = polyfill()
    .Temporal.Instant.fromEpochMilliseconds(start.getTime())
    .toZonedDateTimeISO(timezone)
  while (at && at.epochMilliseconds < end_ms) {
    const next: Polyfill.Temporal.ZonedDateTime | null = at.getTimeZoneTransition('next')
    pieces.push({
      start_ms: at.epochMilliseconds,
      until_ms: Math.min(next?.epochMilliseconds ?? end_ms, end_ms),
      offset_ms: Math.round(at.offsetNanoseconds / 1e6),
    })
    at = next
  }
  return pieces
}

/** The name of the period that contains a time of the range. */
export function periodOf(at_ms: number, pieces: readonly OffsetSpan[], granularity: Granularity): string {
  // the minute in which the range starts may start before the range
  const piece = pieces.find(({ until_ms }) => at_ms < until_ms) ?? pieces.at(-1)!
  return named(Math.max(at_ms, piece.start_ms), piece.offset_ms, granularity)
}

/** The names of all periods of the range, in order. */
export function periodsOf(pieces: readonly OffsetSpan[], granularity: Granularity): string[] {
  const step_ms = granularity === 'hourly' ? HOUR_MS : DAY_MS
  const names = new Set<string>()
  for (const { start_ms, until_ms, offset_ms } of pieces) {
    const first_ms = Math.floor((start_ms + offset_ms) / step_ms) * step_ms
    for (let local_ms = first_ms; local_ms < until_ms + offset_ms; local_ms += step_ms) {
      names.add(namedLocal(local_ms, offset_ms, granularity))
    }
  }
  return [...names]
}

function named(at_ms: number, offset_ms: number, granularity: Granularity): string {
  return namedLocal(at_ms + offset_ms, offset_ms, granularity)
}

/** `local_ms`: the local time, read as if it were UTC. */
function namedLocal(local_ms: number, offset_ms: number, granularity: Granularity): string {
  const day = Math.floor(local_ms / DAY_MS)
  switch (granularity) {
    case 'hourly':
      return `${textOf(local_ms).slice(0, 13)}:00:00${offsetText(offset_ms)}`
    case 'daily':
      return dayText(day)
    case 'weekly':
      return dayText(day - ((((day + MONDAY_BEFORE) % 7) + 7) % 7))
    case 'monthly':
      return `${dayText(day).slice(0, 7)}-01`
  }
}

const textOf = (ms: number): string => new Date(ms).toISOString()

const dayText = (day: number): string => textOf(day * DAY_MS).slice(0, 10)

function offsetText(offset_ms: number): string {
  const text = textOf(Math.abs(offset_ms)).slice(11, 16)
  return `${offset_ms < 0 ? '-' : '+'}${text}`
}
