// Finds the fields of request and response bodies that the request log omits: secrets (`x-secret`), and fields that are only
// large (`x-not-logged`). In a request with secrets, undeclared fields count as secrets: one may be a misspelled secret field.
import type { DeclaredFields, LogRules, FieldPath } from '../../watch/logs/masks.ts'
import type { JsonNode } from './document.ts'
import { type FindSchema, type Schema, plainSchemas } from './schemas.ts'

type Marked = Schema & { maxItems?: number; 'x-not-logged'?: boolean; 'x-also-read'?: string[] }

/** `undefined`: the operation is not logged at all, like OAuth's own operations. `responses`: with resolved references. */
export function logRules(find: FindSchema, operation: JsonNode, responses: readonly JsonNode[]): LogRules | undefined {
  if (operation['x-rules'] === 'own') return undefined
  if (operation['x-logged'] === 'without_bodies') return { bodies: 'none' }
  const [request, response] = [schemasOf([operation.requestBody]), schemasOf(responses)]
  const [sent, answered] = [placesIn(find, request, isLeftOut), placesIn(find, response, isLeftOut)]
  return {
    ...(sent.length > 0 && { sent }),
    ...declaredBesides(placesIn(find, request, isSecret), find, request),
    ...(answered.length > 0 && { answered }),
  }
}

function schemasOf(bodies: readonly JsonNode[]): Schema[] {
  return bodies.flatMap(body => Object.values<JsonNode>(body?.content ?? {}).flatMap(({ schema }) => schema ?? []))
}

type IsMarked = (schema: Marked) => boolean

function placesIn(find: FindSchema, schemas: readonly Schema[], isWanted: IsMarked): FieldPath[] {
  const places = new Map<string, FieldPath>()
  for (const place of markedIn(find, schemas, isWanted)) places.set(JSON.stringify(place), place)
  return [...places.values()].toSorted((one, other) => (String(one) < String(other) ? -1 : 1))
}

/** `above`: the schemas that contain these; one that contains itself is not followed again. */
function markedIn(
  find: FindSchema,
  schemas: readonly Schema[],
  isWanted: IsMarked,
  path: FieldPath = [],
  above: ReadonlySet<Schema> = new Set(),
): FieldPath[] {
  return plainSchemas(find, schemas).flatMap(schema => {
    if (above.has(schema)) return []
    const within = new Set([...above, schema])
    const { properties = {}, items, additionalProperties } = schema
    const named = Object.entries<Marked>(properties).flatMap(([name, property]): FieldPath[] => {
      const place = [...path, name]
      const isMarked = [property, ...plainSchemas(find, [property])].some(isWanted)
      return isMarked ? [place] : markedIn(find, [property], isWanted, place, within)
    })
    const others = [items, additionalProperties].filter(each => typeof each === 'object') as Schema[]
    return named.concat(others.flatMap(other => markedIn(find, [other], isWanted, [...path, '*'], within)))
  })
}

/** The declared fields of a request with these secrets; nothing without secrets. */
function declaredBesides(
  secrets: readonly FieldPath[],
  find: FindSchema,
  request: readonly Schema[],
): Pick<LogRules, 'declared'> {
  if (secrets.length === 0) return {}
  const known: FieldsBySchema = new Map()
  const body = declaredIn(find, request, known)
  const names = new Set<string>()
  for (const { fields } of known.values()) for (const name of fields.keys()) names.add(name)
  for (const place of secrets) names.delete(place.at(-1)!)
  return { declared: { body, names } }
}

type FieldsBySchema = Map<string, DeclaredFields>

/** The fields of values with these schemas; a schema that contains itself yields the same object again. */
function declaredIn(find: FindSchema, schemas: readonly Schema[], known: FieldsBySchema): DeclaredFields {
  const plain = plainSchemas(find, schemas)
  const key = JSON.stringify(plain)
  const declared: DeclaredFields = known.get(key) ?? { fields: new Map(), isOpen: plain.some(isAnything) }
  if (known.has(key)) return declared
  known.set(key, declared)
  const inner = (given: readonly unknown[]): DeclaredFields | undefined => {
    const objects = given.filter(each => typeof each === 'object') as Schema[]
    return objects.length > 0 ? declaredIn(find, objects, known) : undefined
  }
  declared.items = inner(plain.map(({ items, maxItems }: Marked) => (maxItems === 0 ? undefined : items)))
  declared.values = inner(plain.map(({ additionalProperties }) => additionalProperties))
  const fields = plain.flatMap(({ properties }) => Object.entries<Marked>(properties ?? {}))
  for (const [name, { 'x-also-read': aliases = [] }] of fields) {
    const same = fields.filter(([other]) => other === name).map(([, schema]) => schema)
    for (const each of [name, ...aliases]) declared.fields.set(each, declaredIn(find, same, known))
  }
  return declared
}

/** Whether any value matches: the schema has no type, and is not a choice between others. */
function isAnything({ type, allOf, anyOf, oneOf, ...schema }: Schema & { enum?: unknown; const?: unknown }): boolean {
  return [type, allOf, anyOf, oneOf, schema.properties, schema.enum, schema.const].every(each => each === undefined)
}

function isSecret(schema: Marked): boolean {
  return schema['x-secret'] === true
}

function isLeftOut(schema: Marked): boolean {
  return isSecret(schema) || schema['x-not-logged'] === true
}
