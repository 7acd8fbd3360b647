// OAuth's forms of a refusal (RFC 6749 4.1.2.1 and 5.2, RFC 7591 3.2.2). A description contains only the characters %x20-21 /
// %x23-5B / %x5D-7E and never repeats input, because it ends up in URLs, logs and other sites' pages.
import { Refusal } from '../../base/text/refusal.ts'
import { type RedirectTarget, redirectLocation } from './authorize/redirect.ts'

/** The errors of the authorize, token, device authorization and registration endpoints, with their status. */
const STATUS = {
  invalid_request: 400,
  invalid_client: 400,
  invalid_grant: 400,
  invalid_dpop_proof: 400,
  invalid_request_uri: 400,
  invalid_scope: 400,
  unauthorized_client: 400,
  unsupported_grant_type: 400,
  unsupported_response_type: 400,
  access_denied: 400,
  authorization_pending: 400,
  slow_down: 400,
  expired_token: 400,
  invalid_redirect_uri: 400,
  invalid_client_metadata: 400,
  too_many_requests: 429,
  server_error: 500,
  temporarily_unavailable: 503,
} as const

export type OAuthErrorName = keyof typeof STATUS

/** A refusal in a body: for a program, or for a browser that cannot be redirected. */
export function oauthRefusal(
  error: OAuthErrorName,
  error_description: string,
  { status = STATUS[error], headers = {} }: { status?: number; headers?: Record<string, string> } = {},
): Refusal {
  // RFC 6749 5.1 and RFC 7591 3.2.2
  return new Refusal(status, { error, error_description }, error_description, {
    'cache-control': 'no-store',
    ...headers,
  })
}

/** A redirect URI that was verified. */
export interface VerifiedRedirect extends RedirectTarget {
  /** Errors are shown in the browser although a redirect would be possible. */
  errors_as_json?: boolean
}

/** A refusal in a redirect, which needs a verified redirect URI. RFC 6749 4.1.2.1 */
export function redirectRefusal(redirect: VerifiedRedirect, error: OAuthErrorName, error_description: string): Refusal {
  if (redirect.errors_as_json) return oauthRefusal(error, error_description)
  const location = redirectLocation(redirect, { error, error_description })
  return new Refusal(302, undefined, error_description, { location, 'cache-control': 'no-store' })
}

/** The client is unknown or did not authenticate. RFC 6749 5.2: 401 with the scheme to use. */
export function clientUnauthenticated(error_description: string): Refusal {
  return oauthRefusal('invalid_client', error_description, {
    status: 401,
    headers: { 'www-authenticate': 'Basic realm="oauth"' },
  })
}
