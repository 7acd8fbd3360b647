// Reads the examples of the contract as data, with references resolved at every level.
import type { Document } from 'openapi-backend'
import type { OperationId } from '../../../generated/api.ts'
import { dereference } from './document.ts'

/** An example request of the contract, with its response. */
export interface Example {
  operation: OperationId
  method: string
  /** With its parameters in braces. */
  path: string
  /** The name of this example; `undefined` if the operation has a single unnamed one. */
  name: string | undefined
  path_values: Record<string, string>
  query: Record<string, string>
  /** The required query parameters. */
  required_query: Record<string, string>
  body: unknown
  /** The body is a form with a file, as text. */
  is_upload: boolean
  /** The body is a form of strings, and cannot be JSON. */
  is_form: boolean
  status: number
  answer: unknown
}

// oxlint-disable-next-line typescript/no-explicit-any -- a JSON document, of which any part may be a reference
type Json = any

const METHODS = ['get', 'put', 'post', 'patch', 'delete']

/**
 * Query parameters that are rejected together with others, or change their meaning: their examples only show the
 * format. A cursor is valid in one list only.
 */
const EXCLUSIVE = new Set(['after', 'before', 'broadcast_id', 'dpop_jkt', 'request_uri'])

/** Every example in the order of the document; for an operation without examples, a request without parameters. */
export function examplesIn(document: Document): Example[] {
  return Object.entries<Json>(document.paths ?? {}).flatMap(([path, item]) =>
    METHODS.filter(method => item[method]).flatMap(method =>
      examplesOf(document, { method, path, operation: item[method] }),
    ),
  )
}

function examplesOf(
  document: Document,
  { method, path, operation }: { method: string; path: string; operation: Json },
): Example[] {
  const parameters: Json[] = (operation.parameters ?? []).map((each: Json) => dereference(document, each))
  const required = parameters.filter(parameter => parameter.required)
  const upload = dereference(document, operation.requestBody)?.content?.['multipart/form-data']
  const json = upload ?? jsonContent(document, operation.requestBody)
  const form = json
    ? undefined
    : dereference(document, operation.requestBody)?.content?.['application/x-www-form-urlencoded']
  const body = json ?? form
  const names = new Set([body, ...parameters].flatMap(holder => Object.keys(holder?.examples ?? {})))
  const valuesIn = (place: string, name: string | undefined, among = parameters): Record<string, string> =>
    Object.fromEntries(
      among
        .filter(parameter => parameter.in === place && !(place === 'query' && EXCLUSIVE.has(parameter.name)))
        .map(parameter => [parameter.name, exampleIn(document, parameter, name)])
        .filter(([, value]) => value !== undefined)
        .map(([key, value]) => [key, String(value)]),
    )
  return (names.size > 0 ? [...names] : [undefined]).map(name => {
    const [status, answers] = goodAnswer(document, operation, name)
    return {
      operation: operation.operationId,
      method,
      path,
      name,
      path_values: valuesIn('path', name),
      query: valuesIn('query', name),
      required_query: valuesIn('query', name, required),
      body: exampleIn(document, body, name),
      is_upload: upload !== undefined,
      is_form: form !== undefined,
      status,
      answer: exampleIn(document, answers, name),
    }
  })
}

/** The response with an example of this name, or else the first one below 400. */
function goodAnswer(document: Document, operation: Json, name: string | undefined): [number, Json] {
  const good = Object.entries<Json>(operation.responses).filter(([code]) => code < '400')
  const named = good.find(([, each]) => jsonContent(document, each)?.examples?.[name ?? ''] !== undefined)
  const [status, answer] = named ?? good[0]!
  const content: Json = dereference(document, answer)?.content
  return [Number(status), content?.['application/json'] ?? content?.['text/csv'] ?? content?.['text/event-stream']]
}

function jsonContent(document: Document, given: Json): Json {
  return dereference(document, given)?.content?.['application/json']
}

/** The example of this name, or the first one. */
function exampleIn(document: Document, holder: Json, name: string | undefined): unknown {
  const examples: Json = holder?.examples
  if (!examples) return holder?.example
  return dereference(document, examples[name ?? ''] ?? Object.values(examples)[0])?.value
}
