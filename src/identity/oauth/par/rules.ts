// Pushed authorization requests (RFC 9126): a client first sends its request to the server, and the browser sends a reference
// to it. The reference is the sealed request itself, so nothing is stored.
import type { RawRequest } from '../../../base/operation/operation.ts'
import { formatScopes } from '../../../base/operation/scope.ts'
import { unpackRequest } from '../authorize/requests.ts'
import {
  type GrantableRequest,
  parseAuthorizeParameters,
  grantableRequest,
  verifyRedirect,
} from '../authorize/rules.ts'
import { CREDENTIAL_NAMES, type Credentials, parseCredentials } from '../clients/authentication.ts'
import type { ClientRecord } from '../store/clients.ts'
import { type Parameter, singleParameter, parseQuery, percentEncoded } from '../parameters.ts'
import { type VerifiedRedirect, oauthRefusal, redirectRefusal } from '../refusals.ts'
import { parseBodyParameters } from '../token/request.ts'

/** RFC 9126 2.2. */
export const PUSHED_LIFETIME_S = 60

const PREFIX = 'urn:ietf:params:oauth:request_uri:'

export function requestUriOf(sealed: string): string {
  return `${PREFIX}${sealed}`
}

interface PushRequest {
  credentials: Credentials
  parameters: readonly Parameter[]
}

/** A well-formed push; neither its client nor its request is checked here. */
export function parsePushedRequest(raw: RawRequest): PushRequest {
  // RFC 9126 2.1
  if (raw.content_type !== 'application/x-www-form-urlencoded') {
    throw oauthRefusal('invalid_request', 'The body must be a form. Send application/x-www-form-urlencoded.')
  }
  const parameters = parseBodyParameters(raw, CREDENTIAL_NAMES)
  return { credentials: parseCredentials(parameters, raw.authorization), parameters }
}

/** The request of an authenticated client: all rules of the authorize endpoint, with every fault in the body. */
export function pushedRequest(
  client: ClientRecord,
  { parameters }: PushRequest,
  settings: Parameters<typeof verifyRedirect>[2],
): GrantableRequest {
  // RFC 9126 2.1
  if (parameters.some(({ name, text, malformed }) => name === 'request_uri' && (malformed || text !== ''))) {
    throw oauthRefusal('invalid_request', 'A pushed request must not have a request_uri.')
  }
  const query = parseAuthorizeParameters(parameters, client.client_id)
  return grantableRequest(client, { ...verifyRedirect(client, query, settings), errors_as_json: true }, query)
}

/** RFC 9449 10.1: the request, bound to the key of a proof that was sent with it. */
export function bindToKey(request: GrantableRequest, jkt: string | undefined): GrantableRequest {
  if (jkt === undefined || request.dpop_jkt === jkt) return request
  if (request.dpop_jkt === null) return { ...request, dpop_jkt: jkt }
  throw oauthRefusal('invalid_request', 'The dpop_jkt does not match the key of the DPoP proof.')
}

/** How an authorize request refers to a pushed one. */
interface Reference {
  client_id: string
  sealed: string
}

/** `undefined`: the request refers to none; any other `request_uri` is an unknown parameter. */
export function parseReference(querystring: string): Reference | undefined {
  const parameters = parseQuery(querystring)
  if (!parameters.some(({ name, text }) => name === 'request_uri' && text.startsWith(PREFIX))) return undefined
  const [request_uri, client_id] = [
    singleParameter(parameters, 'request_uri')?.text,
    singleParameter(parameters, 'client_id')?.text,
  ]
  if (request_uri === undefined || client_id === undefined) throw invalidReference()
  return { client_id, sealed: request_uri.slice(PREFIX.length) }
}

/** RFC 9126 4: all invalid references get the same answer. */
export function invalidReference(): Error {
  const words = `The request_uri is unknown, was already used, belongs to another client or is older than ${PUSHED_LIFETIME_S} seconds. Push the request again.`
  return oauthRefusal('invalid_request_uri', words)
}

/** The pushed query, to be checked again (RFC 9126 7.4); `undefined` if it has expired or belongs to another client. */
export function pushedQueryOf(
  { value, sealed_at }: { value: Buffer; sealed_at: Date },
  client_id: string,
  now: Date,
): string | undefined {
  const request = unpackRequest(value)
  const expires_ms = sealed_at.getTime() + PUSHED_LIFETIME_S * 1000
  if (request.client_id !== client_id || now.getTime() >= expires_ms) return undefined
  const fields = {
    client_id,
    redirect_uri: request.redirect_uri,
    response_type: 'code',
    scope: formatScopes(request.scopes),
    code_challenge: request.code_challenge,
    code_challenge_method: 'S256',
    dpop_jkt: request.dpop_jkt ?? '',
  }
  const pairs = Object.entries(fields).map(([name, text]) => `${name}=${percentEncoded(text)}`)
  return [...pairs, `state=${request.state ?? ''}`].join('&')
}

/** RFC 9126 6 */
export function checkPushed(client: ClientRecord, redirect: VerifiedRedirect, is_pushed: boolean): void {
  if (is_pushed || !client.require_pushed_authorization_requests) return
  throw redirectRefusal(redirect, 'invalid_request', 'The client must use pushed authorization requests.')
}
