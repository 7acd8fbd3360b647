// The schemas of the contract: how their references are followed, and the form in which a validator of requests reads them.
import type { JsonNode } from './document.ts'
import { inJsonSchema } from './keywords.ts'

export interface Schema {
  $ref?: string
  type?: string | string[]
  properties?: Record<string, Schema>
  items?: Schema
  allOf?: Schema[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  additionalProperties?: unknown
  /** The response shows this value once; it must not be stored. */
  'x-secret'?: boolean
}

/** Finds a schema of the contract by its name. Throws if it does not exist. */
export type FindSchema = (name: string) => Schema

/** The name at the end of a reference. */
export const nameInRef = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1)

/** Returns a `FindSchema` of the given schemas. */
export function schemasIn(schemas: Readonly<Record<string, Schema>>): FindSchema {
  return name => {
    const schema = schemas[name]
    if (!schema) throw new Error(`The contract has no schema ${name}`)
    return schema
  }
}

/** All schemas that can apply to a value: follows references, and lists all branches of choices. */
export function plainSchemas(find: FindSchema, given: readonly Schema[]): Schema[] {
  const plain = new Set<Schema>()
  const seen = new Set<Schema>()
  const add = (schema: Schema): void => {
    if (seen.has(schema)) return
    seen.add(schema)
    if (schema.$ref !== undefined) add(find(nameInRef(schema.$ref)))
    else plain.add(schema)
    for (const inner of [schema.allOf, schema.anyOf, schema.oneOf].flatMap(list => list ?? [])) add(inner)
  }
  for (const schema of given) add(schema)
  return [...plain]
}

const FOR_READERS = new Set(['description', 'summary', 'title', 'example', 'examples', 'x-example'])
/** The values of these are data, not schemas. */
const HOLDS_DATA = new Set(['default', 'const', 'enum', 'x-default', 'dependentRequired'])
/** Aliases of a field. They are not declared as properties, because similar names do not compile in Go and Java SDKs. */
const ALSO_READ = 'x-also-read'
/** Schemas of items of a list that are accepted, too. Clients do not write a choice of a text and an object in a form. */
const ITEMS_ALSO_READ = 'x-items-also-read'

/**
 * A copy of a schema as a validator reads it: in plain JSON Schema, without text for readers, with the other accepted
 * names and items. A reference to a schema of the contract becomes the schema's name.
 */
export function validationSchema(schema: JsonNode): Schema {
  return copyOf(schema, false)
}

/** A copy of a schema in which each reference is replaced by the name of the schema it refers to. */
export function responseSchema(schema: JsonNode): Schema {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/components/schemas/', '"'))
}

function copyOf(node: JsonNode, holds_names: boolean): JsonNode {
  if (Array.isArray(node)) return node.map(each => copyOf(each, false))
  if (typeof node !== 'object' || node === null) return node
  const copy: Record<string, unknown> = {}
  const given = !holds_names && node[ITEMS_ALSO_READ] ? withItems(node) : node
  for (const [key, value] of Object.entries<JsonNode>(given)) {
    if (holds_names) copy[key] = copyOf(value, false)
    else if (key === '$ref') copy.$ref = nameInRef(value)
    else if (key === 'properties') copy.properties = copyOf(withAliases(value), true)
    // Ajv supports `discriminator` but not its `mapping`; the tags are sufficient
    else if (key === 'discriminator') copy.discriminator = { propertyName: value.propertyName }
    else if (!FOR_READERS.has(key)) copy[key] = HOLDS_DATA.has(key) ? value : copyOf(value, false)
  }
  return holds_names ? copy : inJsonSchema(copy)
}

/** The fields with the other names under which they are accepted. The contract's own name is the last of similar ones. */
export function withAliases(properties: Record<string, JsonNode>): Record<string, JsonNode> {
  const fields = Object.entries(properties).flatMap(([name, { [ALSO_READ]: aliases = [], ...schema }]) =>
    [...aliases, name].map((each: string) => [each, schema] as const),
  )
  return Object.fromEntries(fields)
}

function withItems({ [ITEMS_ALSO_READ]: names, items, ...list }: JsonNode): JsonNode {
  return { ...list, items: { anyOf: [...names.map((name: string) => ({ $ref: name })), items] } }
}
