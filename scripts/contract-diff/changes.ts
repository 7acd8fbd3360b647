// What changed between two versions of the contract, and what of it breaks a client. api-smart-diff compares them, knows
// 3.1's schemas and which way a value goes; what it leaves open or judges too mildly is judged here.
import { type Diff, apiCompare } from 'api-smart-diff'
import { type Json, methodsOf, resolved } from '../openapi.ts'

export interface Change {
  breaking: boolean
  /** As in `GET /emails`; empty when it is about the whole document. */
  operation: string
  what: string
}

/** Every change that somebody who calls the API can notice: not words, examples and the order of things. */
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
 * With the shared answers, parameters and headers in their places: behind a reference the comparison forgets that a value
 * is answered, not sent.
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

/** A new property that is required is told twice: as a property, and as a name among the required ones. */
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
  // what generated clients call it
  if (isName(diff)) return true
  // another reason for a refusal is like another status: clients go by what they know, and take the rest for an error
  if (isError(diff) && path.at(-2) === 'enum' && action === 'add') return false
  if (key === 'type' && isAnswered(diff) && action === 'replace') return !isWithin(after, before)
  if (key === 'const' && isAnswered(diff) && action === 'replace') return true
  // what was ignored, or any value, is refused
  if (key === 'additionalProperties' && !isAnswered(diff) && (action === 'add' || after === false))
    return after !== true
  // a rule that the comparison does not know, such as dependentRequired: whoever sends may now be refused
  if (type === 'unclassified') return path.includes('schema') && !isAnswered(diff) && action !== 'remove'
  return type === 'breaking'
}

/** Whether these types (one or a list) are among those. */
const isWithin = (types: unknown, others: unknown): boolean =>
  [types].flat().every(type => [others].flat().includes(type))

function operationOf({ path }: Diff): string {
  const [, place, method] = path
  return method === undefined ? String(place) : `${String(method).toUpperCase()} ${place}`
}

const ACTIONS: Record<string, string> = { add: 'added', remove: 'removed', replace: 'changed', rename: 'renamed' }

/** The comparison's own sentence; where it has none or only half of one, the place. */
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
