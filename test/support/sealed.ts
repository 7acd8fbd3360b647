// Checks every response of a server strictly against the contract: an undeclared field is an error.
import { readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import type { OperationId } from '../../generated/api.ts'
import { type Json, type Method, methodsOf, resolved } from '../../scripts/openapi.ts'
import { sealed } from '../../scripts/verify/seal.ts'
import { IndexedRouter } from '../../src/interfaces/http/contract/router.ts'
import { ContractValidator } from '../../src/interfaces/http/contract/validator.ts'
import { servedDefinition } from '../../src/interfaces/contract/document.ts'

const document: Json = sealed(
  JSON.parse(readFileSync(new URL('../../generated/openapi.json', import.meta.url), 'utf8')),
)

const operations = new Map<OperationId, Method>(
  methodsOf(document).map(method => [method.operation.operationId, method]),
)

const validator = new ContractValidator({ router: new IndexedRouter(servedDefinition()), document: () => document })

/** Throws unless the contract declares the response. */
export function checkAnswer(id: OperationId, status: number, body: unknown): void {
  if (!operations.get(id)!.operation.responses[status])
    throw new Error(`${id} answered ${status}, which its contract does not declare`)
  // a streamed response is checked by the test that reads it
  if (body instanceof Readable) return
  const { errors } = validator.validateResponse(JSON.parse(JSON.stringify(body ?? null)), id, status)
  if (errors) throw new Error(`${id} answered ${status} against its contract: ${JSON.stringify(errors)}`)
}

/** Headers without a meaning for API clients: those of every HTTP response, and those for browsers. */
const GENERAL = new Set([
  'access-control-allow-origin',
  'access-control-expose-headers',
  'connection',
  'content-length',
  'content-type',
  'date',
  'keep-alive',
  'pragma',
  'referrer-policy',
  'x-accel-buffering',
  'x-content-type-options',
  'strict-transport-security',
])

/** Headers that are set after the operation has returned. */
const LATER = new Set(['retry-after'])

const known_headers = new Map<string, ReadonlyMap<string, Json>>()

function declaredHeaders(id: OperationId, status: number): ReadonlyMap<string, Json> {
  const name = `${id} ${status}`
  const answer = resolved(document, operations.get(id)!.operation.responses[status])
  const declared =
    known_headers.get(name) ??
    new Map(
      Object.entries<Json>(answer.headers ?? {}).map(([name, header]) => [
        name.toLowerCase(),
        resolved(document, header),
      ]),
    )
  known_headers.set(name, declared)
  return declared
}

/** Throws if a header is not declared for the response, or if a required one is missing. */
export function checkHeaders(id: OperationId, status: number, headers: Readonly<Record<string, unknown>>): void {
  const declared = declaredHeaders(id, status)
  const strangers = Object.keys(headers).filter(name => !GENERAL.has(name) && !declared.has(name))
  const missing = [...declared].filter(([name, { required }]) => required && !LATER.has(name) && !(name in headers))
  if (strangers.length > 0) throw new Error(`${id} answered ${status} with undeclared headers: ${strangers.join(', ')}`)
  if (missing.length > 0)
    throw new Error(`${id} answered ${status} without its headers ${missing.map(([name]) => name).join(', ')}`)
}
