// Finds the fields of request and response bodies that the request log omits: secrets (`x-secret`), and fields that are only
// large (`x-not-logged`).
import type { LogRules, Place } from '../../watch/logs/masks.ts'
import type { JsonNode } from './document.ts'
import { type FindSchema, type Schema, plainSchemas } from './schemas.ts'

type Marked = Schema & { 'x-not-logged'?: boolean }

/** `undefined`: the operation is not logged at all, like OAuth's own operations. `responses`: with resolved references. */
export function logRules(find: FindSchema, operation: JsonNode, responses: readonly JsonNode[]): LogRules | undefined {
  if (operation['x-rules'] === 'own') return undefined
  if (operation['x-logged'] === 'without_bodies') return { bodies: 'none' }
  const [sent, answered] = [placesIn(find, [operation.requestBody]), placesIn(find, responses)]
  return { ...(sent.length > 0 && { sent }), ...(answered.length > 0 && { answered }) }
}

function placesIn(find: FindSchema, bodies: readonly JsonNode[]): Place[] {
  const schemas = bodies.flatMap(body =>
    Object.values<JsonNode>(body?.content ?? {}).flatMap(({ schema }) => schema ?? []),
  )
  const places = new Map<string, Place>()
  for (const place of markedIn(find, schemas, [], new Set())) places.set(JSON.stringify(place), place)
  return [...places.values()].toSorted((one, other) => (String(one) < String(other) ? -1 : 1))
}

/** `above`: the schemas that contain these; one that contains itself is not followed again. */
function markedIn(find: FindSchema, schemas: readonly Schema[], path: Place, above: ReadonlySet<Schema>): Place[] {
  return plainSchemas(find, schemas).flatMap(schema => {
    if (above.has(schema)) return []
    const within = new Set([...above, schema])
    const { properties = {}, items, additionalProperties } = schema
    const named = Object.entries<Marked>(properties).flatMap(([name, property]): Place[] => {
      const place = [...path, name]
      const isMarked = [property, ...plainSchemas(find, [property])].some(isLeftOut)
      return isMarked ? [place] : markedIn(find, [property], place, within)
    })
    const others = [items, additionalProperties].filter(each => typeof each === 'object') as Schema[]
    return named.concat(others.flatMap(other => markedIn(find, [other], [...path, '*'], within)))
  })
}

function isLeftOut(schema: Marked): boolean {
  return schema['x-secret'] === true || schema['x-not-logged'] === true
}
