// Builds a warning header for ignored input: fields whose names resemble a declared one (`replyTo` for `reply_to`), and
// undeclared query parameters (`limt`).
import { withoutSecrets } from '../../../base/text/secrets.ts'
import { fieldName } from '../validation.ts'
import { type FindSchema, type Schema, plainSchemas } from '../../contract/schemas.ts'

export const WARNING_HEADER = 'X-Lettermill-Warning'

const WARNINGS_MAX = 5
/** Maximum number of names compared in one request, and of items in one list: a hint is not worth more time. */
const NAMES_MAX = 1000
const ITEMS_MAX = 100
// only names of this form are repeated in the header
const NAME = /^[A-Za-z0-9_-]{1,64}$/

/** The declared fields at one location of a body. */
interface Place {
  fields: Map<string, Place>
  /** The names of the fields, by their normalized forms. */
  alike: Map<string, string>
  items: Place | undefined
}

interface Search {
  warnings: string[]
  names: number
  trail: (string | number)[]
}

/** The locations found so far, by the schemas that describe them. */
export type FieldLocations = Map<string, Place>

export class MisspelledFields {
  readonly #body: Place | undefined
  readonly #query: Map<string, string>
  readonly #declared: ReadonlySet<string>

  constructor(
    find: FindSchema,
    places: FieldLocations,
    { body, query }: { body: Schema | undefined; query: readonly string[] },
  ) {
    this.#body = body && placeOf(find, [body], places)
    this.#query = alikes(query)
    this.#declared = new Set(query)
  }

  #unknown(name: string): string {
    const named = NAME.test(name) && withoutSecrets(name) === name ? ` "${name}"` : ''
    const known = [...this.#declared].map(each => `"${each}"`).join(' and ')
    return `unknown parameter${named} ignored; ${known === '' ? 'this operation has no parameters' : `read here: ${known}`}`
  }

  /** The value of the header; `undefined` if there is no warning. */
  warning(body: unknown, query: Readonly<Record<string, unknown>> | undefined): string | undefined {
    const search: Search = { warnings: [], names: 0, trail: [] }
    if (this.#body) look(body, this.#body, search)
    for (const name of Object.keys(query ?? {})) {
      if (search.warnings.length >= WARNINGS_MAX) break
      if (this.#declared.has(name)) continue
      const meant = meantBy(name, this.#query)
      search.warnings.push(meant === undefined ? this.#unknown(name) : words('parameter', name, meant))
    }
    return search.warnings.length > 0 ? search.warnings.join(', ') : undefined
  }
}

/** The location that schemas describe; a schema that contains itself yields one location. */
function placeOf(find: FindSchema, given: readonly Schema[], known: FieldLocations): Place {
  const schemas = plainSchemas(find, given)
  const key = schemas.map(idOf).toSorted().join(' ')
  const place: Place = known.get(key) ?? { fields: new Map(), alike: new Map(), items: undefined }
  if (known.has(key)) return place
  known.set(key, place)
  const items = schemas.flatMap(schema => schema.items ?? [])
  if (items.length > 0) place.items = placeOf(find, items, known)
  // an object that accepts any field name has no misspelled ones
  if (schemas.some(isOpen)) return place
  const names = new Set(schemas.flatMap(schema => Object.keys(schema.properties ?? {})))
  for (const name of names) {
    const inner = schemas.flatMap(schema => schema.properties?.[name] ?? [])
    place.fields.set(name, placeOf(find, inner, known))
  }
  place.alike = alikes(names)
  return place
}

function isOpen({ additionalProperties }: Schema): boolean {
  return additionalProperties !== undefined
}

const ids = new WeakMap<Schema, number>()
let count = 0
function idOf(schema: Schema): number {
  if (!ids.has(schema)) ids.set(schema, count++)
  return ids.get(schema)!
}

/** Names that differ only in case, hyphens or underscores have the same normalized form. */
const normal = (name: string): string => name.replaceAll(/[_-]/g, '').toLowerCase()

function alikes(names: Iterable<string>): Map<string, string> {
  return new Map(Array.from(names, name => [normal(name), name]))
}

function meantBy(name: string, alike: ReadonlyMap<string, string>): string | undefined {
  const meant = NAME.test(name) ? alike.get(normal(name)) : undefined
  return meant === name ? undefined : meant
}

function look(value: unknown, place: Place, search: Search): void {
  if (typeof value !== 'object' || value === null) return
  const { items } = place
  if (Array.isArray(value)) {
    if (items)
      for (let index = 0; index < value.length && index < ITEMS_MAX; index++) follow(value[index], index, items, search)
    return
  }
  if (place.alike.size === 0) return
  for (const [name, inner] of Object.entries(value)) {
    if (search.warnings.length >= WARNINGS_MAX || ++search.names > NAMES_MAX) return
    const field = place.fields.get(name)
    if (field) follow(inner, name, field, search)
    else {
      const meant = meantBy(name, place.alike)
      if (meant !== undefined)
        search.warnings.push(words('field', fieldName([...search.trail, name].map(String)), meant))
    }
  }
}

function follow(value: unknown, step: string | number, place: Place, search: Search): void {
  if (typeof value !== 'object' || value === null) return
  search.trail.push(step)
  look(value, place, search)
  search.trail.pop()
}

function words(kind: 'field' | 'parameter', name: string, meant: string): string {
  return `unknown ${kind} "${name}" ignored; did you mean "${meant}"?`
}
