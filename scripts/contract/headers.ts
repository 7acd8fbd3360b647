// The headers of answers, each said once. In TypeSpec they would have to stand in the model of every answer.
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
  'The scheme that is understood, `Bearer`, with the address of the metadata of this API (RFC 9728 5.1) and, where ' +
  'there were credentials, what is wrong with them (RFC 6750 3).'

/** Of a deprecated operation, from its `x-deprecated-at` and `x-sunset`. */
const DEPRECATION: Json = {
  description: 'Since when the operation is deprecated (RFC 9745): `@` and the seconds since 1970.',
  schema: { type: 'string', pattern: '^@[0-9]+$' },
}

const SUNSET: Json = {
  description: 'When the operation may end (RFC 8594).',
  schema: { type: 'string' },
}

/** Of what an API operation read: these are told before its fields are. */
const BEFORE_READING = new Set(['401', '406', '408', '413', '415'])

const reference = (name: string): Json => ({ $ref: `#/components/headers/${name}` })
const ALWAYS: Json = { 'x-request-id': reference('RequestId'), 'Cache-Control': reference('CacheControl') }

/** Puts the headers on every answer, also on the shared ones, which must have been made before. */
export function addHeaders(document: Json): void {
  document.components.headers = {
    CacheControl: CACHE_CONTROL,
    Challenge: { description: CHALLENGE, required: true, schema: { type: 'string' } },
    Deprecation: DEPRECATION,
    RequestId: REQUEST_ID,
    ScopeChallenge: { description: `${CHALLENGE} Where a token lacks a scope.`, schema: { type: 'string' } },
    Sunset: SUNSET,
    Warning: WARNING,
  }
  for (const { operation } of methodsOf(document)) {
    for (const [status, answer] of Object.entries<Json>(operation.responses)) {
      const given = answer.$ref ? document.components.responses[answer.$ref.split('/').at(-1)] : answer
      given.headers = {
        ...ALWAYS,
        ...(answer.$ref ? ofError(status, operation) : operation['x-rules'] !== 'own' && WARNED),
        ...(operation.deprecated && ENDING),
        ...given.headers,
      }
    }
  }
}

const WARNED: Json = { 'X-Lettermill-Warning': reference('Warning') }
const ENDING: Json = { Deprecation: reference('Deprecation'), Sunset: reference('Sunset') }

/** What an answer of the API may have that is no good one; the OAuth endpoints say theirs in their models. */
function ofError(status: string, { 'x-rules': rules }: Json): Json {
  if (rules === 'own') return {}
  return {
    ...(!BEFORE_READING.has(status) && WARNED),
    ...(status === '401' && { 'WWW-Authenticate': reference('Challenge') }),
    ...(status === '403' && { 'WWW-Authenticate': reference('ScopeChallenge') }),
  }
}
