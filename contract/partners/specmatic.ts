// The examples of the contract in the format of Specmatic: a file per example, with the request and the response.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { OperationId } from '../../generated/api.ts'
import { type Example, examplesIn } from '../../src/interfaces/contract/examples.ts'
import { dereference } from '../../src/interfaces/contract/document.ts'
import { readDocument } from '../../src/interfaces/contract/document.ts'
import { type Json, methodsOf, resolved } from '../../scripts/openapi.ts'

type Document = ReturnType<typeof readDocument>

const FORM = 'its example is a form, or its response has no JSON'
const FILE = 'its example is a form with a file, which Specmatic does not read from an example'
const MAP_OR_NULL = 'Specmatic 2.55 takes a map that may be null (the schema of an event) for an object without fields'
const FORM_TYPE = 'application/x-www-form-urlencoded'

/**
 * Operations that are not tested, and why: because of their content type, or because they need an object that an
 * untested operation creates.
 */
function excluded(document: Json): Map<OperationId, string> {
  const all = methodsOf(document)
  const first = all.flatMap(each => {
    const why = untriable(document, each)
    return why === undefined ? [] : [{ ...each, why }]
  })
  const makers = first.filter(({ method, operation }) => method === 'post' && operation.responses[201] !== undefined)
  const behind = all.flatMap(({ path, operation }) => {
    const maker = makers.find(each => path.startsWith(`${each.path}/{`))
    const thing = /\{(\w+)_id\}/.exec(path)?.[1]
    return maker ? [[operation.operationId, notThere(thing!, maker.operation.operationId)] as const] : []
  })
  return new Map([...behind, ...first.map(({ operation, why }) => [operation.operationId, why] as const)])
}

const notThere = (thing: string, maker: string): string => `the ${thing} does not exist, because ${maker} is not tested`

function untriable(document: Json, { operation }: { operation: Json }): string | undefined {
  const types = operation.requestBody?.content ?? {}
  if (types['multipart/form-data']) return FILE
  if (types[FORM_TYPE] || operation.responses[302]) return FORM
  // its example is nothing but such a map
  if (operation.operationId === 'sendInboxDraft') return MAP_OR_NULL
  const bodies = [operation.requestBody, ...Object.values<Json>(operation.responses)]
  const schemas = bodies.map(each =>
    resolved(document, resolved(document, each)?.content?.['application/json']?.schema),
  )
  return schemas.some(schema => hasMapOrNull(document, schema)) ? MAP_OR_NULL : undefined
}

/** In a field, or in the items of a list; a map of listed strings. */
function hasMapOrNull(document: Json, schema: Json): boolean {
  const items = resolved(document, schema?.properties?.data?.items)
  const fields = [schema, items].flatMap(each => Object.values<Json>(each?.properties ?? {}))
  return fields.some(({ anyOf = [] }) => {
    const choices = (anyOf as Json[]).map(each => resolved(document, each))
    return (
      choices.some(each => each.type === 'null') &&
      choices.some(each => resolved(document, each.additionalProperties)?.enum)
    )
  })
}

export const EXCLUDED: ReadonlyMap<string, string> = excluded(readDocument())

/** Specmatic requests operations with status 200 before those with 201, but this operation must run after one with 201. */
const SECOND = 'Claim again'

export function writeExamples(folder: string, key: string): number {
  mkdirSync(folder, { recursive: true })
  const document = readDocument()
  // operations without an end are not in the contract for Specmatic
  const endless = new Set(
    methodsOf(document).flatMap(({ operation }) => (operation['x-endless'] ? [operation.operationId] : [])),
  )
  const isAsked = ({ operation, name }: Example): boolean =>
    !EXCLUDED.has(operation) && !endless.has(operation) && name !== SECOND
  const examples = examplesIn(document).filter(isAsked)
  examples.forEach((example, index) => {
    const file = path.join(folder, `${String(index).padStart(3, '0')}_${example.operation}.json`)
    writeFileSync(file, JSON.stringify(specmaticExample(document, example, key), null, 2))
  })
  return examples.length
}

function specmaticExample(
  document: Document,
  { operation, name, path, method, query, body, status, ...rest }: Example,
  key: string,
): object {
  const filled = path.replaceAll(/\{([^}]+)\}/g, (_, each: string) => encodeURIComponent(rest.path_values[each] ?? ''))
  const isPublic = path.startsWith('/.well-known/') || path === '/oauth/register'
  return {
    name: name === undefined ? operation : `${operation}: ${name}`,
    'http-request': {
      method: method.toUpperCase(),
      path: filled,
      ...(Object.keys(query).length > 0 && { query: withLists(document, path, method, query) }),
      headers: {
        ...(!isPublic && { Authorization: `Bearer ${key}` }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(body !== undefined && { body }),
    },
    'http-response': { status, headers: headersOf(document, path, method, status), body: rest.answer },
  }
}

/**
 * Specmatic expects a list as one value, not repeated parameters. It treats a list with one item as that item, so such
 * a list is omitted.
 */
function withLists(
  document: Document,
  path: string,
  method: string,
  query: Record<string, string>,
): Record<string, string | string[]> {
  const item = document.paths![path] as unknown as Record<string, { parameters?: object[] }>
  const all = (item[method]!.parameters ?? []).map(each => dereference(document, each))
  const lists = new Set(all.filter(({ schema }) => schema?.type === 'array').map(({ name }) => name))
  const asked = Object.entries(query).filter(([name, value]) => !lists.has(name) || value.includes(','))
  return Object.fromEntries(asked.map(([name, value]) => [name, lists.has(name) ? value.split(',') : value]))
}

interface Header {
  required?: boolean
  schema?: { enum?: string[] }
}

/** The headers that are always present: Specmatic requires an example of each. */
function headersOf(document: Document, path: string, method: string, status: number): Record<string, string> {
  const item = document.paths![path] as unknown as Record<string, { responses: Record<string, object> }>
  const { headers = {}, content = {} } = dereference(document, item[method]!.responses[String(status)]) as {
    headers?: Record<string, Header>
    content?: Record<string, object>
  }
  const [type = 'application/json'] = Object.keys(content)
  const required = Object.entries(headers).filter(([, header]) => header.required)
  const values = required.map(([name, { schema }]) => [name, schema?.enum?.[0] ?? 'any'])
  return { 'Content-Type': type, ...Object.fromEntries(values) }
}

/**
 * Specmatic 2.55 aborts the whole run at the patterns of email addresses, because its own parser does not support them.
 */
const PATTERN_MAX = 200

/** Removes what Specmatic cannot parse; all other testers read the contract unchanged. */
export function leaveOutLongPatterns(file: string): void {
  const document: unknown = JSON.parse(readFileSync(file, 'utf8'), (key, value) =>
    key === 'pattern' && typeof value === 'string' && value.length > PATTERN_MAX ? undefined : value,
  )
  writeFileSync(file, JSON.stringify(document))
}
