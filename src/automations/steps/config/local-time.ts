// Time as the contact's clock shows it. Summer time comes and goes by the rules of the time zone.
import { Temporal } from 'temporal-polyfill'
import type { Schemas } from '../../../../generated/api.ts'

export type LocalMoment = Schemas['LocalMoment']
export type QuietHours = Schemas['QuietHours']

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
/** Any weekday comes within a week; one more for a time of day that has passed, one for what a clock change moved. */
const MOST_DAYS = 9

export function isTimeZone(name: string): boolean {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name)
    return true
  } catch {
    return false
  }
}

/**
 * The first moment at or after `from` at which the clock there shows the time on one of the weekdays. A time that the
 * clock leaves out is as much later as the clock was put forward; of one that comes twice, whichever is next.
 */
export function nextLocal(from: Date, time_zone: string, { time, weekdays }: LocalMoment): Date {
  const start_ms = from.getTime()
  const today = localAt(from, time_zone).toPlainDate()
  // from yesterday: a time left out at midnight is moved to today
  for (let day = -1; day < MOST_DAYS; day++) {
    const date = today.add({ days: day })
    if (weekdays && !weekdays.includes(WEEKDAYS[date.dayOfWeek - 1]!)) continue
    const local = date.toPlainDateTime(Temporal.PlainTime.from(time))
    for (const disambiguation of ['compatible', 'later'] as const) {
      const at_ms = local.toZonedDateTime(time_zone, { disambiguation }).epochMilliseconds
      if (at_ms >= start_ms) return new Date(at_ms)
    }
  }
  throw new Error(`No ${time} in ${time_zone} after ${from.toISOString()}`)
}

/** When the quiet hours that it is in now are over; `undefined` when it is not quiet. */
export function quietUntil(now: Date, time_zone: string, { from, to }: QuietHours): Date | undefined {
  const clock = localAt(now, time_zone).toPlainTime().toString().slice(0, 'hh:mm'.length)
  const quiet = from < to ? from <= clock && clock < to : from <= clock || clock < to
  return quiet ? nextLocal(now, time_zone, { time: to }) : undefined
}

function localAt(moment: Date, time_zone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(time_zone)
}
