// Authenticates the client of a request to the token endpoint (RFC 6749 2.3 and 3.2.1).
import { createHash, timingSafeEqual } from 'node:crypto'
import type { AuthMethod, Client } from './rules.ts'
import type { ClientRecord } from '../store/clients.ts'
import { type Parameter, only, parseForm } from '../parameters.ts'
import { oauthRefusal, unauthenticated } from '../refusals.ts'

/** The credentials in a request. */
export interface Credentials {
  method: AuthMethod
  client_id: string
  client_secret: string | undefined
}

/** Reads the credentials of a request, without checking them. */
export function credentials(parameters: readonly Parameter[], authorization: string | undefined): Credentials {
  const client_id = only(parameters, 'client_id')?.text
  const client_secret = only(parameters, 'client_secret')?.text
  if (authorization !== undefined) {
    // RFC 6749 2.3: one method per request
    if (client_secret !== undefined)
      throw oauthRefusal('invalid_request', 'Authenticate in the header or in the body, not in both.')
    return basic(authorization, client_id)
  }
  // RFC 6749 3.2.1: a client that does not authenticate still names itself
  if (client_id === undefined) {
    throw oauthRefusal('invalid_request', 'The parameter client_id must be sent, once, and not be empty.')
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
    throw unauthenticated(
      'The Authorization header must be Basic with the client_id and the client_secret, form-encoded and joined by a colon.',
    )
  }
  // a client must not authenticate as itself and act as another one
  if (body_client_id !== undefined && body_client_id !== id) {
    throw unauthenticated('The client_id is not the one of the Authorization header.')
  }
  return { method: 'client_secret_basic', client_id: id, client_secret: secret }
}

function formDecoded(text: string): string | undefined {
  const [parameter] = parseForm(`value=${text.replaceAll('&', '%26')}`)
  return parameter && !parameter.malformed ? parameter.text : undefined
}

/** The part of a client that authentication reads. */
export type AuthenticatingClient = Client & Pick<ClientRecord, 'secret_hash'>

/** Returns the client if the credentials are its own; throws the refusal otherwise. */
export function authenticated<T extends AuthenticatingClient>(client: T | undefined, given: Credentials): T {
  if (!client || client.disabled_at !== null) {
    throw unauthenticated('The client_id is not that of a client that is registered here and in use.')
  }
  // a public client that sends a secret is confused about its kind, or an attack on a client of another kind; and a client with a
  // secret that sends none proves nothing
  if (given.method !== client.token_endpoint_auth_method) {
    throw unauthenticated(
      `The client is registered with the token_endpoint_auth_method ${client.token_endpoint_auth_method}.`,
    )
  }
  if (given.method !== 'none' && !provesSecret(given.client_secret ?? '', client.secret_hash)) {
    throw unauthenticated('The client_secret is not that of the client.')
  }
  return client
}

/** Compares in constant time. */
function provesSecret(secret: string, secret_hash: string | null): boolean {
  if (secret_hash === null) return false
  const hash = createHash('sha256').update(secret).digest('base64url')
  return timingSafeEqual(Buffer.from(hash), Buffer.from(secret_hash))
}
