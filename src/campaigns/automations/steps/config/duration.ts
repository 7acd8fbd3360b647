// Durations of delays and waits as text: `<number> <unit>`, with a positive number that may have decimals, one space, and a
// unit of second, minute, hour, day or week, with or without an s.

const MS: Record<string, number> = { second: 1000, minute: 60_000, hour: 3_600_000, day: 86_400_000, week: 604_800_000 }
const DURATION = /^(\d{1,9}(?:\.\d{1,9})?) (second|minute|hour|day|week)s?$/

const LONGEST_DURATION_MS = 30 * MS.day!

/** The milliseconds, at least one; `undefined` if the text is not a duration. */
export function durationMs(text: string): number | undefined {
  const match = DURATION.exec(text)
  if (!match) return undefined
  const number = Number(match[1])
  return number > 0 ? Math.max(1, Math.round(number * MS[match[2]!]!)) : undefined
}

/** Times are stored with a year of four digits. */
const [FIRST_MS, LAST_MS] = ['0000-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z'].map(Date.parse) as [number, number]

/** Whether a time can be stored. */
export function isWithinCalendar(moment: Date): boolean {
  return moment.getTime() >= FIRST_MS && moment.getTime() <= LAST_MS
}

/** The fault of a duration, as a sentence. */
export function durationFault(text: string): string | undefined {
  const ms = durationMs(text)
  if (ms === undefined) return `"${text}" is not a duration such as "30 minutes" or "3 days"`
  return ms > LONGEST_DURATION_MS ? `"${text}" is longer than 30 days` : undefined
}
