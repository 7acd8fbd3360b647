// The contract as a tester reads it: each operation with its request and possible responses, references resolved.
import { readFileSync } from 'node:fs'
import type { OperationId } from '../../generated/api.ts'
import { type Json, methodsOf, resolved } from '../openapi.ts'
import { Schemas } from './schemas.ts'

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  schema: Json
}

export interface Operation {
  id: OperationId
  tag: string
  method: string
  path: string
  parameters: Parameter[]
  /** The schema of a JSON body; `undefined`: no body. */
  body: Json
  responses: Map<number, Json>
  /** The required permission of the credentials; `undefined`: the operation requires no credentials. */
  scopes: string[] | undefined
  /** A sending API key is sufficient. */
  any_key: boolean
  /** It validates requests by its own rules (OAuth), not by the schemas. */
  own_rules: boolean
  /** Its body may be as large as an email. */
  takes_mail: boolean
}

export interface Contract {
  document: Json
  operations: Map<OperationId, Operation>
  /** For requests. */
  requests: Schemas
  /** For responses, which must not contain undeclared fields. */
  answers: Schemas
}

const FILE = new URL('../../generated/openapi.json', import.meta.url)

export function readContract(file: URL = FILE): Contract {
  const document: Json = JSON.parse(readFileSync(file, 'utf8'))
  // a streaming response has no end to check
  const ending = methodsOf(document).filter(({ operation }) => !operation['x-endless'])
  const operations = ending.map(({ method, path, operation }) =>
    operationOf(document, { method, path, operation, shared: document.paths[path].parameters ?? [] }),
  )
  return {
    document,
    operations: new Map(operations.map(each => [each.id, each])),
    requests: new Schemas(document, false),
    answers: new Schemas(document, true),
  }
}

interface OperationNode {
  method: string
  path: string
  operation: Json
  shared: Json[]
}

function operationOf(document: Json, { method, path, operation, shared }: OperationNode): Operation {
  const security: Json[] = operation.security ?? document.security ?? []
  const body = resolved(document, operation.requestBody)
  const parameters: Json[] = [...shared, ...(operation.parameters ?? [])].map(each => resolved(document, each))
  return {
    id: operation.operationId,
    tag: operation.tags?.[0] ?? '',
    method: method.toUpperCase(),
    path,
    parameters: parameters.map(({ name, in: place, schema }) => ({ name, in: place, schema })),
    body: body?.content?.['application/json']?.schema,
    responses: new Map(
      Object.entries<Json>(operation.responses).map(([status, answer]) => [Number(status), resolved(document, answer)]),
    ),
    scopes: scopesOf(security),
    any_key: operation['x-any-key'] === true,
    own_rules: operation['x-rules'] === 'own',
    takes_mail: operation['x-takes-mail'] === true || 'x-fetches-bytes-max' in operation,
  }
}

function scopesOf(security: Json[]): string[] | undefined {
  if (security.length === 0 || security.some(each => Object.keys(each).length === 0)) return undefined
  return security.flatMap(each => Object.values<string[]>(each).flat())
}

/** The status of a successful response. */
export function successStatus({ responses }: Operation): number {
  return Math.min(...[...responses.keys()].filter(status => status < 400))
}
