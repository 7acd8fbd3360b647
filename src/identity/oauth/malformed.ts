// For the mock: refuses malformed requests to the authorization server without looking up any client, code or token.
import type { OperationId } from '../../../generated/api.ts'
import type { RawRequest } from '../../base/operation/operation.ts'
import { asked } from './authorize/rules.ts'
import { registrable } from './clients/rules.ts'
import { pushable } from './par/rules.ts'
import { deviceRequest } from './device/rules.ts'
import { presented } from './token/presented.ts'
import { tokenRequest } from './token/request.ts'

const SHAPES: Partial<Record<OperationId, (raw: RawRequest, now: Date) => unknown>> = {
  authorize: raw => asked(raw.querystring),
  authorizeDevice: raw => deviceRequest(raw),
  exchangeToken: raw => tokenRequest(raw),
  introspectToken: raw => presented(raw, { bearer: true }),
  pushAuthorizationRequest: raw => pushable(raw),
  registerClient: (raw, now) => registrable(raw, '', now),
  revokeToken: raw => presented(raw, { bearer: false }),
}

/** Throws the same refusal as the operation itself. */
export function refuseMalformed(operation: OperationId, raw: RawRequest, now: Date): void {
  SHAPES[operation]?.(raw, now)
}
