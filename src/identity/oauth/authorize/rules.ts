// The rules of the authorize endpoint, in the order of evaluation:
//   1. parseAuthorizeQuery  the query is well-formed and names one client and one redirect URI          400
//   2. requireClient        the client exists                                                           400
//   3. verifyRedirect       the client may be redirected to that URI                                    400
//   4. grantableRequest     all other requirements, the list CHECKS below                               302
// Errors of the first three are shown in the browser: there is no redirect to an unverified URI (RFC 6749 4.1.2.1, RFC 9700
// 4.11).
import { type Parameter, singleParameter, parseQuery, repeatedParameters } from '../parameters.ts'
import { CHALLENGE } from '../token/pkce.ts'
import { isTrustedRedirect, registeredRedirect } from './redirect.ts'
import { type OAuthErrorName, type VerifiedRedirect, oauthRefusal, redirectRefusal } from '../refusals.ts'
import type { Client } from '../clients/rules.ts'
import { narrowScopes, formatScopes, withoutIgnoredScopes } from '../../../base/operation/scope.ts'
import type { Scope } from '../../../../generated/scopes.ts'

const STATE_LIMIT_CODE_POINTS = 1024

/** The known parameters, except `resource`. */
const NAMES = [
  'client_id',
  'redirect_uri',
  'response_type',
  'code_challenge_method',
  'code_challenge',
  'state',
  'scope',
  'dpop_jkt',
]

/** A query that names one client and one redirect URI. */
interface AuthorizeQuery {
  client_id: string
  redirect_uri: string
  parameters: readonly Parameter[]
}

/** A valid request, which a person may be asked to approve. The method of its challenge is always S256. */
export interface GrantableRequest {
  client_id: string
  redirect_uri: string
  /** Percent-encoded, exactly as it is returned. */
  state: string | null
  scopes: Scope[]
  code_challenge: string
  /** The thumbprint of the key that the code is bound to (RFC 9449 10). */
  dpop_jkt: string | null
}

/** Rule 1. */
export function parseAuthorizeQuery(querystring: string): AuthorizeQuery {
  return parseAuthorizeParameters(parseQuery(querystring))
}

/** The same for parsed parameters. `authenticated_id`: the client that authenticated with them. */
export function parseAuthorizeParameters(parameters: readonly Parameter[], authenticated_id?: string): AuthorizeQuery {
  // `resource` may have any value, because it is ignored
  const malformed = parameters.find(({ malformed, name }) => malformed && name !== 'resource')
  if (malformed) {
    const where = NAMES.find(name => name === malformed.name) ?? 'query'
    const words = `The ${where} has a percent sign that is not followed by two hexadecimal digits.`
    throw oauthRefusal('invalid_request', words)
  }
  const client_id = authenticated_id ?? address(parameters, 'client_id')
  return { client_id, redirect_uri: address(parameters, 'redirect_uri'), parameters }
}

function address(parameters: readonly Parameter[], name: 'client_id' | 'redirect_uri'): string {
  const parameter = singleParameter(parameters, name)
  // RFC 6749 3.1: a parameter must not be repeated, and counts as absent without a value
  if (!parameter)
    throw oauthRefusal('invalid_request', `The ${name} parameter must be sent exactly once and must not be empty.`)
  return parameter.text
}

/** Rule 2. RFC 6749 4.1.2.1 */
export function requireClient<T extends Client>(client: T | undefined): T {
  if (!client || client.disabled_at !== null) throw oauthRefusal('invalid_client', 'Unknown or disabled client_id.')
  return client
}

/** Rule 3. RFC 6749 4.1.2.1 and 3.1.2.4 */
export function verifyRedirect(
  client: Client & { verified: boolean },
  { redirect_uri, parameters }: AuthorizeQuery,
  { issuer, untrusted_errors_as_json }: { issuer: string; untrusted_errors_as_json: boolean },
): VerifiedRedirect {
  const verified = registeredRedirect(client, redirect_uri)
  if (verified === undefined) {
    throw oauthRefusal(
      'invalid_request',
      'The redirect_uri is not registered for the client. It must match a registered URI exactly; only the port of 127.0.0.1, localhost or [::1] may differ.',
    )
  }
  const errors_as_json = untrusted_errors_as_json && !isTrustedRedirect(client, redirect_uri)
  return {
    redirect_uri: verified,
    state: singleParameter(parameters, 'state')?.encoded ?? null,
    issuer,
    errors_as_json,
  }
}

type Fault = readonly [OAuthErrorName, string]
type Check = (parameters: readonly Parameter[], client: Client) => Fault | undefined

/** Rule 4, in order of the checks; the first fault is returned. */
const CHECKS: readonly Check[] = [
  eachOnce, // RFC 6749 3.1
  responseType, // RFC 6749 3.1.1
  clientGrant, // RFC 6749 4.1.2.1
  challengeMethod, // RFC 7636 4.3
  challenge, // RFC 7636 4.2
  stateLength,
  scope, // RFC 6749 3.3
  thumbprint, // RFC 9449 10
]

/** Rule 4: the request for the person. Otherwise throws the redirect with the first fault. */
export function grantableRequest(
  client: Client,
  redirect: VerifiedRedirect,
  { parameters }: AuthorizeQuery,
): GrantableRequest {
  for (const check of CHECKS) {
    const fault = check(parameters, client)
    if (fault) throw redirectRefusal(redirect, ...fault)
  }
  return {
    client_id: client.client_id,
    redirect_uri: redirect.redirect_uri,
    state: redirect.state,
    scopes: scopesOf(parameters, client)!,
    code_challenge: singleParameter(parameters, 'code_challenge')!.text,
    dpop_jkt: singleParameter(parameters, 'dpop_jkt')?.text ?? null,
  }
}

function eachOnce(parameters: readonly Parameter[]): Fault | undefined {
  const [name] = repeatedParameters(parameters, NAMES)
  return name === undefined ? undefined : ['invalid_request', `Duplicate parameter: ${name}.`]
}

function responseType(parameters: readonly Parameter[]): Fault | undefined {
  const parameter = singleParameter(parameters, 'response_type')
  if (!parameter) return ['invalid_request', 'Missing response_type. It must be code.']
  if (parameter.text !== 'code') return ['unsupported_response_type', 'Unsupported response_type. It must be code.']
  return undefined
}

function clientGrant(_: readonly Parameter[], client: Client): Fault | undefined {
  if (client.grant_types.includes('authorization_code')) return undefined
  return ['unauthorized_client', 'The client is not registered for the grant type authorization_code.']
}

/** RFC 7636 4.3 reads a missing method as `plain`, which exposes the secret in this URL. */
function challengeMethod(parameters: readonly Parameter[]): Fault | undefined {
  if (singleParameter(parameters, 'code_challenge_method')?.text === 'S256') return undefined
  return ['invalid_request', 'The code_challenge_method must be S256.'] // RFC 7636 4.4.1
}

function challenge(parameters: readonly Parameter[]): Fault | undefined {
  if (CHALLENGE.test(singleParameter(parameters, 'code_challenge')?.text ?? '')) return undefined
  return ['invalid_request', 'The code_challenge must be the 43 base64url characters of a SHA-256 hash.'] // RFC 7636 4.4.1
}

function stateLength(parameters: readonly Parameter[]): Fault | undefined {
  if ((singleParameter(parameters, 'state')?.code_points ?? 0) <= STATE_LIMIT_CODE_POINTS) return undefined
  return ['invalid_request', `The state must have at most ${STATE_LIMIT_CODE_POINTS} characters.`]
}

function scope(parameters: readonly Parameter[], client: Client): Fault | undefined {
  if (scopesOf(parameters, client)) return undefined
  const words = `The scope must contain only scopes that the client is registered for, separated by spaces: ${formatScopes(client.scopes)}.`
  return ['invalid_scope', words]
}

function thumbprint(parameters: readonly Parameter[]): Fault | undefined {
  const dpop_jkt = singleParameter(parameters, 'dpop_jkt')?.text
  // in the form of a challenge, because both are SHA-256 hashes
  if (dpop_jkt === undefined || CHALLENGE.test(dpop_jkt)) return undefined
  return ['invalid_request', 'The dpop_jkt must be the 43 base64url characters of the SHA-256 thumbprint of a key.']
}

function scopesOf(parameters: readonly Parameter[], client: Client): Scope[] | undefined {
  return narrowScopes(client.scopes, withoutIgnoredScopes(singleParameter(parameters, 'scope')?.text))
}
