// Hides secrets in logged bodies. The contract marks the fields (`x-secret`), and `npm run generate` lists their paths
// with each operation. A body without any of them is kept unchanged, without parsing it.

/** The path of a field. `*` represents all items of a list or all fields of an object. */
export type FieldPath = readonly string[]

/** How the bodies of an operation are logged: with these fields hidden, or not at all. */
export interface LogRules {
  sent?: readonly FieldPath[]
  answered?: readonly FieldPath[]
  /** For a request with secrets: values of fields that are not declared are hidden. */
  declared?: DeclaredBody
  bodies?: 'none'
}

export interface DeclaredBody {
  body: DeclaredFields
  /** The names of all fields at any depth, except those of secrets. */
  names: ReadonlySet<string>
}

/** The declared fields of a value. */
export interface DeclaredFields {
  readonly fields: Map<string, DeclaredFields>
  items?: DeclaredFields | undefined
  /** Of an object with any names. */
  values?: DeclaredFields | undefined
  /** The value can be anything. */
  isOpen: boolean
}

const MASK = '(hidden)'

/** The JSON with `MASK` in these fields, and in those that are not `declared`. */
export function maskFields(json: string, places: readonly FieldPath[], declared?: DeclaredBody): string {
  const value: unknown = JSON.parse(json)
  for (const place of places) mask(value, place, 0)
  return JSON.stringify(declared ? onlyDeclared(value, declared.body) : value)
}

function onlyDeclared(value: unknown, declared: DeclaredFields): unknown {
  if (declared.isOpen || typeof value !== 'object' || value === null) return value
  // an object instead of a list is refused, and so is a list instead of an object
  if (Array.isArray(value)) return value.map(item => onlyDeclared(item, declared.items ?? declared))
  const shown = Object.entries(value).map(([name, inner]) => {
    const field = declared.fields.get(name) ?? declared.values
    return [name, field ? onlyDeclared(inner, field) : MASK]
  })
  return Object.fromEntries(shown)
}

/**
 * Whether the JSON may contain one of the fields: all names of its path occur in the text. JSON with `\u` escapes may
 * write a name in another way, so it always counts. Avoids parsing most bodies.
 */
export function mayContainField(json: Buffer | string, places: readonly FieldPath[]): boolean {
  const isThere = (text: string): boolean => json.includes(text)
  // quotes are rarer than the first letter of a name, so searching is twice as fast with them
  return isThere('\\u') || places.some(place => place.every(name => name === '*' || isThere(`"${name}"`)))
}

const SPACE = 0x20
const QUOTE = 0x22
const COLON = 0x3a
const BACKSLASH = 0x5c

/** Whether the JSON may contain a field with another name. Names with escapes count. Avoids parsing most bodies. */
export function mayHaveOther(json: Buffer, names: ReadonlySet<string>): boolean {
  for (let colon = json.indexOf(COLON); colon !== -1; colon = json.indexOf(COLON, colon + 1)) {
    let end = colon - 1
    while (json[end]! <= SPACE) end--
    // a colon within a text
    if (json[end] !== QUOTE) continue
    const start = json.lastIndexOf(QUOTE, end - 1)
    if (json[start - 1] === BACKSLASH || !names.has(json.toString('latin1', start + 1, end))) return true
  }
  return false
}

function mask(value: unknown, place: FieldPath, depth: number): void {
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
