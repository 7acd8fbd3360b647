// The properties of an operation that request processing requires, read from its description in the contract.
import type { OperationId } from '../../../../generated/api.ts'
import { sufficientScopes } from '../../../base/operation/scope.ts'
import type { Scope } from '../../../../generated/scopes.ts'
import type { LogRules } from '../../../watch/logs/masks.ts'
import { dereference, type JsonNode } from '../../contract/document.ts'
import { NOT_SHARED } from '../errors.ts'
import { type Forms, JSON_BYTES_MAX } from '../json-body.ts'
import { logRules } from '../../contract/log-rules.ts'
import { type FindSchema, plainSchemas, type Schema, schemasIn } from '../../contract/schemas.ts'

export interface OperationTraits {
  id: OperationId
  /** The caller must have one of them. */
  scopes: readonly Scope[]
  /** Those and all that contain one of them. */
  sufficient: ReadonlySet<Scope>
  /** Any API key of the team is sufficient, regardless of its scopes. */
  any_key: boolean
  /** No credentials are required; sent ones must still be valid. */
  is_public: boolean
  /** The operation validates requests by its own rules, those of OAuth. */
  own_rules: boolean
  /** The media type of the response, if not JSON. */
  gives: 'text/csv' | 'text/event-stream' | undefined
  writes: boolean
  sends: boolean
  /** The body is a list, and each item is a complete body of the operation. */
  batch: boolean
  idempotent: boolean
  body: BodyTraits | undefined
  /** The declared query parameters, with the type of each. */
  query: ReadonlyMap<string, QueryValue>
  /** Headers of every response, including errors. */
  headers: readonly (readonly [name: string, value: string])[]
  /** What the request log stores; `undefined`: nothing. */
  logged: LogRules | undefined
}

/** A list is separated by commas, or its parameter is repeated. */
export type QueryValue = 'text' | 'integer' | 'boolean' | 'list'

export interface BodyTraits {
  required: boolean
  limit_bytes: number
  forms: Forms
  schema: Schema | undefined
  /** Files that the body specifies by URL are fetched before the unit of work: the limit for all of its files. */
  fetches_bytes_max: number | undefined
  /** The body is a form with a file; the fields that hold JSON. */
  upload: { json: readonly string[]; lists: readonly string[] } | undefined
}

const BODY_LIMIT_BYTES = 1_000_000
/** Fits the largest attachments in base64. Some JSON encoders escape one of its 64 characters, adding five bytes each time. */
const FILES_BODY_LIMIT_BYTES = JSON_BYTES_MAX + 45_000_000
const OWN_BODY_LIMIT_BYTES = 65_536
/** Maximum number of values in a body: the largest graph of an automation has 20,000, an email far fewer. */
const VALUES_MAX = 25_000
const SEND_VALUES_MAX = 10_000

/** Responses of the OAuth operations are not stored, and their URLs are not passed on. */
const UNSEEN = { 'Cache-Control': 'no-store', Pragma: 'no-cache', 'Referrer-Policy': 'no-referrer' }

/** `document`: the whole contract, as generated. */
export function operationTraits(document: JsonNode, method: string, path: string): OperationTraits {
  const operation = document.paths[path][method]
  const find = schemasIn(document.components.schemas)
  const parameters: JsonNode[] = (operation.parameters ?? []).map((each: JsonNode) => dereference(document, each))
  const responses: JsonNode[] = Object.values(operation.responses).map(each => dereference(document, each))
  const security: Record<string, Scope[]>[] = operation.security ?? []
  const scopes = security.flatMap(requirement => Object.values(requirement).flat())
  const own_rules = operation['x-rules'] === 'own'
  const is_public = security.some(requirement => Object.keys(requirement).length === 0)
  const headers = {
    ...(operation['x-cors'] && { 'Access-Control-Allow-Origin': '*' }),
    ...deprecationHeaders(operation),
    ...(own_rules ? UNSEEN : !is_public && { 'Cache-Control': cacheControl(find, responses) }),
  }
  return {
    id: operation.operationId,
    scopes,
    sufficient: sufficientScopes(scopes),
    any_key: operation['x-any-key'] === true,
    is_public,
    own_rules,
    gives: (['text/csv', 'text/event-stream'] as const).find(type => responses.some(({ content }) => content?.[type])),
    writes: method !== 'get',
    sends: operation['x-takes-mail'] === true,
    batch: operation['x-batch'] === true,
    idempotent: parameters.some(({ name }) => name.toLowerCase() === 'idempotency-key'),
    body: operation.requestBody && bodyTraits(find, operation, own_rules),
    query: new Map(
      parameters.filter(each => each.in === 'query').map(({ name, schema }) => [name, valueOf(find, schema)]),
    ),
    headers: Object.entries(headers),
    logged: logRules(find, operation, responses),
  }
}

function valueOf(find: FindSchema, schema: Schema): QueryValue {
  const type = plainSchemas(find, [schema])[0]?.type
  if (type === 'array') return 'list'
  return type === 'integer' || type === 'boolean' ? type : 'text'
}

function bodyTraits(find: FindSchema, operation: JsonNode, own_rules: boolean): BodyTraits {
  const { content, required } = operation.requestBody
  const multipart = content['multipart/form-data']
  const schema: Schema | undefined = (multipart ?? content['application/json'])?.schema
  const has_files = operation['x-takes-files'] === true
  const sends = operation['x-takes-mail'] === true
  const json_limit_bytes = has_files ? FILES_BODY_LIMIT_BYTES : sends ? JSON_BYTES_MAX : BODY_LIMIT_BYTES
  return {
    required: required === true,
    limit_bytes: own_rules ? OWN_BODY_LIMIT_BYTES : json_limit_bytes,
    forms: {
      list: schema !== undefined && plainSchemas(find, [schema]).some(({ type }) => type === 'array'),
      values_max: sends && operation['x-batch'] !== true ? SEND_VALUES_MAX : VALUES_MAX,
      has_files,
      // a document that is nested too deep is valid JSON
      ...(operation['x-deep-body'] && { deep_status: 422 }),
    },
    schema,
    fetches_bytes_max: operation['x-fetches-bytes-max'],
    upload: multipart && { json: jsonParts(multipart), lists: listParts(find, multipart) },
  }
}

function jsonParts({ encoding = {} }: JsonNode): string[] {
  return Object.keys(encoding).filter(name => encoding[name].contentType === 'application/json')
}

/** The parts that are lists: clients send one part for each item (OpenAPI 3.1, 4.8.15), or all of them as JSON in one. */
function listParts(find: FindSchema, { schema }: JsonNode): string[] {
  const fields = Object.assign({}, ...plainSchemas(find, [schema]).map(({ properties }) => properties))
  return Object.keys(fields).filter(name => plainSchemas(find, [fields[name]!]).some(({ type }) => type === 'array'))
}

/** Responses belong to one caller; those that show a secret must not be stored even by the caller's own cache. */
function cacheControl(find: FindSchema, responses: readonly JsonNode[]): string {
  const schemas = responses.flatMap(({ content }) => content?.['application/json']?.schema ?? [])
  const shown = plainSchemas(find, schemas).flatMap(({ properties }) => Object.values(properties ?? {}))
  return shown.some(property => property['x-secret'] === true) ? 'no-store' : NOT_SHARED
}

/** When an operation was deprecated and when it will end (RFC 9745, RFC 8594); `undefined` if it is not deprecated. */
function deprecationHeaders(operation: JsonNode): Record<string, string> | undefined {
  const { deprecated, 'x-deprecated-at': since, 'x-sunset': end } = operation
  if (deprecated !== true || since === undefined || end === undefined) return undefined
  return { Deprecation: `@${Date.parse(since) / 1000}`, Sunset: new Date(end).toUTCString() }
}
