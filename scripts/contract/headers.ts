// The headers of responses, each declared once. In TypeSpec they would have to be in the model of every response.
import { type Json, methodsOf } from '../openapi.ts'

const REQUEST_ID: Json = {
  description: 'Names this answer: the log of the server has what happened under it.',
  required: true,
  schema: { type: 'string', format: 'uuid' },
}

const CACHE_CONTROL: Json = {
  description: '`no-store` where the answer shows a secret and at the OAuth endpoints, `private, no-cache` elsewhere.',
  required: true,
  schema: { type: 'string' },
}

const WARNING: Json = {
  description:
    'An extension: names up to five query parameters that were ignored, and fields that were ignored and look like one ' +
    'that is read, such as `unknown field "replyTo" ignored; did you mean "reply_to"?`; several are separated by commas.',
  schema: { type: 'string' },
}

const CHALLENGE =
  'The schemes that are understood, `Bearer` and `DPoP`, with the address of the metadata of this API (RFC 9728 5.1); ' +
  'where there were credentials, their scheme and what is wrong with them (RFC 6750 3, RFC 9449 7.1).'

/** For a deprecated operation, from its `x-deprecated-at` and `x-sunset`. */
const DEPRECATION: Json = {
  description: 'Since when the operation is deprecated (RFC 9745): `@` and the seconds since 1970.',
  schema: { type: 'string', pattern: '^@[0-9]+$' },
}

const SUNSET: Json = {
  description: 'When the operation may end (RFC 8594).',
  schema: { type: 'string' },
}

/** In every response to an authenticated team, if the server has a rate limit. */
const RATE_LIMIT: Readonly<Record<string, Json>> = {
  'ratelimit-limit': { description: 'How many requests the team may make in a second.', schema: { type: 'string' } },
  'ratelimit-policy': {
    description: 'The same with the seconds of its window, such as `10;w=1`.',
    schema: { type: 'string', pattern: '^[0-9]+;w=1$' },
  },
  'ratelimit-remaining': {
    description: 'How many more requests the team may make in this window.',
    schema: { type: 'string', pattern: '^[0-9]+$' },
  },
  'ratelimit-reset': {
    description: 'In how many seconds, rounded up, the next window begins.',
    schema: { type: 'string', pattern: '^[0-9]+$' },
  },
}

/** In responses of operations that send, if the server has such a quota. */
const QUOTAS: Readonly<Record<string, Json>> = {
  'x-resend-daily-quota': {
    description: 'How many emails the team has sent this day (UTC), by recipients, with those of this request.',
    schema: { type: 'string', pattern: '^[0-9]+$' },
  },
  'x-resend-monthly-quota': {
    description: 'The same for this calendar month.',
    schema: { type: 'string', pattern: '^[0-9]+$' },
  },
}

/** Errors of an API operation that occur before its fields are read. */
const BEFORE_READING = new Set(['401', '406', '408', '413', '415'])

const reference = (name: string): Json => ({ $ref: `#/components/headers/${name}` })
const ALWAYS: Json = { 'x-request-id': reference('RequestId'), 'Cache-Control': reference('CacheControl') }

/** Adds the headers to every response, including the shared ones, which must exist already. */
export function addHeaders(document: Json): void {
  document.components.headers = {
    CacheControl: CACHE_CONTROL,
    Challenge: { description: CHALLENGE, required: true, schema: { type: 'string' } },
    Deprecation: DEPRECATION,
    RequestId: REQUEST_ID,
    ...named(RATE_LIMIT),
    ...named(QUOTAS),
    ScopeChallenge: { description: `${CHALLENGE} Where a token lacks a scope.`, schema: { type: 'string' } },
    Sunset: SUNSET,
    Warning: WARNING,
  }
  for (const { operation } of methodsOf(document)) {
    for (const [status, answer] of Object.entries<Json>(operation.responses)) {
      const given = answer.$ref ? document.components.responses[answer.$ref.split('/').at(-1)] : answer
      given.headers = {
        ...ALWAYS,
        ...(operation['x-rules'] !== 'own' && isLimited(operation) && LIMITED),
        ...(operation['x-takes-mail'] && status < '300' && QUOTED),
        ...(answer.$ref ? ofError(status, operation) : operation['x-rules'] !== 'own' && WARNED),
        ...(operation.deprecated && ENDING),
        ...given.headers,
      }
    }
  }
}

/** `ratelimit-limit` is `RatelimitLimit` among the shared headers. */
const nameOf = (header: string): string =>
  header.replaceAll(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase())
const named = (headers: Readonly<Record<string, Json>>): Json =>
  Object.fromEntries(Object.entries(headers).map(([header, of]) => [nameOf(header), of]))
const references = (headers: Readonly<Record<string, Json>>): Json =>
  Object.fromEntries(Object.keys(headers).map(header => [header, reference(nameOf(header))]))
const LIMITED = references(RATE_LIMIT)
const QUOTED = references(QUOTAS)

/** Whether the operation requires credentials. */
function isLimited({ security = [] }: Json): boolean {
  return security.length > 0 && security.every((requirement: Json) => Object.keys(requirement).length > 0)
}

const WARNED: Json = { 'X-Lettermill-Warning': reference('Warning') }
const ENDING: Json = { Deprecation: reference('Deprecation'), Sunset: reference('Sunset') }

/** Headers of error responses of the API; OAuth endpoints declare theirs in their models. */
function ofError(status: string, { 'x-rules': rules }: Json): Json {
  if (rules === 'own') return {}
  return {
    ...(!BEFORE_READING.has(status) && WARNED),
    ...(status === '401' && { 'WWW-Authenticate': reference('Challenge') }),
    ...(status === '403' && { 'WWW-Authenticate': reference('ScopeChallenge') }),
  }
}
