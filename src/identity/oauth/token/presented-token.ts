// Requests to revoke or introspect a token (RFC 7009 2.1, RFC 7662 2.1).
import type { RawRequest } from '../../../base/operation/operation.ts'
import { CREDENTIAL_NAMES, type Credentials, parseCredentials } from '../clients/authentication.ts'
import { singleParameter } from '../parameters.ts'
import { oauthRefusal } from '../refusals.ts'
import { parseBodyParameters, requiredParameter } from './request.ts'

interface PresentedToken {
  token: string
  /** `undefined` if the request is authenticated by an API key or access token in its header. */
  credentials: Credentials | undefined
}

const NAMES = ['token', 'token_type_hint', ...CREDENTIAL_NAMES]

/** RFC 7662 2.1 allows a caller to authenticate with a token, including a bound one, instead of a client's credentials. */
const BEARER = /^(?:bearer|dpop)(?: |$)/i

/** The request, complete and well-formed; its client is not checked here. */
export function parsePresentedToken(raw: RawRequest, { bearer }: { bearer: boolean }): PresentedToken {
  const parameters = parseBodyParameters(raw, NAMES)
  const token = requiredParameter(parameters, 'token')
  // RFC 7009 2.1 and RFC 7662 2.1: a hint only speeds up the lookup, and is not needed here
  if (!bearer || !BEARER.test(raw.authorization ?? '')) {
    return { token, credentials: parseCredentials(parameters, raw.authorization) }
  }
  // RFC 6749 2.3: one method per request
  if (singleParameter(parameters, 'client_secret') || singleParameter(parameters, 'client_assertion')) {
    throw oauthRefusal('invalid_request', 'Authenticate either in the header or in the body, not in both.')
  }
  return { token, credentials: undefined }
}
