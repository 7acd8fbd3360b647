// What SDK generators and testers follow from one operation to another: from what was made to the operations on it, and
// from one page of a list to the next.
import { type Json, type Method, methodsOf, resolved } from '../openapi.ts'

const ON_ONE_THING = new Set(['get', 'patch', 'delete'])

/** Links each answer to a creation with the operations that show, change and remove what was made. */
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

/** The path of the list that what was made stands in. */
function listOf(methods: readonly Method[], { path, operation }: Method): string {
  const alias = methods.find(each => each.operation.operationId === operation['x-alias-of'])
  return alias?.path ?? path.replace(/\/\{[^}]+\}\/duplicate$/, '')
}

/** Whether it is the path of one thing of this list. */
function isOneOf(list: string, path: string): boolean {
  return path.startsWith(`${list}/`) && /^\{[^}]+\}$/.test(path.slice(list.length + 1))
}

/** Whether the same is shown elsewhere; what was done to something leads to nothing that the caller did not have. */
function isShownBy({ path }: Method, schema: Json, other: Method): boolean {
  const shows = goodAnswers(other).some(answer => schemaOf(answer)?.$ref === schema.$ref)
  return other.method === 'get' && shows && !path.startsWith(other.path)
}

/** Where each parameter of a path comes from: what was made, the request that made it, or its id. */
function parametersOf(path: string, list: string, fields: Json): Record<string, string> {
  const names = Array.from(path.matchAll(/\{([^}]+)\}/g), ([, name]) => name!)
  return Object.fromEntries(
    names.map(name => {
      if (list.includes(`{${name}}`)) return [name, `$request.path.${name}`]
      return [name, `$response.body#/${name in fields ? name : 'id'}`]
    }),
  )
}

/** The extension of Speakeasy, which is written down and read by more than its own generator. */
const PAGES: Json = {
  type: 'cursor',
  inputs: [
    { name: 'after', in: 'parameters', type: 'cursor' },
    { name: 'limit', in: 'parameters', type: 'limit' },
  ],
  outputs: { results: '$.data', nextCursor: '$.data[-1].id' },
}

/** Says of each list how its next page is asked for. */
export function addPagination(document: Json): void {
  for (const { operation } of methodsOf(document)) {
    const names = (operation.parameters ?? []).map((each: Json) => resolved(document, each).name)
    if (names.includes('after')) operation['x-speakeasy-pagination'] = PAGES
  }
}
