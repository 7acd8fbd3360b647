// Links between operations for SDK generators and testers: from a created object to the operations on it, and from one
// page of a list to the next.
import { type Json, type Method, methodsOf, resolved } from '../openapi.ts'

const ON_ONE_THING = new Set(['get', 'patch', 'delete'])

/** Links each response of a creation with the operations that return, update and delete the object. */
export function addLinks(document: Json): void {
  const methods = methodsOf(document)
  for (const made of methods.filter(({ method }) => method === 'post')) {
    for (const answer of goodAnswers(made)) {
      const schema = schemaOf(answer)
      const fields = schema && resolved(document, schema).properties
      if (!fields?.id) continue
      const list = listOf(methods, made)
      const links = methods
        .filter(each => ON_ONE_THING.has(each.method) && (isOneOf(list, each.path) || isShownBy(made, schema, each)))
        .map(({ path, operation: { operationId } }) => [
          operationId,
          { operationId, parameters: parametersOf(path, list, fields) },
        ])
      if (links.length > 0) answer.links = Object.fromEntries(links)
    }
  }
}

function goodAnswers({ operation }: Method): Json[] {
  return Object.entries<Json>(operation.responses).flatMap(([status, answer]) => (status < '300' ? [answer] : []))
}

const schemaOf = (answer: Json): Json => answer.content?.['application/json']?.schema

/** The path of the list that contains the created object. */
function listOf(methods: readonly Method[], { path, operation }: Method): string {
  const alias = methods.find(each => each.operation.operationId === operation['x-alias-of'])
  return alias?.path ?? path.replace(/\/\{[^}]+\}\/duplicate$/, '')
}

/** Whether the path identifies one item of this list. */
function isOneOf(list: string, path: string): boolean {
  return path.startsWith(`${list}/`) && /^\{[^}]+\}$/.test(path.slice(list.length + 1))
}

/**
 * Whether another operation returns the same schema. An action on an object links to nothing that the caller did not
 * have.
 */
function isShownBy({ path }: Method, schema: Json, other: Method): boolean {
  const shows = goodAnswers(other).some(answer => schemaOf(answer)?.$ref === schema.$ref)
  return other.method === 'get' && shows && !path.startsWith(other.path)
}

/** The source of each path parameter: the created object, the request that created it, or its id. */
function parametersOf(path: string, list: string, fields: Json): Record<string, string> {
  const names = Array.from(path.matchAll(/\{([^}]+)\}/g), ([, name]) => name!)
  return Object.fromEntries(
    names.map(name => {
      if (list.includes(`{${name}}`)) return [name, `$request.path.${name}`]
      return [name, `$response.body#/${name in fields ? name : 'id'}`]
    }),
  )
}

/** The extension of Speakeasy, which is documented and supported by other generators, too. */
const PAGES: Json = {
  type: 'cursor',
  inputs: [
    { name: 'after', in: 'parameters', type: 'cursor' },
    { name: 'limit', in: 'parameters', type: 'limit' },
  ],
  outputs: { results: '$.data', nextCursor: '$.data[-1].id' },
}

/** Declares for each list how to request its next page. */
export function addPagination(document: Json): void {
  for (const { operation } of methodsOf(document)) {
    const names = (operation.parameters ?? []).map((each: Json) => resolved(document, each).name)
    if (names.includes('after')) operation['x-speakeasy-pagination'] = PAGES
  }
}
