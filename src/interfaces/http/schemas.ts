// Reads the schemas of the contract as data.
import type { Document } from 'openapi-backend'

export interface Schema {
  $ref?: string
  type?: string | string[]
  properties?: Record<string, Schema>
  items?: Schema
  allOf?: Schema[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  additionalProperties?: unknown
  /** The answer shows this value once; it must not be stored. */
  'x-secret'?: boolean
}

/** All schemas that can apply to a value: follows references, and lists all branches of choices. */
export function plainSchemas(document: Document, given: readonly Schema[]): Schema[] {
  const plain = new Set<Schema>()
  const seen = new Set<Schema>()
  const add = (schema: Schema): void => {
    if (seen.has(schema)) return
    seen.add(schema)
    if (schema.$ref !== undefined) add(referred(document, schema.$ref))
    else plain.add(schema)
    for (const inner of [schema.allOf, schema.anyOf, schema.oneOf].flatMap(list => list ?? [])) add(inner)
  }
  for (const schema of given) add(schema)
  return [...plain]
}

function referred(document: Document, ref: string): Schema {
  const name = ref.slice('#/components/schemas/'.length)
  const schema = document.components?.schemas?.[name]
  if (!schema) throw new Error(`The contract has no ${ref}`)
  return schema
}
