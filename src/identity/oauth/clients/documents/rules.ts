// The allowed content of a client's document, and how long it is cached (draft-ietf-oauth-client-id-metadata-document 4 and 5).
// Each fault is a sentence for the author of the document.
import type { ResponseHead } from '../../../../base/net/http-client.ts'
import { parseMediaType } from '../../../../base/text/media-type.ts'
import { Refusal } from '../../../../base/text/refusal.ts'
import { jsonObject } from '../../parameters.ts'
import { oauthRefusal } from '../../refusals.ts'
import { hasSecretKey } from '../keys.ts'
import { isLoopbackUri } from '../redirect-uri.ts'
import { type Client, GRANT_TYPES, clientFromMetadata, withoutNulls } from '../rules.ts'
import { documentIdFault } from './ids.ts'

export interface FetchedDocument {
  head: ResponseHead
  body: Buffer
  /** The response is longer than the part that was read. */
  is_longer: boolean
}

type Metadata = Record<string, unknown>

/** The JSON object in a response; `what` names the requested resource. Throws the refusal otherwise. */
export function parseJsonDocument(
  { head, body, is_longer }: FetchedDocument,
  what: string,
  bytes_max: number,
): Metadata {
  // draft 5: any other status is an error, and redirects are not followed
  if (head.status !== 200) throw unusableDocument(`The ${what} must return the status 200 without a redirect.`)
  if (!/^application\/(?:[\w.+-]*\+)?json$/.test(parseMediaType(head.content_type) ?? ''))
    throw unusableDocument(`The ${what} must have the content type application/json, or one that ends in +json.`)
  if (!/^(?:identity)?$/i.test(head.content_encoding ?? ''))
    throw unusableDocument(`The ${what} must be sent without a content encoding such as gzip.`)
  if (is_longer) throw unusableDocument(`The ${what} must have at most ${bytes_max} bytes.`)
  const read = jsonObject(body)
  if ('fault' in read) throw unusableDocument(`Invalid ${what}. ${read.fault}`)
  return read.members
}

/** The client that a document describes. Throws the refusal with the first fault. */
export function clientFromDocument(document: Metadata, client_id: string, now: Date): Client {
  const metadata = withoutNulls(document)
  // draft 4: compared as text, so that a copy of the document elsewhere describes no client
  if (metadata.client_id !== client_id)
    throw unusableDocument('The client_id in the document must exactly match its URL.')
  checkNothingSecret(metadata)
  const { grant_types = GRANT_TYPES, jwks_uri } = metadata
  // the document is also written for other servers, so unknown types are not a fault
  const known = Array.isArray(grant_types) ? GRANT_TYPES.filter(grant_type => grant_types.includes(grant_type)) : []
  const by_key = metadata.token_endpoint_auth_method === 'private_key_jwt'
  const has_uri = by_key && jwks_uri !== undefined
  if (has_uri && metadata.jwks !== undefined) throw unusableDocument('Publish jwks or jwks_uri, not both.') // RFC 7591 2
  const method = has_uri ? { token_endpoint_auth_method: 'none' } : {}
  const client = asDescribed(() =>
    clientFromMetadata({ ...metadata, grant_types: known, ...method }, { client_id, now }),
  )
  checkRedirects(client)
  if (!has_uri) return client
  return { ...client, token_endpoint_auth_method: 'private_key_jwt', jwks_uri: keysUri(jwks_uri, client_id) }
}

/** draft 4.1: a document is public, so nothing in it can be a secret. */
function checkNothingSecret(metadata: Metadata): void {
  if (Object.keys(metadata).some(name => name.startsWith('client_secret')))
    throw unusableDocument('A document is public and must not contain a client_secret. Use none or private_key_jwt.')
  const { token_endpoint_auth_method: method = 'none', jwks } = metadata
  if (method !== 'none' && method !== 'private_key_jwt')
    throw unusableDocument('The token_endpoint_auth_method of a document must be none or private_key_jwt.')
  if (hasSecretKey(jwks))
    throw unusableDocument(
      'The jwks contains a private or symmetric key. Replace that key and publish only public keys.',
    )
}

/** Reports a fault of registration as one of the document. */
function asDescribed<Value>(act: () => Value): Value {
  try {
    return act()
  } catch (error) {
    if (error instanceof Refusal) throw unusableDocument(error.message)
    throw error
  }
}

/** Another host's responses must not be sent to the publisher of the document. */
function checkRedirects({ client_id, redirect_uris }: Client): void {
  const { host } = new URL(client_id)
  const isRight = (uri: string): boolean => !/^https:/i.test(uri) || isLoopbackUri(uri) || new URL(uri).host === host
  if (!redirect_uris.every(isRight))
    throw unusableDocument('Each of the redirect_uris with https must have the host and port of the document.')
}

function keysUri(jwks_uri: unknown, client_id: string): string {
  const isUrl =
    typeof jwks_uri === 'string' && jwks_uri.startsWith('https://') && documentIdFault(jwks_uri) === undefined
  if (isUrl && new URL(jwks_uri).host === new URL(client_id).host) return jwks_uri
  throw unusableDocument('The jwks_uri must be an https URL with the host and port of the document.')
}

const LEAST_S = 300
const MOST_S = 24 * 3600

/** How many ms a valid document is cached (RFC 9111 5.2.2 and 5.3), within bounds. */
export function cacheDurationMs({ cache_control, expires }: ResponseHead, now: Date): number {
  const directives = (cache_control ?? '')
    .toLowerCase()
    .split(',')
    .map(each => each.trim())
  const age = directives.map(each => /^max-age="?(\d{1,10})"?$/.exec(each)?.[1]).find(each => each !== undefined)
  const until_s = (Date.parse(expires ?? '') - now.getTime()) / 1000
  const asked_s = directives.includes('no-store') ? 0 : age === undefined ? until_s : Number(age)
  return Math.min(Math.max(Number.isNaN(asked_s) ? 0 : asked_s, LEAST_S), MOST_S) * 1000
}

/** A document that describes no client, or a client that is not accepted. */
export function unusableDocument(fault: string): Error {
  return oauthRefusal('invalid_client', `Invalid client metadata document at the client_id. ${fault}`)
}
