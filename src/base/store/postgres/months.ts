// Months of partitions, and the bounds of the ids created in each. The first 48 bits of an id are the millisecond in
// which it was created (UUIDv7, RFC 9562).

/** For example `2026_11`, in UTC; sorts by time as a text. */
export type Month = string

export function monthOf(date: Date): Month {
  return `${date.getUTCFullYear()}_${String(date.getUTCMonth() + 1).padStart(2, '0')}`
}

export function startOf(month: Month): Date {
  const [year, number] = month.split('_').map(Number)
  return new Date(Date.UTC(year!, number! - 1))
}

/** The month `by` months later; negative: earlier. */
export function monthAfter(month: Month, by = 1): Month {
  const start = startOf(month)
  start.setUTCMonth(start.getUTCMonth() + by)
  return monthOf(start)
}

/** All months from the first to the last, inclusive. */
export function monthsBetween(first: Month, last: Month): Month[] {
  const months: Month[] = []
  for (let month = first; month <= last; month = monthAfter(month)) months.push(month)
  return months
}

/** Less than all ids created in that month or later, and greater than all ids created before. */
export function idAtStartOf(month: Month): string {
  const ms = startOf(month).getTime().toString(16).padStart(12, '0')
  return `${ms.slice(0, 8)}-${ms.slice(8)}-0000-0000-000000000000`
}
