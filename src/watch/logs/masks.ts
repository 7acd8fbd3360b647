// Hides secrets in logged bodies. The contract marks the fields (`x-secret`), and `npm run generate` lists their paths
// with each operation. A body without any of them is kept unchanged, without parsing it.

/** The path of a field. `*` represents all items of a list or all fields of an object. */
export type Place = readonly string[]

/** How the bodies of an operation are logged: with these fields hidden, or not at all. */
export interface LogRules {
  sent?: readonly Place[]
  answered?: readonly Place[]
  bodies?: 'none'
}

const MASK = '(hidden)'

/** The JSON with `MASK` in these fields. */
export function masked(json: string, places: readonly Place[]): string {
  const value: unknown = JSON.parse(json)
  for (const place of places) mask(value, place, 0)
  return JSON.stringify(value)
}

/**
 * Whether the JSON may contain one of the fields: all names of its path occur in the text. JSON with `\u` escapes may
 * write a name in another way, so it always counts. Avoids parsing most bodies.
 */
export function mayHaveAny(json: Buffer | string, places: readonly Place[]): boolean {
  const isThere = (text: string): boolean => json.includes(text)
  // quotes are rarer than the first letter of a name, so searching is twice as fast with them
  return isThere('\\u') || places.some(place => place.every(name => name === '*' || isThere(`"${name}"`)))
}

function mask(value: unknown, place: Place, depth: number): void {
  if (typeof value !== 'object' || value === null) return
  const name = place[depth]!
  // a request with an object instead of a list is refused, but its body is logged, including its secrets
  if (name === '*' && !Array.isArray(value)) mask(value, place, depth + 1)
  const within = value as Record<string, unknown>
  const keys = name === '*' ? Object.keys(within) : Object.hasOwn(within, name) ? [name] : []
  for (const key of keys) {
    if (depth < place.length - 1) mask(within[key], place, depth + 1)
    else if (within[key] !== null) within[key] = MASK
  }
}
