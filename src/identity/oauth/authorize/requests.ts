// A client's request until the person decides. It is not stored: it is sealed in the URL of the consent page.
import type { Scope } from '../../../../generated/scopes.ts'
import type { GrantableRequest } from './rules.ts'
import { CODE_LIFETIME_MS } from '../token/codes.ts'
import type { CodeRecord } from '../store/codes.ts'
import { hostOfId, isDocumentId } from '../clients/documents/ids.ts'
import { isBuiltIn } from '../clients/known-clients.ts'
import { findImitatedName } from '../clients/names.ts'
import { isLoopbackUri } from '../clients/redirect-uri.ts'
import type { Client } from '../clients/rules.ts'
import { percentDecoded, percentEncoded } from '../parameters.ts'
import type { ClientRecord } from '../store/clients.ts'

/** How long a person has to log in and decide. */
export const REQUEST_LIFETIME_MS = 10 * 60 * 1000

/** A request with the current content of the client's document, which is not stored before an approval. */
export interface RequestToSeal extends GrantableRequest {
  document?: Client | undefined
}

/** A request whose seal was opened. */
export interface SealedRequest extends RequestToSeal {
  /** The id of the seal, or of the pushed request, by which it can be answered only once. */
  id: string
  expires_at: string
}

/**
 * Serializes a request: four lines, a fifth one with the content of the client's document if it has one, and the raw bytes of
 * the state, which could be three times as long percent-encoded. Only the state can contain a line break. The fourth line
 * contains the challenge and, if present, the thumbprint of a key and the id of the pushed request.
 */
export function packRequest(
  { client_id, redirect_uri, scopes, code_challenge, dpop_jkt, state, document }: RequestToSeal,
  pushed_id = '',
): Buffer {
  const hashes = `${code_challenge} ${dpop_jkt ?? ''} ${pushed_id}`.trimEnd()
  const described = isDocumentId(client_id) ? `${document ? JSON.stringify(document) : ''}\n` : ''
  const lines = Buffer.from(`${client_id}\n${redirect_uri}\n${scopes.join(' ')}\n${hashes}\n${described}`)
  return state === null ? lines : Buffer.concat([lines, percentDecoded(state)])
}

/** The inverse of `packRequest`. The bytes come from our own seal, so they are well-formed. */
export function unpackRequest(bytes: Buffer): RequestToSeal & { pushed_id: string | undefined } {
  const lines: string[] = []
  let start = 0
  while (lines.length < (isDocumentId(lines[0] ?? '') ? 5 : 4)) {
    const end = bytes.indexOf('\n', start)
    lines.push(bytes.toString('utf8', start, end))
    start = end + 1
  }
  const [client_id, redirect_uri, scopes, hashes, described] = lines as [string, string, string, string, string?]
  const [code_challenge, dpop_jkt, pushed_id] = hashes.split(' ') as [string, string?, string?]
  const document = described ? { document: JSON.parse(described) as Client } : {}
  // an empty state counts as absent (RFC 6749 3.1)
  const state = start < bytes.length ? percentEncoded(bytes.subarray(start)) : null
  const request = { client_id, redirect_uri, state, scopes: scopes.split(' ') as Scope[], code_challenge, ...document }
  return { ...request, dpop_jkt: dpop_jkt || null, pushed_id }
}

/** The request in an opened seal; `undefined` if it has expired. */
export function sealedRequestOf(
  { id, value, sealed_at }: { id: string; value: Buffer; sealed_at: Date },
  now: Date,
): SealedRequest | undefined {
  const expires_at = new Date(sealed_at.getTime() + REQUEST_LIFETIME_MS)
  if (now >= expires_at) return undefined
  const { pushed_id, ...request } = unpackRequest(value)
  return { ...request, id: pushed_id ?? id, expires_at: expires_at.toISOString() }
}

/**
 * A new code. RFC 6749 4.1.2 and RFC 7636 4.4: it is bound to the request, the person and the team. `client_id` is the id of
 * the client's row.
 */
export function codeRecord(
  { client_id, redirect_uri, code_challenge, scopes, dpop_jkt }: Omit<GrantableRequest, 'state'>,
  {
    now,
    client_auth = null,
    ...made
  }: Pick<CodeRecord, 'code_hash' | 'user_id' | 'team_id'> & Partial<Pick<CodeRecord, 'client_auth'>> & { now: Date },
): CodeRecord {
  return {
    ...made,
    client_auth,
    client_id,
    redirect_uri,
    code_challenge,
    dpop_jkt,
    scopes,
    created_at: now.toISOString(),
    expires_at: new Date(now.getTime() + CODE_LIFETIME_MS).toISOString(),
    failures: 0,
    consumed_at: null,
    grant_id: null,
  }
}

/** A request as the consent page shows it. */
export interface AuthorizationRequest {
  client: {
    id: string
    name: string
    verified: boolean
    /** The client is built into the server. */
    built_in: boolean
    /** The name of another client or the product that this name could be confused with. */
    imitates: string | null
    client_uri: string | null
    logo_uri: string | null
    /** The host that publishes the client's document; `undefined` for a registered client. */
    host?: string | undefined
    /** The client has a document and only listens on the person's machine, where any program can claim to be this client. */
    is_local?: boolean | undefined
  }
  redirect_uri: string
  scopes: Scope[]
  is_answered: boolean
  expires_at: string
  /** How long the access lasts; if it is renewed, counted from its last use. */
  lasts_s: number
  is_renewed: boolean
}

/** Lifetimes of tokens. */
export interface TokenLifetimes {
  access_token_s: number
  refresh_token_days: number
}

interface PageContext {
  is_answered: boolean
  verified_names: readonly string[]
  lifetimes: TokenLifetimes
}

export function requestForPage(
  { redirect_uri, scopes, expires_at }: SealedRequest,
  client: ClientRecord,
  { is_answered, verified_names, lifetimes }: PageContext,
): AuthorizationRequest {
  const shown = clientForPage(client, verified_names)
  return { client: shown, redirect_uri, scopes, is_answered, expires_at, ...durationFor(client, lifetimes) }
}

/** A client as the person who decides about it sees it. */
export function clientForPage(client: ClientRecord, verified_names: readonly string[]): AuthorizationRequest['client'] {
  const { client_id, client_name, verified, client_uri, logo_uri } = client
  // the other name may not have existed when this client registered
  const imitates = (!verified && findImitatedName(client_name, verified_names)) || null
  const built_in = isBuiltIn(client_id)
  const published = isDocumentId(client_id) && {
    host: hostOfId(client_id),
    is_local: client.redirect_uris.length > 0 && client.redirect_uris.every(isLoopbackUri),
  }
  return { id: client_id, name: client_name, verified, built_in, imitates, client_uri, logo_uri, ...published }
}

/** How long the access of a client lasts. */
export function durationFor(
  { grant_types }: ClientRecord,
  { access_token_s, refresh_token_days }: TokenLifetimes,
): Pick<AuthorizationRequest, 'lasts_s' | 'is_renewed'> {
  const is_renewed = grant_types.includes('refresh_token')
  return { is_renewed, lasts_s: is_renewed ? refresh_token_days * 86_400 : access_token_s }
}
