// Months as partitions have them: which there are, and between which ids what was made in one of them lies. An id carries
// the millisecond in which it was made in its first 48 bits (UUIDv7, RFC 9562).

/** As in `2026_11`, in UTC: in the order of time by their text. */
export type Month = string

export function monthOf(date: Date): Month {
  return `${date.getUTCFullYear()}_${String(date.getUTCMonth() + 1).padStart(2, '0')}`
}

export function startOf(month: Month): Date {
  const [year, number] = month.split('_').map(Number)
  return new Date(Date.UTC(year!, number! - 1))
}

/** `by` months later, or earlier. */
export function monthAfter(month: Month, by = 1): Month {
  const start = startOf(month)
  start.setUTCMonth(start.getUTCMonth() + by)
  return monthOf(start)
}

/** From the first to the last one, with both. */
export function monthsBetween(first: Month, last: Month): Month[] {
  const months: Month[] = []
  for (let month = first; month <= last; month = monthAfter(month)) months.push(month)
  return months
}

/** Less than every id that is made from that month on, and greater than all that were made before. */
export function idAtStartOf(month: Month): string {
  const ms = startOf(month).getTime().toString(16).padStart(12, '0')
  return `${ms.slice(0, 8)}-${ms.slice(8)}-0000-0000-000000000000`
}
