// Which client calls the token endpoint, and whether it is the one it says it is (RFC 6749 2.3 and 3.2.1).
import { createHash, timingSafeEqual } from 'node:crypto'
import type { AuthMethod, Client } from './rules.ts'
import type { ClientRecord } from '../store/clients.ts'
import { type Parameter, only, parseForm } from '../parameters.ts'
import { oauthRefusal, unauthenticated } from '../refusals.ts'

/** What the request brought along. */
export interface Credentials {
  method: AuthMethod
  client_id: string
  client_secret: string | undefined
}

/** Reads who the request says it is from. */
export function credentials(parameters: readonly Parameter[], authorization: string | undefined): Credentials {
  const client_id = only(parameters, 'client_id')?.text
  const client_secret = only(parameters, 'client_secret')?.text
  if (authorization !== undefined) {
    // RFC 6749 2.3: one method per request
    if (client_secret !== undefined)
      throw oauthRefusal('invalid_request', 'Authenticate in the header or in the body, not in both.')
    return basic(authorization, client_id)
  }
  // RFC 6749 3.2.1: a client that does not authenticate still says who it is
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
  // who authenticates as one client must not act as another
  if (body_client_id !== undefined && body_client_id !== id) {
    throw unauthenticated('The client_id is not the one of the Authorization header.')
  }
  return { method: 'client_secret_basic', client_id: id, client_secret: secret }
}

function formDecoded(text: string): string | undefined {
  const [parameter] = parseForm(`value=${text.replaceAll('&', '%26')}`)
  return parameter && !parameter.malformed ? parameter.text : undefined
}

/** What is kept of a client that decides whether it is the one that calls. */
export type AuthenticatingClient = Client & Pick<ClientRecord, 'secret_hash'>

/** The client, once it is certain that it is the one that calls. */
export function authenticated<T extends AuthenticatingClient>(client: T | undefined, given: Credentials): T {
  if (!client || client.disabled_at !== null) {
    throw unauthenticated('The client_id is not that of a client that is registered here and in use.')
  }
  // a public client that sends a secret believes itself to be another kind of client, or is an attack on one; and a
  // client with a secret that sends none does not prove anything
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

/** Takes as long for a near miss as for a far one. */
function provesSecret(secret: string, secret_hash: string | null): boolean {
  if (secret_hash === null) return false
  const hash = createHash('sha256').update(secret).digest('base64url')
  return timingSafeEqual(Buffer.from(hash), Buffer.from(secret_hash))
}
