// Reading an OpenAPI document as plain data.

// oxlint-disable-next-line typescript/no-explicit-any -- a JSON document of unknown shape; only developer commands read it so
export type Json = any

export interface Method {
  method: string
  path: string
  operation: Json
}

const METHODS = ['get', 'put', 'post', 'delete', 'patch']

/** Every operation of the document with its method and path. */
export function methodsOf(document: Json): Method[] {
  return Object.entries<Json>(document.paths).flatMap(([path, item]) =>
    METHODS.filter(method => item[method]).map(method => ({ method, path, operation: item[method] })),
  )
}

/** Follows one `$ref` inside the document. */
export function resolved(document: Json, node: Json): Json {
  if (!node?.$ref) return node
  return node.$ref
    .slice(2)
    .split('/')
    .reduce((at: Json, key: string) => at[key.replaceAll('~1', '/').replaceAll('~0', '~')], document)
}

/** The keywords that contain schemas by name, and those that contain one schema or a list. */
const BY_NAME = ['properties', 'patternProperties', '$defs', 'dependentSchemas']
const INNER = ['items', 'additionalProperties', 'unevaluatedProperties', 'not', 'if', 'then', 'else', 'propertyNames']
const LISTS = ['anyOf', 'oneOf', 'allOf', 'prefixItems']

/** Visits every schema of the document once, inner ones first. Examples and extensions are not schemas. */
export function visitSchemas(document: Json, visit: (schema: Json, place: string) => void): void {
  const walk = (schema: Json, place: string): void => {
    if (typeof schema !== 'object' || schema === null) return
    for (const key of BY_NAME)
      for (const [name, inner] of Object.entries(schema[key] ?? {})) walk(inner, `${place}/${key}/${name}`)
    for (const key of INNER) walk(schema[key], `${place}/${key}`)
    for (const key of LISTS) {
      for (const [index, inner] of (schema[key] ?? []).entries()) walk(inner, `${place}/${key}/${index}`)
    }
    visit(schema, place)
  }
  const content = (holder: Json, place: string): void => {
    for (const [type, media] of Object.entries<Json>(holder?.content ?? {})) walk(media.schema, `${place} ${type}`)
    for (const [name, header] of Object.entries<Json>(holder?.headers ?? {})) walk(header.schema, `${place} ${name}`)
  }
  const { schemas, parameters, headers, responses } = document.components
  for (const [name, schema] of Object.entries<Json>(schemas ?? {})) walk(schema, name)
  for (const [name, parameter] of Object.entries<Json>(parameters ?? {})) walk(parameter.schema, `parameter ${name}`)
  for (const [name, header] of Object.entries<Json>(headers ?? {})) walk(header.schema, `header ${name}`)
  for (const [name, response] of Object.entries<Json>(responses ?? {})) content(response, `response ${name}`)
  for (const { operation } of methodsOf(document)) {
    const { operationId } = operation
    for (const parameter of operation.parameters ?? [])
      walk(parameter.schema, `${operationId} parameter ${parameter.name}`)
    content(operation.requestBody, `${operationId} request`)
    for (const [status, response] of Object.entries<Json>(operation.responses))
      content(response, `${operationId} ${status}`)
  }
}
