// Parses the times that bound a search.
import { refusal } from '../../../base/text/refusal.ts'
import { describeValue } from '../../../base/text/describe-value.ts'

const DAY = /^\d{4}-\d{2}-\d{2}$/
const TIME = /^(\d{4}-\d{2}-\d{2})[Tt ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(?:[Zz]|([+-]\d{2})(?::?(\d{2}))?)?$/

/**
 * The time in its stored form. A day alone means its first or last millisecond; days, and times without a zone, are in UTC.
 */
export function parseSearchDate(text: string | undefined, name: 'start_date' | 'end_date'): string | undefined {
  if (text === undefined || text === '') return undefined
  const date = new Date(DAY.test(text) ? `${text}T${ENDS[name]}Z` : isoTime(text))
  if (!Number.isNaN(date.getTime()) && isDay(text.slice(0, 10))) return date.toISOString()
  const words = `must be a date such as 2026-11-20 or a time such as 2026-11-20T08:00:00Z; received ${describeValue(text)}.`
  throw refusal('validation_error', `The \`${name}\` parameter ${words}`)
}

const ENDS = { start_date: '00:00:00.000', end_date: '23:59:59.999' }

/** The ISO form that `Date` is specified to parse; other forms depend on the engine. */
function isoTime(text: string): string {
  const [, day, time, hours, minutes = '00'] = TIME.exec(text) ?? []
  return day === undefined ? '' : `${day}T${time}${hours === undefined ? 'Z' : `${hours}:${minutes}`}`
}

/** Whether the day exists: `Date` turns 30 February into a day in March. */
function isDay(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day)
}
