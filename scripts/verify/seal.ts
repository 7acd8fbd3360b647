// Closes schemas for testing: an object that lists its fields has no others.
import type { Json } from '../openapi.ts'

/** Closes every object schema that lists its properties and does not specify additional ones. */
export function sealed(node: Json): Json {
  if (Array.isArray(node)) return node.map(sealed)
  if (typeof node !== 'object' || node === null) return node
  const copy = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, sealed(value)])) as Json
  const open = copy.additionalProperties === undefined
  if (copy.type === 'object' && copy.properties && open) copy.unevaluatedProperties = false
  return copy
}
