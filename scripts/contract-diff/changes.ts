// Finds the changes between two versions of the contract, and which of them break clients. api-smart-diff compares the
// documents, including schemas of 3.1 and the direction of values. Changes that it leaves unclassified or rates too
// mildly are classified here.
import { type Diff, apiCompare } from 'api-smart-diff'
import { type Json, methodsOf, resolved } from '../openapi.ts'

export interface Change {
  breaking: boolean
  /** Such as `GET /emails`; empty for a change of the whole document. */
  operation: string
  what: string
}

/** Every change that affects callers of the API, not descriptions, examples and order. */
export function changesBetween(before: Json, after: Json): Change[] {
  const { diffs } = apiCompare(inlined(before), inlined(after))
  const wire = diffs.filter(({ path }) => path[0] === 'paths' && !path.some(part => NOT_WIRE.test(String(part))))
  return wire
    .filter(diff => !isSaidByProperty(diff, wire))
    .filter(diff => diff.type !== 'annotation' || isName(diff))
    .map(diff => ({ breaking: breaks(diff), operation: operationOf(diff), what: sentence(diff) }))
}

const NOT_WIRE = /^(examples?|description|summary|tags|x-codeSamples|x-deprecated-at|x-sunset|x-alias-of)$/

/**
 * Inlines shared responses, parameters and headers: across a reference, the comparison loses the direction of a value.
 */
function inlined(given: Json): Json {
  const document = structuredClone(given)
  const all = (map: Json): Json =>
    Object.fromEntries(Object.entries(map ?? {}).map(([name, node]) => [name, resolved(document, node)]))
  for (const { operation } of methodsOf(document)) {
    operation.parameters = (operation.parameters ?? []).map((node: Json) => resolved(document, node))
    operation.responses = all(operation.responses)
    for (const answer of Object.values<Json>(operation.responses)) {
      if (answer.headers) answer.headers = all(answer.headers)
    }
  }
  return document
}

/** A new required property is reported twice: as a property, and as a name in the list of required ones. */
function isSaidByProperty(diff: Diff, all: Diff[]): boolean {
  const { path, action } = diff
  if (path.at(-2) !== 'required') return false
  const place = [...path.slice(0, -2), 'properties', diff.before ?? diff.after].join('\0')
  return all.some(other => other.action === action && other.path.join('\0') === place)
}

const isName = ({ path }: Diff): boolean => path.at(-1) === 'operationId'
const isAnswered = ({ path }: Diff): boolean => path[3] === 'responses'
const isError = ({ path }: Diff): boolean => isAnswered({ path } as Diff) && String(path[4]) >= '400'

function breaks(diff: Diff): boolean {
  const { path, type, action, before, after } = diff
  const key = path.at(-1)
  // the name in generated clients
  if (isName(diff)) return true
  // a new error name is like a new status: clients handle the ones they know, and treat others as an error
  if (isError(diff) && path.at(-2) === 'enum' && action === 'add') return false
  if (key === 'type' && isAnswered(diff) && action === 'replace') return !isWithin(after, before)
  if (key === 'const' && isAnswered(diff) && action === 'replace') return true
  // additional values that were ignored or accepted are now rejected
  if (key === 'additionalProperties' && !isAnswered(diff) && (action === 'add' || after === false))
    return after !== true
  // a keyword that the comparison does not support, such as dependentRequired: requests may now be rejected
  if (type === 'unclassified') return path.includes('schema') && !isAnswered(diff) && action !== 'remove'
  return type === 'breaking'
}

/** Whether these types (one or a list) are among the others. */
const isWithin = (types: unknown, others: unknown): boolean =>
  [types].flat().every(type => [others].flat().includes(type))

function operationOf({ path }: Diff): string {
  const [, place, method] = path
  return method === undefined ? String(place) : `${String(method).toUpperCase()} ${place}`
}

const ACTIONS: Record<string, string> = { add: 'added', remove: 'removed', replace: 'changed', rename: 'renamed' }

/** The sentence of the comparison; the path if it is missing or incomplete. */
function sentence({ path, action, description = '', before, after }: Diff): string {
  const said = description.replace(/^\[\w+\] /, '').replace(' content (application/json)', '')
  const where = said === '' || said.startsWith(' ') || said.includes('annotation (') ? placeIn(path) : said
  const values = action === 'replace' ? [before, after] : [after ?? before]
  const shown = values.every(value => ['string', 'number', 'boolean'].includes(typeof value))
    ? `: ${values.map(value => `\`${value}\``).join(' to ')}`
    : ''
  return `${ACTIONS[action]} ${where}${shown}`
}

function placeIn(path: Diff['path']): string {
  const parts = path.slice(3).map(String)
  return parts.length === 0
    ? 'the operation'
    : parts.filter(part => !/^(content|application\/json|schema|allOf|\d)$/.test(part)).join('/')
}
