// The contract as the server needs it when it starts: the rules, without what is there for readers.
import type { Json } from '../openapi.ts'

const FOR_READERS = new Set([
  'description',
  'summary',
  'title',
  'example',
  'examples',
  'x-codeSamples',
  'links',
  'tags',
])
/** What stands right under these are names that somebody gave, not words of OpenAPI. */
const HOLDS_NAMES = new Set(['properties', 'schemas', 'responses', 'parameters', 'headers', 'paths', 'content'])
const IS_VALUE = new Set(['default', 'const', 'enum', 'x-default'])

/** A copy in a third of the size: reading it and making the validators is most of what the contract costs at the start. */
export function rulesOnly(document: Json): Json {
  return copied(document, false)
}

function copied(node: Json, names: boolean): Json {
  if (Array.isArray(node)) return node.map(each => copied(each, false))
  if (typeof node !== 'object' || node === null) return node
  const kept = Object.entries<Json>(node).filter(([key]) => names || !FOR_READERS.has(key))
  return Object.fromEntries(
    kept.map(([key, value]) => [
      key,
      !names && IS_VALUE.has(key) ? value : copied(value, !names && HOLDS_NAMES.has(key)),
    ]),
  )
}
