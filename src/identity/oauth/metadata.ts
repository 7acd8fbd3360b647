// Metadata of the authorization server: only implemented features. All URLs are derived from the configured public URL and
// never from the Host header, which the caller controls.
import type { Schemas } from '../../../generated/api.ts'
import { SIGNATURE_ALGORITHMS } from './algorithms.ts'
import { GRANT_TYPES, OFFERED_METHODS } from './clients/rules.ts'
import { SCOPES } from '../../base/operation/scope.ts'

/** RFC 8414 2. `issuer` has no trailing slash. */
export function authorizationServerMetadata(
  issuer: string,
  takes_documents = true,
): Schemas['AuthorizationServerMetadata'] {
  return {
    issuer,
    authorization_endpoint: `${issuer}/oauth/authorize`,
    token_endpoint: `${issuer}/oauth/token`,
    registration_endpoint: `${issuer}/oauth/register`,
    device_authorization_endpoint: `${issuer}/oauth/device_authorization`, // RFC 8628 4
    revocation_endpoint: `${issuer}/oauth/revoke`,
    introspection_endpoint: `${issuer}/oauth/introspect`,
    pushed_authorization_request_endpoint: `${issuer}/oauth/par`, // RFC 9126 5
    require_pushed_authorization_requests: false,
    jwks_uri: `${issuer}/.well-known/jwks.json`,
    scopes_supported: [...SCOPES],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: [...GRANT_TYPES],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: [...OFFERED_METHODS],
    token_endpoint_auth_signing_alg_values_supported: [...SIGNATURE_ALGORITHMS],
    revocation_endpoint_auth_methods_supported: [...OFFERED_METHODS],
    introspection_endpoint_auth_methods_supported: [...OFFERED_METHODS.filter(method => method !== 'none'), 'Bearer'], // RFC 8414 2
    authorization_response_iss_parameter_supported: true, // RFC 9207 3
    ...(takes_documents && { client_id_metadata_document_supported: true }), // draft-ietf-oauth-client-id-metadata-document 6
    dpop_signing_alg_values_supported: [...SIGNATURE_ALGORITHMS], // RFC 9449 5.1
  }
}

/** RFC 9728 2 */
export function protectedResourceMetadata(issuer: string): Schemas['ProtectedResourceMetadata'] {
  return {
    resource: issuer,
    authorization_servers: [issuer],
    scopes_supported: [...SCOPES],
    bearer_methods_supported: ['header'],
    // RFC 9728 2
    dpop_signing_alg_values_supported: [...SIGNATURE_ALGORITHMS],
    dpop_bound_access_tokens_required: false,
  }
}
