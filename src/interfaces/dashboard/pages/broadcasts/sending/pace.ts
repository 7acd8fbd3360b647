// Reads the pace of a broadcast from a form.

export const PER_MINUTE_MAX = 1_000_000

/** Emails per minute; `null`: no limit; `undefined`: not a valid number. */
export function paceIn(text: string | null): number | null | undefined {
  const typed = (text ?? '').trim()
  if (typed === '') return null
  const number = Number(typed)
  return Number.isInteger(number) && number >= 1 && number <= PER_MINUTE_MAX ? number : undefined
}
