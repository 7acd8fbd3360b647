// Descriptions of the contract adapted for MCP tools, whose callers send no HTTP and read no documentation.
import type { Json } from '../openapi.ts'

/** `POST /emails` in backticks. */
const OPERATION = /`(GET|POST|PUT|PATCH|DELETE) (\/[^`?]*)`/g
/** Sentences about the published API, and about the encoding of lists in a URL. */
const OF_HTTP = / ?(?:An extension\b[^.]*\.|Several are separated by commas, or the parameter is repeated\.)/g

/** A copy of the document. Mentioned operations are replaced by tool names (`names`, by method and path). */
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
