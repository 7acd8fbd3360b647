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
