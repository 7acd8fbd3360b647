// Checks the metadata of a client that registers (RFC 7591).
import type { Schemas } from '../../../../generated/api.ts'
import type { RawRequest } from '../../../base/operation/operation.ts'
import { jsonObject } from '../parameters.ts'
import { type ClientKeys, clientKeys } from './keys.ts'
import { isWebUrl, redirectUriFault } from './redirect-uri.ts'
import { nameFault } from '../../../base/text/names.ts'
import { isDocumentId } from './documents/ids.ts'
import { findImitatedName, withoutServerName } from './names.ts'
import { oauthRefusal } from '../refusals.ts'
import type { ClientRecord } from '../store/clients.ts'
import { SCOPES, parseScope, formatScopes, withoutIgnoredScopes } from '../../../base/operation/scope.ts'
import type { Scope } from '../../../../generated/scopes.ts'

type GrantType = Schemas['GrantType']
export type AuthMethod = Schemas['TokenEndpointAuthMethod']

/** The registered properties of a client, and when it was disabled. */
export type Client = Omit<ClientRecord, 'id' | 'verified' | 'secret_hash' | 'last_used_at'>

/** RFC 8628 3.4 */
export const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code' satisfies GrantType

export const GRANT_TYPES: readonly GrantType[] = ['authorization_code', 'refresh_token', DEVICE_GRANT]

/** The default grant types. */
export const USUAL_GRANT_TYPES: readonly GrantType[] = ['authorization_code', 'refresh_token']

/** The authentication methods that a client can register and that the metadata lists. */
export const OFFERED_METHODS: readonly AuthMethod[] = [
  'none',
  'client_secret_basic',
  'client_secret_post',
  'private_key_jwt',
]

const NAME_LIMIT_CODE_POINTS = 200
const REDIRECT_URIS_LIMIT = 10

type Metadata = Record<string, unknown>

/** The client in a registration request. */
export function parseRegistration(
  raw: Pick<RawRequest, 'content_type' | 'body'>,
  client_id: string,
  now: Date,
): Client {
  // RFC 7591 3.1. Other types are refused because a web page could send a form or plain text from the person's browser
  if (raw.content_type !== 'application/json') {
    throw invalid('The body must be a JSON object with the content type application/json.')
  }
  const read = jsonObject(raw.body)
  if ('fault' in read) {
    throw read.at === 'redirect_uris' ? oauthRefusal('invalid_redirect_uri', read.fault) : invalid(read.fault)
  }
  return clientFromMetadata(withoutNulls(read.members), { client_id, now })
}

/** The metadata without members that are `null`, which count as not sent. */
export function withoutNulls(metadata: Metadata): Metadata {
  return Object.fromEntries(Object.entries(metadata).filter(([, value]) => value !== null))
}

/** Refuses a client that registers itself under a name that could be confused with the product's or one of `verified`. */
export function checkOwnName({ client_name }: Client, verified: readonly string[]): void {
  if (findImitatedName(withoutServerName(client_name), verified) === undefined) return
  throw invalid(
    'The client_name resembles the name of this server or of a verified client. Choose another name, or ask an administrator to register the client.',
  )
}

/** A client as an operator describes it. Everything else gets the defaults of registration. */
export interface NewClient {
  client_name: string
  redirect_uris: readonly string[]
  scopes: readonly Scope[]
  token_endpoint_auth_method: AuthMethod
}

/** The same as metadata of a registration. An empty scope there means every scope, so ' ' represents none. */
export function metadataFromClient({ scopes, ...described }: NewClient): Metadata {
  return { ...described, scope: formatScopes(scopes) || ' ' }
}

/** The client that this metadata describes. Unknown members are ignored (RFC 7591 2). */
export function clientFromMetadata(metadata: Metadata, { client_id, now }: { client_id: string; now: Date }): Client {
  const grant_types = grantTypes(metadata)
  const has_redirects = grant_types.includes('authorization_code')
  checkResponseTypes(metadata, has_redirects)
  const token_endpoint_auth_method = authMethod(metadata)
  return {
    client_id,
    client_name: clientName(metadata),
    redirect_uris: redirectUris(metadata, has_redirects),
    grant_types,
    token_endpoint_auth_method,
    scopes: scopes(metadata),
    client_uri: webUrl(metadata, 'client_uri'),
    logo_uri: webUrl(metadata, 'logo_uri'),
    created_at: now.toISOString(),
    disabled_at: null,
    document_url: isDocumentId(client_id) ? client_id : null,
    jwks: token_endpoint_auth_method === 'private_key_jwt' ? keysIn(metadata) : null,
    jwks_uri: null,
    dpop_bound_access_tokens: yesOrNo(metadata, 'dpop_bound_access_tokens'),
    require_pushed_authorization_requests: yesOrNo(metadata, 'require_pushed_authorization_requests'),
  }
}

/** RFC 7591 3.2.1: all registered metadata, with the defaults, and the secret, which does not expire. */
export function registrationResponse(client: Client, client_secret?: string): Schemas['RegisteredClient'] {
  return {
    client_id: client.client_id,
    client_id_issued_at: Math.floor(Date.parse(client.created_at) / 1000),
    client_name: client.client_name,
    redirect_uris: client.redirect_uris,
    grant_types: client.grant_types,
    // RFC 7591 2.1: the response type code requires the grant type authorization_code
    response_types: client.grant_types.includes('authorization_code') ? ['code'] : [],
    token_endpoint_auth_method: client.token_endpoint_auth_method,
    scope: formatScopes(client.scopes),
    ...(client_secret === undefined ? {} : { client_secret, client_secret_expires_at: 0 }),
    ...(client.client_uri === null ? {} : { client_uri: client.client_uri }),
    ...(client.logo_uri === null ? {} : { logo_uri: client.logo_uri }),
    ...(client.jwks === null ? {} : { jwks: client.jwks }),
    ...(client.dpop_bound_access_tokens && { dpop_bound_access_tokens: true }),
    ...(client.require_pushed_authorization_requests && { require_pushed_authorization_requests: true }),
  }
}

/** RFC 7591 3.2.2 */
function invalid(description: string): Error {
  return oauthRefusal('invalid_client_metadata', description)
}

function clientName({ client_name }: Metadata): string {
  if (typeof client_name !== 'string' || client_name.trim() === '')
    throw invalid('Missing client_name. Send a text of 1 to 200 characters.')
  if ([...client_name].length > NAME_LIMIT_CODE_POINTS) {
    throw invalid(`The client_name must have at most ${NAME_LIMIT_CODE_POINTS} characters.`)
  }
  const fault = nameFault(client_name)
  if (fault !== undefined) throw invalid(`The client_name ${fault}.`)
  return client_name
}

function redirectUris({ redirect_uris }: Metadata, has_redirects: boolean): string[] {
  const list: unknown[] = Array.isArray(redirect_uris) ? redirect_uris : []
  // a device has no redirects (RFC 8628 1)
  if (!has_redirects && (redirect_uris === undefined || (Array.isArray(redirect_uris) && list.length === 0))) return []
  if (list.length < 1 || list.length > REDIRECT_URIS_LIMIT) {
    throw oauthRefusal('invalid_redirect_uri', `The redirect_uris must be a list of 1 to ${REDIRECT_URIS_LIMIT} URIs.`)
  }
  const fault = list.map(uri => redirectUriFault(uri)).find(found => found !== undefined)
  if (fault !== undefined) throw oauthRefusal('invalid_redirect_uri', fault) // RFC 7591 3.2.2
  return [...new Set(list as string[])]
}

function grantTypes({ grant_types = USUAL_GRANT_TYPES }: Metadata): GrantType[] {
  const list: readonly unknown[] = Array.isArray(grant_types) ? grant_types : []
  const begins = list.includes('authorization_code') || list.includes(DEVICE_GRANT)
  if (!begins || !list.every(item => (GRANT_TYPES as readonly unknown[]).includes(item))) {
    const words = `The grant_types must be authorization_code or ${DEVICE_GRANT} or both, with or without refresh_token.`
    throw invalid(words)
  }
  return GRANT_TYPES.filter(grant_type => list.includes(grant_type))
}

function checkResponseTypes({ response_types = ['code'] }: Metadata, has_redirects: boolean): void {
  const list: readonly unknown[] = Array.isArray(response_types) ? response_types : ['']
  if ((has_redirects && list.length === 0) || list.some(item => item !== 'code'))
    throw invalid('The response_types must be code or omitted.')
}

function authMethod({ token_endpoint_auth_method: method = 'none' }: Metadata): AuthMethod {
  const offered = OFFERED_METHODS.find(item => item === method)
  if (!offered) throw invalid(`The token_endpoint_auth_method must be ${OFFERED_METHODS.join(' or ')}.`)
  return offered
}

/** RFC 7591 2: a client that registers sends the keys themselves, because nothing is fetched for it. */
function keysIn({ jwks }: Metadata): ClientKeys {
  if (jwks === undefined) throw invalid('Missing jwks. private_key_jwt requires the public keys.')
  const read = clientKeys(jwks)
  if ('fault' in read) throw invalid(`The jwks ${read.fault}.`)
  return read
}

function scopes({ scope = '' }: Metadata): Scope[] {
  const asked = typeof scope === 'string' ? withoutIgnoredScopes(scope || undefined) : ' '
  const known = asked === undefined ? [...SCOPES] : parseScope(asked)
  if (!known) throw invalid(`The scope may hold ${SCOPES.join(' and ')}, separated by spaces.`)
  return known
}

function yesOrNo(
  metadata: Metadata,
  name: 'dpop_bound_access_tokens' | 'require_pushed_authorization_requests',
): boolean {
  const { [name]: value = false } = metadata
  if (typeof value === 'boolean') return value
  throw invalid(`The ${name} must be true, false or omitted.`)
}

function webUrl(metadata: Metadata, name: 'client_uri' | 'logo_uri'): string | null {
  const url = metadata[name] ?? ''
  if (url === '') return null
  if (!isWebUrl(url)) throw invalid(`The ${name} must be an http or https URL.`)
  return url
}
