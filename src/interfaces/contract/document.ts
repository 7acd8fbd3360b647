// Reads the contract, generated/openapi.json. Everything that the server derives from it is derived at startup or at
// first use.
import { readFileSync } from 'node:fs'
import type { Document } from 'openapi-backend'
import { once } from '../../base/runtime/lazy.ts'
import type { WebhookSignalType } from '../../integrations/webhooks/rules.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- a JSON document, of which any part may be a reference
export type JsonNode = any

const CONTRACT = new URL('../../../generated/openapi.json', import.meta.url)

/** The whole contract, parsed at the first call (10 ms) and shared: do not modify it. */
export const readDocument = once((): Document => parseDocument())

const parseDocument = (): JsonNode => JSON.parse(readFileSync(CONTRACT, 'utf8'))

/** The schemas of the contract by name. */
export function readSchemas(): Readonly<Record<string, object>> {
  return readDocument().components!.schemas!
}

/** The example data of each type of webhook event. */
export function readWebhookExamples(): Readonly<Record<WebhookSignalType, object>> {
  const posts = Object.entries<JsonNode>((readDocument() as JsonNode).webhooks)
  return Object.fromEntries(
    posts.map(([type, { post }]) => [type, post.requestBody.content['application/json'].example.data]),
  ) as Record<WebhookSignalType, object>
}

/** The target of a reference, at every level; any other node is returned unchanged. */
export function dereference(document: JsonNode, node: JsonNode): JsonNode {
  if (node?.$ref === undefined) return node
  const keys = String(node.$ref).slice(2).split('/')
  const found = keys.reduce((at: JsonNode, key) => at?.[key.replaceAll('~1', '/').replaceAll('~0', '~')], document)
  return dereference(document, found)
}

/**
 * The contract as openapi-backend uses it to route and authorize requests. Parameters, bodies and responses are read at
 * the first request of an operation, so that a server without requests does not need their 4 MB.
 */
export function servedDefinition(): Document {
  const { openapi, info, paths, components, 'x-unserved': unserved } = parseDocument()
  const { securitySchemes } = components
  const served = mapValues(paths, item =>
    mapValues(item, operation => Object.fromEntries(Object.entries(operation).filter(isServed))),
  )
  const definition = { openapi, info, paths: served, components: { securitySchemes }, 'x-unserved': unserved }
  // a string of a parsed text keeps the whole text in memory, so these are taken from a small one
  return JSON.parse(JSON.stringify(definition))
}

function isServed([name, value]: [string, unknown]): boolean {
  return name === 'operationId' || name === 'security' || (name.startsWith('x-') && typeof value !== 'object')
}

/** The same names with other values. */
export function mapValues<To>(
  given: Readonly<Record<string, JsonNode>>,
  to: (value: JsonNode) => To,
): Record<string, To> {
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, to(value)]))
}
