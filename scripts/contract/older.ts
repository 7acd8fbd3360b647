// The same contract in OpenAPI 3.0.4, for tools that do not read 3.1. A converter does nearly all of it.
import { Converter } from '@apiture/openapi-down-convert'
import { type Json, resolved, visitSchemas } from '../openapi.ts'
import { withoutUnused } from './plain-schemas.ts'
import { withoutWebhooks } from './webhooks.ts'

/** The document in 3.0.4; the given one stays as it is. */
export function inOpenApi30(document: Json): Json {
  const copy = withoutWebhooks(structuredClone(document))
  // a schema that was written out may have inner ones that must be, too
  for (let is_done = false; !is_done;) {
    is_done = true
    visitSchemas(copy, schema => {
      if (forConverter(document, schema)) is_done = false
    })
  }
  withoutUnused(copy)
  // 3.0 reads nothing beside a reference
  const older: Json = new Converter(copy, { allOfTransform: true }).convert()
  return { ...older, openapi: '3.0.4' }
}

/** Replaces what the converter leaves as it was, though 3.0 does not have it. Returns whether it wrote out a named schema. */
function forConverter(document: Json, schema: Json): boolean {
  // the descriptions say it, too
  for (const word of ['dependentRequired', 'if', 'then', 'else', 'propertyNames']) delete schema[word]
  if (!schema.anyOf?.some(({ type }: Json) => type === 'null')) return false
  const [object, ...more] = schema.anyOf.filter(({ type }: Json) => type !== 'null')
  if (more.length > 0) throw new Error(`3.0 cannot say null beside a choice: ${JSON.stringify(schema.anyOf)}`)
  const { description } = schema
  delete schema.anyOf
  // written out, for a named object says that it is no null
  const { type, ...others } = structuredClone(resolved(document, object))
  Object.assign(schema, others, { type: [type, 'null'] }, description === undefined ? {} : { description })
  return true
}
