// What an operation is like, worked out of the contract when that is generated.
import type { Document, Operation } from 'openapi-backend'
import type { OperationId } from '../../generated/api.ts'
import { NOT_SHARED } from '../../src/interfaces/http/errors.ts'
import { JSON_BYTES_MAX } from '../../src/interfaces/http/json-body.ts'
import { type Schema, plainSchemas } from '../../src/interfaces/http/schemas.ts'
import type { BodyTraits, QueryValue, WrittenOperation } from '../../src/interfaces/http/traits.ts'
import type { Scope } from '../../src/base/operation/scope.ts'
import { type Deprecated, deprecationHeaders } from './deprecation.ts'
import { logRules } from './log-rules.ts'

const BODY_LIMIT_BYTES = 1_000_000
/** With the largest attachments in base64, in which some encoders of JSON escape one letter in 64 by five more. */
const FILES_BODY_LIMIT_BYTES = JSON_BYTES_MAX + 45_000_000
const OWN_BODY_LIMIT_BYTES = 65_536
/** How many values a body may hold: the largest graph of an automation has 20,000, what is sent far less. */
const VALUES_MAX = 25_000
const SEND_VALUES_MAX = 10_000

/** For what is said between a client, a browser and OAuth's own rules: kept nowhere and told to nobody else. */
const UNSEEN = { 'Cache-Control': 'no-store', Pragma: 'no-cache', 'Referrer-Policy': 'no-referrer' }

/** What our contract says of an operation besides what OpenAPI has words for. */
type Described = Operation &
  Deprecated & {
    'x-rules'?: 'own'
    'x-cors'?: boolean
    'x-shares-path'?: boolean
    'x-takes-mail'?: boolean
    'x-batch'?: boolean
    'x-any-key'?: boolean
    'x-takes-files'?: boolean
    'x-fetches-bytes-max'?: number
    'x-deep-body'?: boolean
  }

interface Parameter {
  in: string
  name: string
  schema: { type?: string }
}

interface Content {
  content?: { 'application/json'?: { schema?: Schema }; 'multipart/form-data'?: Multipart } & Record<string, object>
}

interface Multipart {
  schema?: Schema
  encoding?: Record<string, { contentType?: string }>
}

type RequestBody = Content & { required?: boolean }

/** As the server reads it. */
export function writtenOperation(document: Document, operation: Described): WrittenOperation {
  const { method, path, requestBody } = operation
  const content = (requestBody as RequestBody | undefined)?.content ?? {}
  const type = ['multipart/form-data', 'application/json'].find(each => each in content)
  return {
    route: {
      method: method.toUpperCase(),
      path: path.replaceAll(/\{([^{}]+)\}/g, ':$1'),
      open_to_browsers: operation['x-cors'] === true,
      shares_path: operation['x-shares-path'] === true,
    },
    traits: traitsOf(document, operation),
    body_schema: type === undefined ? undefined : ['paths', path, method, 'requestBody', 'content', type, 'schema'],
  }
}

function traitsOf(document: Document, operation: Described): WrittenOperation['traits'] {
  const security = operation.security ?? []
  const parameters = (operation.parameters ?? []) as Parameter[]
  const scopes = security.flatMap(requirement => Object.values(requirement).flat()) as Scope[]
  const is_public = security.some(requirement => Object.keys(requirement).length === 0)
  const knows_callers = security.some(requirement => 'ApiKey' in requirement)
  const own_rules = operation['x-rules'] === 'own'
  const sends = operation['x-takes-mail'] === true
  return {
    id: operation.operationId as OperationId,
    scopes,
    any_key: operation['x-any-key'] === true,
    open_to: !is_public ? 'callers' : knows_callers ? 'both' : 'anybody',
    own_rules,
    gives_csv: gives(operation, 'text/csv'),
    gives_events: gives(operation, 'text/event-stream'),
    writes: operation.method !== 'get',
    sends,
    batch: operation['x-batch'] === true,
    idempotent: parameters.some(({ name }) => name.toLowerCase() === 'idempotency-key'),
    body: bodyTraits(document, operation, { own_rules, sends }),
    query: parameters.filter(each => each.in === 'query').map(({ name, schema }) => [name, valueOf(schema)]),
    headers: Object.entries({
      ...(operation['x-cors'] && { 'Access-Control-Allow-Origin': '*' }),
      ...deprecationHeaders(operation),
      ...(own_rules ? UNSEEN : !is_public && { 'Cache-Control': cacheControl(document, operation) }),
    }),
    logged: logRules(document, operation),
  }
}

function valueOf({ type }: Parameter['schema']): QueryValue {
  if (type === 'array') return 'list'
  return type === 'integer' || type === 'boolean' ? type : 'text'
}

function bodyTraits(
  document: Document,
  operation: Described,
  { own_rules, sends }: Pick<WrittenOperation['traits'], 'own_rules' | 'sends'>,
): BodyTraits | undefined {
  if (!operation.requestBody) return undefined
  const body = operation.requestBody as RequestBody
  const multipart = body.content?.['multipart/form-data']
  const schema = multipart ? multipart.schema : jsonSchema(body)
  const has_files = operation['x-takes-files'] === true
  return {
    required: body.required === true,
    limit_bytes: own_rules
      ? OWN_BODY_LIMIT_BYTES
      : has_files
        ? FILES_BODY_LIMIT_BYTES
        : sends
          ? JSON_BYTES_MAX
          : BODY_LIMIT_BYTES,
    forms: {
      list: takesList(schema),
      values_max: sends && operation['x-batch'] !== true ? SEND_VALUES_MAX : VALUES_MAX,
      has_files,
      // a document that is too deep is good JSON
      ...(operation['x-deep-body'] && { deep_status: 422 }),
    },
    fetches_bytes_max: operation['x-fetches-bytes-max'],
    upload: multipart && { json: jsonParts(multipart), lists: listParts(document, multipart) },
  }
}

/** Of a body or an answer. */
function jsonSchema({ content }: Content): Schema | undefined {
  return content?.['application/json']?.schema
}

function jsonParts({ encoding = {} }: Multipart): string[] {
  return Object.keys(encoding).filter(name => encoding[name]!.contentType === 'application/json')
}

/** The parts that are lists: clients send one part for each item (OpenAPI 3.1, 4.8.15), or all of them as JSON in one. */
function listParts(document: Document, { schema = {} }: Multipart): string[] {
  const fields = Object.assign({}, ...plainSchemas(document, [schema]).map(({ properties }) => properties))
  return Object.keys(fields).filter(name =>
    plainSchemas(document, [fields[name]!]).some(({ type }) => type === 'array'),
  )
}

function gives({ responses }: Described, type: string): boolean {
  return Object.values(responses ?? {}).some(answer => (answer as Content).content?.[type] !== undefined)
}

function takesList(schema: Schema | undefined): boolean {
  return schema?.type === 'array' || schema?.anyOf?.some(takesList) === true
}

/** Answers are one caller's business; those that show a secret are not kept even by the caller's own cache. */
function cacheControl(document: Document, { responses }: Described): string {
  const schemas = Object.values(responses ?? {}).flatMap(answer => jsonSchema(answer as Content) ?? [])
  return schemas.some(schema => showsSecret(document, schema)) ? 'no-store' : NOT_SHARED
}

/** Whether an answer of this form shows a secret. */
function showsSecret(document: Document, schema: Schema): boolean {
  return plainSchemas(document, [schema]).some(plain =>
    Object.values(plain.properties ?? {}).some(property => property['x-secret'] === true),
  )
}
