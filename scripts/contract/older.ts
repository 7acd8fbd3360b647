// The same contract in OpenAPI 3.0.4, for tools that do not support 3.1. A converter does most of the work.
import { Converter } from '@apiture/openapi-down-convert'
import { type Json, resolved, visitSchemas } from '../openapi.ts'
import { withoutUnused } from './plain-schemas.ts'
import { withoutWebhooks } from './webhooks.ts'

/** The document in 3.0.4; does not modify the given one. */
export function inOpenApi30(document: Json): Json {
  const copy = withoutWebhooks(structuredClone(document))
  // an inlined schema may contain others that must be inlined, too
  for (let is_done = false; !is_done;) {
    is_done = true
    visitSchemas(copy, schema => {
      if (forConverter(document, schema)) is_done = false
    })
  }
  withoutUnused(copy)
  // 3.0 ignores keywords next to a reference
  const older: Json = new Converter(copy, { allOfTransform: true }).convert()
  return { ...older, openapi: '3.0.4' }
}

/** Replaces constructs that the converter keeps although 3.0 lacks them. Returns whether it inlined a named schema. */
function forConverter(document: Json, schema: Json): boolean {
  // the descriptions contain this, too
  for (const word of ['dependentRequired', 'if', 'then', 'else', 'propertyNames']) delete schema[word]
  if (!schema.anyOf?.some(({ type }: Json) => type === 'null')) return false
  const [object, ...more] = schema.anyOf.filter(({ type }: Json) => type !== 'null')
  if (more.length > 0) throw new Error(`OpenAPI 3.0 does not support null in a union: ${JSON.stringify(schema.anyOf)}`)
  const { description } = schema
  delete schema.anyOf
  // inlined, because a named object cannot be null
  const { type, ...others } = structuredClone(resolved(document, object))
  Object.assign(schema, others, { type: [type, 'null'] }, description === undefined ? {} : { description })
  return true
}
