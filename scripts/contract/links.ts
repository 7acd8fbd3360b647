// What SDK generators and testers follow from one operation to another: from what was made to the operations on it, and
// from one page of a list to the next.
import { type Json, methodsOf, resolved } from '../openapi.ts'

const ON_ONE_THING = new Set(['get', 'patch', 'delete'])

/** Links each answer to a creation with the operations that show, change and remove what was made. */
export function addLinks(document: Json): void {
  const methods = methodsOf(document)
  const pathOf = (id: string): string | undefined => methods.find(each => each.operation.operationId === id)?.path
  for (const { method, path, operation } of methods) {
    const made = pathOf(operation['x-alias-of']) ?? path.replace(/\/\{[^}]+\}\/duplicate$/, '')
    const answer = Object.entries<Json>(operation.responses).find(([status]) => status < '300')?.[1]
    const schema = answer?.content?.['application/json']?.schema
    if (method !== 'post' || !schema || !resolved(document, schema).properties?.id) continue
    // what was made within something else is found by more than its id
    if (made.includes('{')) continue
    const links = methods
      .filter(each => ON_ONE_THING.has(each.method) && isOneOf(made, each.path))
      .map(each => [
        each.operation.operationId,
        {
          operationId: each.operation.operationId,
          parameters: { [/\{([^}]+)\}$/.exec(each.path)![1]!]: '$response.body#/id' },
        },
      ])
    if (links.length > 0) answer!.links = Object.fromEntries(links)
  }
}

/** Whether it is the path of one thing of this list. */
function isOneOf(list: string, path: string): boolean {
  return path.startsWith(`${list}/`) && /^\{[^}]+\}$/.test(path.slice(list.length + 1))
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
