// Builders of valid OAuth values; a test overrides only what it checks.
import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import { Refusal } from '../../../src/base/text/refusal.ts'
import {
  parseAuthorizeQuery,
  grantableRequest,
  requireClient,
  verifyRedirect,
} from '../../../src/identity/oauth/authorize/rules.ts'
import type { GrantableRequest } from '../../../src/identity/oauth/authorize/rules.ts'
import type { AuthenticatingClient } from '../../../src/identity/oauth/clients/authentication.ts'
import type { AuthorizationCode } from '../../../src/identity/oauth/token/codes.ts'
import type { RefreshToken } from '../../../src/identity/oauth/token/refresh.ts'

export const ISSUER = 'https://mail.example'
export const SETTINGS = { issuer: ISSUER, untrusted_errors_as_json: false }
export const CLIENT_ID = '0b9f0d5e-54b9-4f5e-9a2e-0d7a5f4e2c11'
export const CALLBACK = 'https://app.example/callback'
export const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
export const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'

export function challengeOf(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url')
}

export type KnownClient = AuthenticatingClient & { verified: boolean }

export function aClient(given: Partial<KnownClient> = {}): KnownClient {
  return {
    client_id: CLIENT_ID,
    client_name: 'Night Mailer',
    redirect_uris: [CALLBACK, 'http://127.0.0.1/callback'],
    grant_types: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_method: 'none',
    scopes: ['full_access', 'emails:send'],
    client_uri: null,
    logo_uri: null,
    created_at: '2026-11-02T08:15:30.120Z',
    disabled_at: null,
    document_url: null,
    jwks: null,
    jwks_uri: null,
    dpop_bound_access_tokens: false,
    require_pushed_authorization_requests: false,
    secret_hash: null,
    verified: false,
    ...given,
  }
}

export function aCode(given: Partial<AuthorizationCode> = {}): AuthorizationCode {
  return {
    client_id: CLIENT_ID,
    redirect_uri: CALLBACK,
    code_challenge: CHALLENGE,
    dpop_jkt: null,
    scopes: ['emails:send'],
    expires_at: '2026-11-02T08:25:00.000Z',
    failures: 0,
    consumed_at: null,
    ...given,
  }
}

export function aRefreshToken(given: Partial<RefreshToken> = {}): RefreshToken {
  return {
    client_id: CLIENT_ID,
    dpop_jkt: null,
    expires_at: '2027-01-01T00:00:00.000Z',
    rotated_at: null,
    successor_rotated_at: null,
    grant_revoked_at: null,
    ...given,
  }
}

/** The parameters of a valid authorize request; `undefined` omits one, a list sends it several times. */
export type Sent = Record<string, string | readonly string[] | undefined>

export function aQuery(given: Sent = {}): string {
  const sent: Sent = {
    client_id: CLIENT_ID,
    response_type: 'code',
    redirect_uri: CALLBACK,
    code_challenge: CHALLENGE,
    code_challenge_method: 'S256',
    state: 'abc',
    ...given,
  }
  return Object.entries(sent)
    .flatMap(([name, value]) => [value ?? []].flat().map(item => `${name}=${encodeURIComponent(item)}`))
    .join('&')
}

/** Runs all rules of the authorize endpoint in the order of the handler. */
export function authorized(querystring: string, client: KnownClient | undefined = aClient()): GrantableRequest {
  const request = parseAuthorizeQuery(querystring)
  const known = requireClient(request.client_id === client?.client_id ? client : undefined)
  return grantableRequest(known, verifyRedirect(known, request, SETTINGS), request)
}

/** The refusal that the function throws. */
export function refusalOf(act: () => unknown): Refusal {
  try {
    act()
  } catch (thrown) {
    if (thrown instanceof Refusal) return thrown
    throw thrown
  }
  throw new Error('nothing was refused')
}

/** The error in a refusal, wherever it is; checks what all OAuth refusals have in common. */
export function errorOf(refusal: Refusal): { status: number; error: string; parameters: URLSearchParams } {
  const { location } = refusal.headers
  const parameters = new URLSearchParams(
    location === undefined ? (refusal.body as Record<string, string>) : location.slice(location.indexOf('?') + 1),
  )
  expect(location === undefined).toBe(refusal.status !== 302)
  // RFC 6749 4.1.2.1 and 5.2
  expect(parameters.get('error_description')).toMatch(/^[\x20-\x21\x23-\x5B\x5D-\x7E]+$/)
  expect(refusal.headers['cache-control']).toBe('no-store')
  return { status: refusal.status, error: parameters.get('error')!, parameters }
}
