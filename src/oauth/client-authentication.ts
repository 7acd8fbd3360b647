// Which client calls the token endpoint, and whether it is the one it says it is (RFC 6749 2.3 and 3.2.1).
import type { AuthMethod, Client } from './clients.ts'
import { type Parameter, only, parseForm } from './parameters.ts'
import { oauthRefusal, unauthenticated } from './refusals.ts'

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
  if (client_id === undefined) throw oauthRefusal('invalid_request', 'Exactly one client_id is required.')
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
    throw unauthenticated('The Authorization header does not hold a client id and a secret.')
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

/** The client, once it is certain that it is the one that calls. */
export function authenticated(client: Client | undefined, given: Credentials): Client {
  if (!client || client.disabled_at !== null) throw unauthenticated('There is no such client.')
  // a public client that sends a secret believes itself to be another kind of client, or is an attack on one
  if (given.method !== client.token_endpoint_auth_method) {
    throw unauthenticated('The client is registered with another way to authenticate.')
  }
  if (given.method !== 'none') throw unauthenticated('The client secret is not valid.')
  return client
}
