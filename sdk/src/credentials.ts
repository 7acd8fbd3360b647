// Credentials of requests: an API key, or an access token that is renewed with a refresh token.
import { LettermillError, OAuthError } from './errors.js'
import { type Attempts, fetchWithRetries } from './retry.js'

export interface Credentials {
  /** The token for the next request. */
  token(): Promise<string>
  /** Another token than the rejected one; `undefined` if no other token exists. */
  tokenAfter(refused: string): Promise<string | undefined>
}

/** The result of a refresh. The previous refresh token is no longer valid. */
export interface Tokens {
  access_token: string
  refresh_token: string
  /** The expiry of the access token, in milliseconds since 1970. */
  expires_at: number
}

export interface OAuthOptions {
  client_id: string
  /** For a confidential client. */
  client_secret?: string
  /** The registered method for sending the client secret. */
  token_endpoint_auth_method?: 'client_secret_basic' | 'client_secret_post'
  refresh_token: string
  /** The `expires_at` that `onRefresh` received; without it the first request fetches a token. */
  access_token?: string
  expires_at?: number
  /** Stores the new tokens, which are used after it returns. If it fails, the refresh is repeated. */
  onRefresh: (tokens: Tokens) => void | Promise<void>
}

/** Throws if a program in plain JavaScript, or an empty setting, omits required credentials. */
export function refuseUnknown(apiKey: unknown, oauth: Partial<OAuthOptions> | undefined): void {
  if ((apiKey === undefined) === (oauth === undefined)) throw new LettermillError('Set either `apiKey` or `oauth`.')
  if (!oauth) return refuseUnsendable('apiKey', apiKey)
  for (const name of ['client_id', 'refresh_token'] as const) refuseUnsendable(`oauth.${name}`, oauth[name])
  if (oauth.access_token !== undefined) refuseUnsendable('oauth.access_token', oauth.access_token)
  if (typeof oauth.onRefresh !== 'function')
    throw new LettermillError('`oauth.onRefresh` must be a function that stores the new tokens.')
}

/**
 * The characters that a header cannot contain, or an empty token. The token is not shown, because it may be nearly a
 * secret.
 */
function refuseUnsendable(name: string, value: unknown): void {
  if (typeof value === 'string' && /^[\x21-\x7e]+$/.test(value)) return
  const why = value === undefined || value === '' ? 'is missing' : 'must be text without spaces'
  throw new LettermillError(`\`${name}\` ${why}.`)
}

/** A token is not used in its last seconds, because the request takes time. */
const MARGIN_MS = 10_000

export function apiKeyCredentials(apiKey: string): Credentials {
  return { token: async () => apiKey, tokenAfter: async () => undefined }
}

export function oauthCredentials(baseUrl: string, options: OAuthOptions, attempts: Attempts): Credentials {
  let { access_token = '', refresh_token, expires_at = 0 } = options
  let refreshing: Promise<string> | undefined

  const refresh = async (): Promise<string> => {
    const tokens = await fetchTokens(baseUrl, { ...options, refresh_token }, attempts)
    await keepTokens(options, tokens)
    ;({ access_token, refresh_token, expires_at } = tokens)
    return access_token
  }
  // all requests that need a new token wait for the same refresh: a refresh token has only one successor
  const refreshOnce = (): Promise<string> =>
    (refreshing ??= refresh().finally(() => {
      refreshing = undefined
    }))
  return {
    token: async () => (Date.now() < expires_at - MARGIN_MS ? access_token : refreshOnce()),
    tokenAfter: async refused => (refused === access_token ? refreshOnce() : access_token),
  }
}

async function keepTokens({ onRefresh }: OAuthOptions, tokens: Tokens): Promise<void> {
  try {
    await onRefresh(tokens)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new LettermillError(`onRefresh did not store the new tokens: ${reason}`, { cause })
  }
}

/** RFC 6749 5.1 and 5.2. */
interface TokenReply {
  access_token?: string
  expires_in?: number
  refresh_token?: string
  error?: string
  error_description?: string
}

async function fetchTokens(baseUrl: string, options: OAuthOptions, attempts: Attempts): Promise<Tokens> {
  const { client_id, client_secret, refresh_token, token_endpoint_auth_method = 'client_secret_basic' } = options
  const form = new URLSearchParams({ grant_type: 'refresh_token', refresh_token })
  const headers = new Headers()
  if (client_secret !== undefined && token_endpoint_auth_method === 'client_secret_basic') {
    headers.set(
      'Authorization',
      `Basic ${btoa(`${encodeURIComponent(client_id)}:${encodeURIComponent(client_secret)}`)}`,
    )
  } else {
    form.set('client_id', client_id)
    if (client_secret !== undefined) form.set('client_secret', client_secret)
  }
  const request = new Request(`${baseUrl}/oauth/token`, { method: 'POST', body: form, headers })
  // the server repeats a lost response, so a retry is safe
  const response = await fetchWithRetries(request, attempts, { repeatable: true })
  const body = (await response.json().catch(() => ({}))) as TokenReply
  const { access_token, expires_in } = body
  if (!response.ok || access_token === undefined || expires_in === undefined)
    throw new OAuthError(response.status, body.error ?? 'server_error', body.error_description)
  return {
    access_token,
    // a server that does not rotate refresh tokens returns none
    refresh_token: body.refresh_token ?? refresh_token,
    expires_at: Date.now() + expires_in * 1000,
  }
}
