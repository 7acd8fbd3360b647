// The contract in OpenAPI 3.0.4, for tools that do not support 3.1.
import { dereference, type JsonNode } from '../contract/document.ts'

/** Keywords that 3.0 lacks. Without them a schema accepts more. */
const UNSUPPORTED = ['dependentRequired', 'if', 'then', 'else', 'propertyNames', 'unevaluatedProperties']
/** The keys whose values are not schemas, although they can look like them. */
const isData = (key: string): boolean => key.startsWith('x-') || ['example', 'examples', 'default'].includes(key)

/** The document in 3.0.4, without webhooks and without schemas that nothing refers to; does not modify the given one. */
export function inOpenApi30(document: JsonNode): JsonNode {
  const { webhooks: _webhooks, ...older } = structuredClone(document)
  older.openapi = '3.0.4'
  delete older.info.license?.identifier
  convert(older, document, false)
  removeUnused(older)
  return older
}

/** Converts all schemas in a node in place, inner ones first. */
function convert(node: JsonNode, document: JsonNode, is_schema: boolean): void {
  if (is_schema) inlineNullable(node, document)
  for (const [key, inner] of Object.entries<JsonNode>(node)) {
    if (typeof inner !== 'object' || inner === null || (isData(key) && !Array.isArray(node))) continue
    if (key === 'properties' || key === 'schemas') {
      for (const schema of Object.values(inner)) convert(schema, document, true)
    } else {
      convert(inner, document, is_schema || key === 'schema')
    }
  }
  if (is_schema && !Array.isArray(node)) convertKeywords(node)
}

/** A named object cannot be null in 3.0, so a choice between it and null becomes a copy of it. */
function inlineNullable(schema: JsonNode, document: JsonNode): void {
  if (!schema.anyOf?.some(({ type }: JsonNode) => type === 'null')) return
  const [object, ...more] = schema.anyOf.filter(({ type }: JsonNode) => type !== 'null')
  if (more.length > 0) throw new Error(`OpenAPI 3.0 has no choice that includes null: ${JSON.stringify(schema.anyOf)}`)
  const { description } = schema
  delete schema.anyOf
  const { type, ...others } = structuredClone(dereference(document, object))
  Object.assign(schema, others, { type: [type, 'null'] }, description === undefined ? {} : { description })
}

function convertKeywords(schema: JsonNode): void {
  for (const keyword of UNSUPPORTED) delete schema[keyword]
  // 3.0 ignores keywords next to a reference
  if (schema.$ref !== undefined && Object.keys(schema).length > 1)
    replace(schema, '$ref', 'allOf', [{ $ref: schema.$ref }])
  if (schema.examples?.length > 0) replace(schema, 'examples', 'example', schema.examples[0])
  if (schema.contentEncoding === 'base64') replace(schema, 'contentEncoding', 'format', 'byte')
  if (schema.const !== undefined) replace(schema, 'const', 'enum', [schema.const])
  if (Array.isArray(schema.type)) {
    schema.type = schema.type.find((type: string) => type !== 'null')
    schema.nullable = true
  }
}

function replace(schema: JsonNode, keyword: string, other: string, value: unknown): void {
  delete schema[keyword]
  schema[other] = value
}

/** Removes the schemas that nothing refers to, such as those that were only used next to null. */
export function removeUnused(document: JsonNode): void {
  const { schemas } = document.components
  const references = JSON.stringify(document).matchAll(/"#\/components\/schemas\/([^"/]+)"/g)
  const used = new Set(Array.from(references, ([, name]) => name))
  for (const name of Object.keys(schemas)) if (!used.has(name)) delete schemas[name]
}
