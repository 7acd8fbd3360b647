// What is ignored, as the wire has it, is named in a header of the answer: a field that looks like one that is read
// (`replyTo` instead of `reply_to`), and each query parameter that is not read at all (`limt`).
import type { Document } from 'openapi-backend'
import { withoutSecrets } from '../../base/text/secrets.ts'
import { type Schema, plainSchemas } from './schemas.ts'
import { fieldName } from './validation.ts'

export const WARNING_HEADER = 'X-Lettermill-Warning'

const WARNINGS_MAX = 5
/** Names that are looked at in one request, and items of one list: a hint is not worth more. */
const NAMES_MAX = 1000
const ITEMS_MAX = 100
// nothing else of what was sent gets into the header
const NAME = /^[A-Za-z0-9_-]{1,64}$/

/** What is read at one place of a body. */
interface Place {
  fields: Map<string, Place>
  /** The names of the fields by what makes them alike. */
  alike: Map<string, string>
  items: Place | undefined
}

interface Search {
  warnings: string[]
  names: number
  trail: (string | number)[]
}

/** The places that were found, by the schemas that they are of. */
export type Places = Map<string, Place>

export class Lookalikes {
  readonly #body: Place | undefined
  readonly #query: Map<string, string>
  readonly #declared: ReadonlySet<string>

  constructor(
    document: Document,
    places: Places,
    { body, query }: { body: Schema | undefined; query: readonly string[] },
  ) {
    this.#body = body && placeOf(document, [body], places)
    this.#query = alikes(query)
    this.#declared = new Set(query)
  }

  #unknown(name: string): string {
    const named = NAME.test(name) && withoutSecrets(name) === name ? ` "${name}"` : ''
    const known = [...this.#declared].map(each => `"${each}"`).join(' and ')
    return `unknown parameter${named} ignored; ${known === '' ? 'none is read here' : `read here: ${known}`}`
  }

  /** The header's value, or nothing to say. */
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

/** The places of a schema; one that contains itself is one place. */
function placeOf(document: Document, given: readonly Schema[], known: Places): Place {
  const schemas = plainSchemas(document, given)
  const key = schemas.map(idOf).toSorted().join(' ')
  const place: Place = known.get(key) ?? { fields: new Map(), alike: new Map(), items: undefined }
  if (known.has(key)) return place
  known.set(key, place)
  const items = schemas.flatMap(schema => schema.items ?? [])
  if (items.length > 0) place.items = placeOf(document, items, known)
  // where names are the sender's, none is wrong
  if (schemas.some(isOpen)) return place
  const names = new Set(schemas.flatMap(schema => Object.keys(schema.properties ?? {})))
  for (const name of names) {
    const inner = schemas.flatMap(schema => schema.properties?.[name] ?? [])
    place.fields.set(name, placeOf(document, inner, known))
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

/** Case and what joins words do not count. */
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
