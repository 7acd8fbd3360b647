// Parses a request to the token endpoint. Its form is checked before the client and the grant, so that a malformed request
// never reaches a code or a token.
import type { RawRequest } from '../../../base/operation/operation.ts'
import { CREDENTIAL_NAMES, type Credentials, parseCredentials } from '../clients/authentication.ts'
import { type Client, DEVICE_GRANT } from '../clients/rules.ts'
import {
  type Parameter,
  jsonObject,
  singleParameter,
  parametersIn,
  parseForm,
  repeatedParameters,
} from '../parameters.ts'
import { VERIFIER } from './pkce.ts'
import { oauthRefusal } from '../refusals.ts'

export type TokenRequest =
  | {
      grant_type: 'authorization_code'
      credentials: Credentials
      code: string
      redirect_uri: string
      code_verifier: string
    }
  | { grant_type: 'refresh_token'; credentials: Credentials; refresh_token: string; scope: string | undefined }
  | { grant_type: typeof DEVICE_GRANT; credentials: Credentials; device_code: string }

/** Without `resource`, which may be repeated and is ignored (RFC 8707 2). */
const NAMES = CREDENTIAL_NAMES.concat(
  'grant_type code redirect_uri code_verifier refresh_token device_code scope'.split(' '),
)

/** The request, complete and well-formed; its client is not checked here. */
export function parseTokenRequest(raw: Pick<RawRequest, 'content_type' | 'body' | 'authorization'>): TokenRequest {
  const parameters = parseBodyParameters(raw, NAMES)
  return requestOf(requiredParameter(parameters, 'grant_type'), parameters, raw.authorization)
}

/** The parameters of a body; each of `names` at most once and readable. */
export function parseBodyParameters(
  raw: Pick<RawRequest, 'content_type' | 'body'>,
  names: readonly string[],
): readonly Parameter[] {
  const parameters = given(raw)
  const malformed = parameters.find(
    parameter => (parameter.malformed || parameter.text.includes('\0')) && names.includes(parameter.name),
  )
  if (malformed) throw oauthRefusal('invalid_request', `The ${malformed.name} parameter is not valid text.`)
  const [twice] = repeatedParameters(parameters, names)
  // RFC 6749 3.2: two parts of a system could read different values of a repeated parameter
  if (twice !== undefined) throw oauthRefusal('invalid_request', `Duplicate parameter: ${twice}.`)
  return parameters
}

/** RFC 6749 3.2 and appendix B; JSON is our extension. The query is not read, because queries end up in logs. */
function given({ content_type, body }: Pick<RawRequest, 'content_type' | 'body'>): Parameter[] {
  if (content_type === 'application/x-www-form-urlencoded') return parseForm(body.toString('latin1'))
  if (content_type === 'application/json') {
    const read = jsonObject(body)
    if ('members' in read) return parametersIn(read.members)
    throw oauthRefusal('invalid_request', read.fault)
  }
  throw oauthRefusal('invalid_request', 'The body must be a form or a JSON object with the matching content type.')
}

function requestOf(
  grant_type: string,
  parameters: readonly Parameter[],
  authorization: string | undefined,
): TokenRequest {
  if (grant_type === 'authorization_code') {
    return {
      grant_type,
      code: requiredParameter(parameters, 'code'), // RFC 6749 4.1.3
      redirect_uri: requiredParameter(parameters, 'redirect_uri'),
      code_verifier: verifier(parameters),
      credentials: parseCredentials(parameters, authorization),
    }
  }
  if (grant_type === 'refresh_token') {
    return {
      grant_type,
      refresh_token: requiredParameter(parameters, 'refresh_token'), // RFC 6749 6
      scope: singleParameter(parameters, 'scope')?.text,
      credentials: parseCredentials(parameters, authorization),
    }
  }
  if (grant_type === DEVICE_GRANT) {
    const device_code = requiredParameter(parameters, 'device_code') // RFC 8628 3.4
    return { grant_type, device_code, credentials: parseCredentials(parameters, authorization) }
  }
  // RFC 6749 5.2
  const words = `The grant_type must be authorization_code, refresh_token or ${DEVICE_GRANT}.`
  throw oauthRefusal('unsupported_grant_type', words)
}

function verifier(parameters: readonly Parameter[]): string {
  const code_verifier = requiredParameter(parameters, 'code_verifier')
  if (VERIFIER.test(code_verifier)) return code_verifier
  // RFC 7636 4.1
  throw oauthRefusal('invalid_request', 'The code_verifier must have 43 to 128 characters of A-Z a-z 0-9 - . _ ~')
}

/** The value of a parameter that must be sent. */
export function requiredParameter(parameters: readonly Parameter[], name: string): string {
  const parameter = singleParameter(parameters, name)
  if (!parameter)
    throw oauthRefusal('invalid_request', `The ${name} parameter must be sent exactly once and must not be empty.`)
  return parameter.text
}

/** RFC 6749 5.2 `unauthorized_client`. */
export function checkGrantType(client: Client, grant_type: TokenRequest['grant_type']): void {
  if (client.grant_types.includes(grant_type)) return
  throw oauthRefusal('unauthorized_client', `The client is not registered for the grant type ${grant_type}.`)
}
