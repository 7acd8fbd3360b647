// Times in the time zone of a contact, including daylight saving time.
import type * as Polyfill from 'temporal-polyfill'
import type { Schemas } from '../../../generated/api.ts'
import { lazy } from '../runtime/lazy.ts'
import { describeValue } from '../text/describe-value.ts'

const polyfill = lazy<typeof Polyfill>('temporal-polyfill')

type LocalMoment = Schemas['LocalMoment']
type QuietHours = Schemas['QuietHours']

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
/** A week contains every weekday; one more day if today's time has passed, and one if a clock change moved the time. */
const MOST_DAYS = 9

/** Why a name is not a time zone, as a sentence that can follow the name of its field. */
export function zoneFault(name: string): string | undefined {
  return isTimeZone(name) ? undefined : `it must be a name such as \`Europe/Berlin\`; received ${describeValue(name)}`
}

/** The fault of a time of day. */
export function timeFault(time: string): string | undefined {
  const isOne = /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(time)
  return isOne ? undefined : `it must be a time such as \`09:00\`; received ${describeValue(time)}`
}

/** The fault of quiet hours. */
export function quietHoursFault({ from, to }: QuietHours): string | undefined {
  const fault = timeFault(from) ?? timeFault(to)
  if (fault) return fault
  return from === to ? '`from` and `to` must differ' : undefined
}

/** A contact's own time zone if valid, otherwise `otherwise`. */
export function validZone(own: unknown, otherwise: string): string {
  return typeof own === 'string' && isTimeZone(own) ? own : otherwise
}

export function isTimeZone(name: string): boolean {
  try {
    polyfill().Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name)
    return true
  } catch {
    return false
  }
}

/**
 * The first moment at or after `from` at which clocks in the time zone show the time on one of the weekdays. A time
 * that a clock change skips is moved later by the same change; if a time occurs twice, the next one counts.
 */
export function nextLocal(from: Date, time_zone: string, { time, weekdays }: LocalMoment): Date {
  const start_ms = from.getTime()
  const today = localAt(from, time_zone).toPlainDate()
  // starts with yesterday: a time that is skipped at midnight moves to today
  for (let day = -1; day < MOST_DAYS; day++) {
    const date = today.add({ days: day })
    if (weekdays && !weekdays.includes(WEEKDAYS[date.dayOfWeek - 1]!)) continue
    const local = date.toPlainDateTime(polyfill().Temporal.PlainTime.from(time))
    for (const disambiguation of ['compatible', 'later'] as const) {
      const at_ms = local.toZonedDateTime(time_zone, { disambiguation }).epochMilliseconds
      if (at_ms >= start_ms) return new Date(at_ms)
    }
  }
  throw new Error(`No ${time} in ${time_zone} after ${from.toISOString()}`)
}

/** The end of the quiet hours that contain `now`; `undefined` if none do. */
export function quietUntil(now: Date, time_zone: string, { from, to }: QuietHours): Date | undefined {
  const clock = localAt(now, time_zone).toPlainTime().toString().slice(0, 'hh:mm'.length)
  const quiet = from < to ? from <= clock && clock < to : from <= clock || clock < to
  return quiet ? nextLocal(now, time_zone, { time: to }) : undefined
}

/** The moment at which clocks in the time zone show `2026-12-01T09:00`; `undefined` if the text is not a date. */
export function localMoment(local: string, time_zone: string): Date | undefined {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?$/.test(local)) return undefined
  try {
    return new Date(polyfill().Temporal.PlainDateTime.from(local).toZonedDateTime(time_zone).epochMilliseconds)
  } catch {
    return undefined
  }
}

function localAt(moment: Date, time_zone: string): Polyfill.Temporal.ZonedDateTime {
  return polyfill().Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(time_zone)
}
