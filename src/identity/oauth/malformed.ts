// For the mock: refuses malformed requests to the authorization server without looking up any client, code or token.
import type { OperationId } from '../../../generated/api.ts'
import type { RawRequest } from '../../base/operation/operation.ts'
import { parseAuthorizeQuery } from './authorize/rules.ts'
import { parseRegistration } from './clients/rules.ts'
import { parsePushedRequest } from './par/rules.ts'
import { parseDeviceRequest } from './device/rules.ts'
import { parsePresentedToken } from './token/presented-token.ts'
import { parseTokenRequest } from './token/request.ts'

const SHAPES: Partial<Record<OperationId, (raw: RawRequest, now: Date) => unknown>> = {
  authorize: raw => parseAuthorizeQuery(raw.querystring),
  authorizeDevice: raw => parseDeviceRequest(raw),
  exchangeToken: raw => parseTokenRequest(raw),
  introspectToken: raw => parsePresentedToken(raw, { bearer: true }),
  pushAuthorizationRequest: raw => parsePushedRequest(raw),
  registerClient: (raw, now) => parseRegistration(raw, '', now),
  revokeToken: raw => parsePresentedToken(raw, { bearer: false }),
}

/** Throws the same refusal as the operation itself. */
export function refuseMalformed(operation: OperationId, raw: RawRequest, now: Date): void {
  SHAPES[operation]?.(raw, now)
}
