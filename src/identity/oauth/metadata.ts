// Metadata of the authorization server: only what is implemented. All addresses come from the configured public URL and never
// from the Host header, which the caller chooses.
import type { Schemas } from '../../../generated/api.ts'
import { GRANT_TYPES, OFFERED_METHODS } from './clients/rules.ts'
import { SCOPES } from '../../base/operation/scope.ts'

/** RFC 8414 2. `issuer` has no trailing slash. */
export function authorizationServerMetadata(issuer: string): Schemas['AuthorizationServerMetadata'] {
  return {
    issuer,
    authorization_endpoint: `${issuer}/oauth/authorize`,
    token_endpoint: `${issuer}/oauth/token`,
    registration_endpoint: `${issuer}/oauth/register`,
    device_authorization_endpoint: `${issuer}/oauth/device_authorization`, // RFC 8628 4
    revocation_endpoint: `${issuer}/oauth/revoke`,
    introspection_endpoint: `${issuer}/oauth/introspect`,
    jwks_uri: `${issuer}/.well-known/jwks.json`,
    scopes_supported: [...SCOPES],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: [...GRANT_TYPES],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: [...OFFERED_METHODS],
    revocation_endpoint_auth_methods_supported: [...OFFERED_METHODS],
    introspection_endpoint_auth_methods_supported: [...OFFERED_METHODS.filter(method => method !== 'none'), 'Bearer'], // RFC 8414 2
    authorization_response_iss_parameter_supported: true, // RFC 9207 3
  }
}

/** RFC 9728 2 */
export function protectedResourceMetadata(issuer: string): Schemas['ProtectedResourceMetadata'] {
  return {
    resource: issuer,
    authorization_servers: [issuer],
    scopes_supported: [...SCOPES],
    bearer_methods_supported: ['header'],
  }
}
