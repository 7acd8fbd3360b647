// Checks every answer of a server against the contract, sealed: a field that is not declared is a failure.
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

/** Throws when the answer is not one that the contract declares. */
export function checkAnswer(id: OperationId, status: number, body: unknown): void {
  if (!operations.get(id)!.operation.responses[status])
    throw new Error(`${id} answered ${status}, which its contract does not declare`)
  // a streamed answer is checked by the test that reads it
  if (body instanceof Readable) return
  const { errors } = validator.validateResponse(JSON.parse(JSON.stringify(body ?? null)), id, status)
  if (errors) throw new Error(`${id} answered ${status} against its contract: ${JSON.stringify(errors)}`)
}

/** Headers that no client of the API acts on: of every HTTP answer, or told to browsers alone. */
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

/** Set when the answer has left the operation that the contract describes. */
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

/** Throws when a header was sent that the contract does not declare for this answer, or one is missing that it promises. */
export function checkHeaders(id: OperationId, status: number, headers: Readonly<Record<string, unknown>>): void {
  const declared = declaredHeaders(id, status)
  const strangers = Object.keys(headers).filter(name => !GENERAL.has(name) && !declared.has(name))
  const missing = [...declared].filter(([name, { required }]) => required && !LATER.has(name) && !(name in headers))
  if (strangers.length > 0) throw new Error(`${id} answered ${status} with undeclared headers: ${strangers.join(', ')}`)
  if (missing.length > 0)
    throw new Error(`${id} answered ${status} without its headers ${missing.map(([name]) => name).join(', ')}`)
}
