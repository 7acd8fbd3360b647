// The contract as the server needs it when it starts: the rules, without what is there for readers.
import type { Document } from 'openapi-backend'
import { parsedDocument } from '../../src/interfaces/http/document.ts'
import type { Json } from '../openapi.ts'
import { withoutWebhooks } from './webhooks.ts'

const FOR_READERS = new Set([
  'description',
  'summary',
  'title',
  'example',
  'examples',
  'x-codeSamples',
  'x-tool',
  'links',
  'tags',
])
/** What stands right under these are names that somebody gave, not words of OpenAPI. */
const HOLDS_NAMES = new Set(['properties', 'schemas', 'responses', 'parameters', 'headers', 'paths', 'content'])
const IS_VALUE = new Set(['default', 'const', 'enum', 'x-default'])

/** As the server reads them: in plain JSON Schema. */
export function serverRules(document: Json): Document {
  return parsedDocument(JSON.stringify(rulesOnly(withoutWebhooks(document))))
}

/** A copy in a third of the size. */
export function rulesOnly(document: Json): Json {
  return copied(document, false)
}

function copied(node: Json, names: boolean): Json {
  if (Array.isArray(node)) return node.map(each => copied(each, false))
  if (typeof node !== 'object' || node === null) return node
  const kept = Object.entries<Json>(node).filter(([key]) => names || !FOR_READERS.has(key))
  if (!names && node[ITEMS_ALSO_READ]) return copied(withItems(node), false)
  if (!names && node.properties)
    kept[kept.findIndex(([key]) => key === 'properties')]![1] = withAliases(node.properties)
  return Object.fromEntries(
    kept.map(([key, value]) => [
      key,
      !names && IS_VALUE.has(key) ? value : copied(value, !names && HOLDS_NAMES.has(key)),
    ]),
  )
}

/** Other names under which a field is read. Two names that are alike do not compile in Go and Java, so no schema has them. */
const ALSO_READ = 'x-also-read'

/** The fields as the server reads them; a hint names the last of those that look alike, which is the contract's. */
export function withAliases(properties: Record<string, Json>): Record<string, Json> {
  const fields = Object.entries(properties).flatMap(([name, { [ALSO_READ]: aliases = [], ...schema }]) =>
    [...aliases, name].map((each: string) => [each, schema] as const),
  )
  return Object.fromEntries(fields)
}

/** Schemas of items of a list that are read, too. A choice of a text and an object is nothing that clients write in a form. */
const ITEMS_ALSO_READ = 'x-items-also-read'

function withItems({ [ITEMS_ALSO_READ]: names, items, ...list }: Json): Json {
  return {
    ...list,
    items: { anyOf: [...names.map((name: string) => ({ $ref: `#/components/schemas/${name}` })), items] },
  }
}
