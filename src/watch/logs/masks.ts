// What of a body is not kept. The contract marks it, field by field, and `npm run generate` leaves the places with each
// operation, so that a body without any is kept as the text that it is.

/** The names that lead to a field; `*` stands for each item of a list, and for each field of an object. */
export type Place = readonly string[]

/** What the log keeps of an operation's bodies: all but what stands in these places. */
export interface LogRules {
  sent?: readonly Place[]
  answered?: readonly Place[]
  bodies?: 'none'
}

export const MASK = '(hidden)'

/** The same JSON with a word in these places. */
export function masked(json: string, places: readonly Place[]): string {
  const value: unknown = JSON.parse(json)
  for (const place of places) mask(value, place, 0)
  return JSON.stringify(value)
}

/**
 * Whether something may stand in one of the places: all the names that lead there are in the JSON. It can be written with
 * escapes, and then it is looked at, too.
 */
export function mayHaveAny(json: Buffer | string, places: readonly Place[]): boolean {
  const isThere = (text: string): boolean => json.includes(text)
  return isThere('\\u') || places.some(place => place.every(name => name === '*' || isThere(name)))
}

function mask(value: unknown, place: Place, depth: number): void {
  if (typeof value !== 'object' || value === null) return
  const name = place[depth]!
  // a single thing where a list belongs is refused, and was sent all the same
  if (name === '*' && !Array.isArray(value)) mask(value, place, depth + 1)
  const within = value as Record<string, unknown>
  const keys = name === '*' ? Object.keys(within) : Object.hasOwn(within, name) ? [name] : []
  for (const key of keys) {
    if (depth < place.length - 1) mask(within[key], place, depth + 1)
    else if (within[key] !== null) within[key] = MASK
  }
}
