// What of an operation's bodies the log of requests must not keep, found in the contract: fields marked `x-secret`, and
// `x-not-logged` for what is only large.
import type { Document, Operation } from 'openapi-backend'
import { type Schema, plainSchemas } from '../../src/interfaces/http/schemas.ts'
import type { LogRules, Place } from '../../src/watch/logs/actions.ts'

type Described = Operation & { 'x-rules'?: 'own'; 'x-logged'?: 'without_bodies' }

interface Bodied {
  content?: Record<string, { schema?: Schema }>
}

type Marked = Schema & { 'x-not-logged'?: boolean }

/** `undefined`: it is not logged at all, as what is said between a client and OAuth's own rules. */
export function logRules(document: Document, operation: Described): LogRules | undefined {
  if (operation['x-rules'] === 'own') return undefined
  if (operation['x-logged'] === 'without_bodies') return { bodies: 'none' }
  const answers = Object.values(operation.responses ?? {}) as Bodied[]
  const [sent, answered] = [placesIn(document, [operation.requestBody as Bodied]), placesIn(document, answers)]
  return { ...(sent.length > 0 && { sent }), ...(answered.length > 0 && { answered }) }
}

function placesIn(document: Document, bodies: readonly (Bodied | undefined)[]): Place[] {
  const schemas = bodies.flatMap(body => Object.values(body?.content ?? {}).flatMap(({ schema }) => schema ?? []))
  const places = new Map<string, Place>()
  for (const place of markedIn(document, schemas, [], new Set())) places.set(JSON.stringify(place), place)
  return [...places.values()].toSorted((one, other) => (String(one) < String(other) ? -1 : 1))
}

/** `above`: the schemas that these are within; one that is within itself is not gone through again. */
function markedIn(document: Document, schemas: readonly Schema[], path: Place, above: ReadonlySet<Schema>): Place[] {
  return plainSchemas(document, schemas).flatMap(schema => {
    if (above.has(schema)) return []
    const within = new Set([...above, schema])
    const { properties = {}, items, additionalProperties } = schema
    const named = Object.entries<Marked>(properties).flatMap(([name, property]): Place[] => {
      const place = [...path, name]
      const isMarked = [property, ...plainSchemas(document, [property])].some(isLeftOut)
      return isMarked ? [place] : markedIn(document, [property], place, within)
    })
    const others = [items, additionalProperties].filter(each => typeof each === 'object') as Schema[]
    return named.concat(others.flatMap(other => markedIn(document, [other], [...path, '*'], within)))
  })
}

function isLeftOut(schema: Marked): boolean {
  return schema['x-secret'] === true || schema['x-not-logged'] === true
}
