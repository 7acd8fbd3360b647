// How fast a broadcast is to go, as a form says it.

export const PER_MINUTE_MAX = 1_000_000

/** Mails in a minute; `null`: as many as can. Nothing when it is no such number. */
export function paceIn(text: string | null): number | null | undefined {
  const typed = (text ?? '').trim()
  if (typed === '') return null
  const number = Number(typed)
  return Number.isInteger(number) && number >= 1 && number <= PER_MINUTE_MAX ? number : undefined
}
