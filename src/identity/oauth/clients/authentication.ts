// Authenticates the client of a request to the token endpoint (RFC 6749 2.3 and 3.2.1). Assertions are verified before the
// transaction (assertions/actions.ts).
import { createHash, timingSafeEqual } from 'node:crypto'
import type { AuthMethod, Client } from './rules.ts'
import type { ClientRecord } from '../store/clients.ts'
import { ASSERTION_TYPE, claimedClient } from './assertions/rules.ts'
import { type Parameter, singleParameter, parseForm } from '../parameters.ts'
import { oauthRefusal, clientUnauthenticated } from '../refusals.ts'

/** The credentials in a request. */
export interface Credentials {
  method: AuthMethod
  client_id: string
  client_secret: string | undefined
  /** The JWT of a client with `private_key_jwt`. */
  assertion?: string
}

/** The parameters that contain credentials. */
export const CREDENTIAL_NAMES = ['client_id', 'client_secret', 'client_assertion', 'client_assertion_type']

/** Reads the credentials of a request, without checking them. */
export function parseCredentials(parameters: readonly Parameter[], authorization: string | undefined): Credentials {
  const client_id = singleParameter(parameters, 'client_id')?.text
  const client_secret = singleParameter(parameters, 'client_secret')?.text
  const assertion = singleParameter(parameters, 'client_assertion')?.text
  const assertion_type = singleParameter(parameters, 'client_assertion_type')?.text
  if (assertion !== undefined || assertion_type !== undefined) {
    if (client_secret !== undefined || authorization !== undefined)
      throw oauthRefusal(
        'invalid_request',
        'Authenticate either with client_assertion or with a secret, not with both.',
      )
    return asserted(assertion, assertion_type, client_id)
  }
  if (authorization !== undefined) {
    // RFC 6749 2.3: one method per request
    if (client_secret !== undefined)
      throw oauthRefusal('invalid_request', 'Authenticate either in the header or in the body, not in both.')
    return basic(authorization, client_id)
  }
  // RFC 6749 3.2.1: a client that does not authenticate must still send its id
  if (client_id === undefined) {
    throw oauthRefusal('invalid_request', 'The client_id parameter must be sent exactly once and must not be empty.')
  }
  return { method: client_secret === undefined ? 'none' : 'client_secret_post', client_id, client_secret }
}

/** RFC 6749 2.3.1: id and secret are form-encoded before they are joined by a colon. */
function basic(authorization: string, body_client_id: string | undefined): Credentials {
  const encoded = /^basic +([A-Za-z0-9+/]+=*)$/i.exec(authorization)?.[1] ?? ''
  const pair = Buffer.from(encoded, 'base64').toString('latin1')
  const end = pair.indexOf(':')
  const id = end > 0 ? formDecoded(pair.slice(0, end)) : undefined
  const secret = formDecoded(pair.slice(end + 1))
  if (!id || secret === undefined) {
    throw clientUnauthenticated(
      'The Authorization header must be Basic with the client_id and the client_secret, form-encoded and joined by a colon.',
    )
  }
  // a client must not authenticate as itself and act as another client
  if (body_client_id !== undefined && body_client_id !== id) {
    throw clientUnauthenticated('The client_id does not match the Authorization header.')
  }
  return { method: 'client_secret_basic', client_id: id, client_secret: secret }
}

/** RFC 7521 4.2 and RFC 7523 2.2 */
function asserted(
  assertion: string | undefined,
  assertion_type: string | undefined,
  body_client_id: string | undefined,
): Credentials {
  if (assertion_type !== ASSERTION_TYPE)
    throw clientUnauthenticated(`The client_assertion_type must be ${ASSERTION_TYPE}.`)
  const id = assertion === undefined ? undefined : claimedClient(assertion)
  if (assertion === undefined || id === undefined)
    throw clientUnauthenticated('The client_assertion must be a JWT with the client_id as sub and iss.')
  if (body_client_id !== undefined && body_client_id !== id)
    throw clientUnauthenticated('The client_id does not match the client_assertion.')
  return { method: 'private_key_jwt', client_id: id, client_secret: undefined, assertion }
}

function formDecoded(text: string): string | undefined {
  const [parameter] = parseForm(`value=${text.replaceAll('&', '%26')}`)
  return parameter && !parameter.malformed ? parameter.text : undefined
}

/** The part of a client that authentication reads. */
export type AuthenticatingClient = Client & Pick<ClientRecord, 'secret_hash'>

interface Proof {
  /** The assertion was verified. */
  is_proven?: boolean | undefined
  /** The authentication method agreed for the code or grant in the request. */
  agreed?: AuthMethod | null | undefined
}

/** Returns the client if the credentials match; throws the refusal otherwise. */
export function authenticateClient<T extends AuthenticatingClient>(
  client: T | undefined,
  given: Credentials,
  { is_proven = false, agreed = null }: Proof = {},
): T {
  if (!client || client.disabled_at !== null) {
    throw clientUnauthenticated('Unknown or disabled client_id.')
  }
  // a public client that sends a secret is misconfigured or an attack on another client; a client with a secret that sends none
  // is not authenticated
  const method = methodFor(client, given, agreed)
  if (given.method !== method) {
    throw clientUnauthenticated(`The client is registered with the token_endpoint_auth_method ${method}.`)
  }
  if (method === 'private_key_jwt') {
    if (!is_proven) throw clientUnauthenticated('The client_assertion belongs to another client.')
    return client
  }
  if (given.method !== 'none' && !provesSecret(given.client_secret ?? '', client.secret_hash)) {
    throw clientUnauthenticated('The client_secret is wrong.')
  }
  return client
}

/**
 * The required method. A document can change: a grant that was agreed with a key always requires one, and a grant that was
 * agreed without one continues without one.
 */
function methodFor(client: Client, given: Credentials, agreed: AuthMethod | null): AuthMethod {
  const { token_endpoint_auth_method: method } = client
  if (agreed === 'private_key_jwt') return agreed
  return given.method === method ? method : (agreed ?? method)
}

/** Compares in constant time. */
function provesSecret(secret: string, secret_hash: string | null): boolean {
  if (secret_hash === null) return false
  const hash = createHash('sha256').update(secret).digest('base64url')
  return timingSafeEqual(Buffer.from(hash), Buffer.from(secret_hash))
}
