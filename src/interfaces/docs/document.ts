// Reads the contract for its page: plain data with resolved references.

// oxlint-disable-next-line typescript/no-explicit-any -- a JSON document, of which any part may be a reference
export type Json = any

export interface Operation {
  method: string
  path: string
  operation: Json
}

export interface Group {
  name: string
  description: string | undefined
  operations: Operation[]
}

/** In reading order: an object must be created before it can be read. */
const METHODS = ['post', 'get', 'put', 'patch', 'delete']

/** The last part of a reference: the name of its target. */
export function nameOf(node: Json): string | undefined {
  return typeof node?.$ref === 'string' ? node.$ref.split('/').at(-1) : undefined
}

/** The operations under their tags, in the order of the tags. */
export function groupsOf(document: Json): Group[] {
  const all = Object.entries<Json>(document.paths).flatMap(([path, item]) =>
    METHODS.filter(method => item[method]).map(method => ({ method, path, operation: item[method] })),
  )
  return (document.tags as { name: string; description?: string }[]).map(({ name, description }) => ({
    name,
    description,
    operations: inReadingOrder(all.filter(({ operation }) => operation.tags.includes(name))),
  }))
}

/** Deprecated aliases of an operation come last; the others keep their order. */
function inReadingOrder(operations: Operation[]): Operation[] {
  return operations.toSorted((one, other) => Number(isAlias(one)) - Number(isAlias(other)))
}

const isAlias = ({ operation }: Operation): boolean => operation.deprecated === true
