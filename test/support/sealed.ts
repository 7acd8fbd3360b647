// Checks every answer of a server against the contract, sealed: a field that is not declared is a failure.
import { readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { OperationId } from '../../generated/api.ts'
import { type Json, type Method, methodsOf, resolved } from '../../scripts/openapi.ts'
import { sealed } from '../../scripts/verify/seal.ts'

const document: Json = sealed(
  JSON.parse(readFileSync(new URL('../../generated/openapi.json', import.meta.url), 'utf8')),
)

const ajv = new Ajv2020({ strict: false, validateFormats: true, allErrors: true })
;(addFormats as unknown as (ajv: Ajv2020) => void)(ajv)
ajv.addSchema({ $id: 'contract', ...document })

const operations = new Map<OperationId, Method>(
  methodsOf(document).map(method => [method.operation.operationId, method]),
)

const validators = new Map<string, ValidateFunction | undefined>()

function validator(id: OperationId, status: number): ValidateFunction | undefined {
  const name = `${id} ${status}`
  if (!validators.has(name)) {
    const { method, path, operation } = operations.get(id)!
    if (!operation.responses[status]) throw new Error(`${id} answered ${status}, which its contract does not know`)
    const answer = operation.responses[status]
    const place = answer.$ref?.slice(1) ?? `/paths/${path.replaceAll('/', '~1')}/${method}/responses/${status}`
    const schema = resolved(document, answer).content?.['application/json']?.schema
    const pointer = `${place}/content/application~1json/schema`
    validators.set(name, schema && ajv.compile({ $ref: `contract#${encodeURI(pointer)}` }))
  }
  return validators.get(name)
}

/** Throws when the answer is not one that the contract declares. */
export function checkAnswer(id: OperationId, status: number, body: unknown): void {
  // what goes out in pieces is checked by whoever has put it together
  if (body instanceof Readable) return
  const validate = validator(id, status)
  if (!validate) return
  if (!validate(JSON.parse(JSON.stringify(body)))) {
    throw new Error(`${id} answered ${status} against its contract: ${ajv.errorsText(validate.errors)}`)
  }
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
