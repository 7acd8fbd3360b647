// Requests to revoke or introspect a token (RFC 7009 2.1, RFC 7662 2.1).
import type { RawRequest } from '../../../base/operation/operation.ts'
import { CREDENTIAL_NAMES, type Credentials, credentials } from '../clients/authentication.ts'
import { only } from '../parameters.ts'
import { oauthRefusal } from '../refusals.ts'
import { parametersOf, required } from './request.ts'

interface Presented {
  token: string
  /** `undefined` if the request is authenticated by an API key or access token in its header. */
  credentials: Credentials | undefined
}

const NAMES = ['token', 'token_type_hint', ...CREDENTIAL_NAMES]

/** RFC 7662 2.1 allows a caller to authenticate with a token, including a bound one, instead of a client's credentials. */
const BEARER = /^(?:bearer|dpop)(?: |$)/i

/** The request, complete and well-formed; its client is not checked here. */
export function presented(raw: RawRequest, { bearer }: { bearer: boolean }): Presented {
  const parameters = parametersOf(raw, NAMES)
  const token = required(parameters, 'token')
  // RFC 7009 2.1 and RFC 7662 2.1: a hint only speeds up the lookup, and is not needed here
  if (!bearer || !BEARER.test(raw.authorization ?? '')) {
    return { token, credentials: credentials(parameters, raw.authorization) }
  }
  // RFC 6749 2.3: one method per request
  if (only(parameters, 'client_secret') || only(parameters, 'client_assertion')) {
    throw oauthRefusal('invalid_request', 'Authenticate either in the header or in the body, not in both.')
  }
  return { token, credentials: undefined }
}
