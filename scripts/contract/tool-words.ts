// Descriptions of the contract in words for a caller of tools, who sends no HTTP and reads no documentation.
import type { Json } from '../openapi.ts'

/** `POST /emails` in backticks. */
const OPERATION = /`(GET|POST|PUT|PATCH|DELETE) (\/[^`?]*)`/g
/** Sentences about the wire of others, and about how a list is written in an address. */
const OF_HTTP = / ?(?:An extension\b[^.]*\.|Several are separated by commas, or the parameter is repeated\.)/g

/** A copy of the document. An operation that a description names is the tool of that name (`names`, by method and path). */
export function inWordsOfTools(document: Json, names: ReadonlyMap<string, string>): Json {
  const worded = (text: string): string =>
    text
      .replaceAll(/\s*\n\s*/g, ' ')
      .replaceAll(OF_HTTP, '')
      .replaceAll('`x-batch-validation', '`batch_validation')
      .replaceAll(OPERATION, (whole, method: string, path: string) => {
        const name = names.get(`${method.toLowerCase()} ${path}`)
        return name === undefined ? whole : `\`${name}\``
      })
      .trim()
  const copied = (node: Json): Json => {
    if (Array.isArray(node)) return node.map(copied)
    if (typeof node !== 'object' || node === null) return node
    return Object.fromEntries(
      Object.entries<Json>(node).map(([key, value]) => [
        key,
        key === 'description' && typeof value === 'string' ? worded(value) : copied(value),
      ]),
    )
  }
  return copied(document)
}
