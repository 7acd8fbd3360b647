// The authorize endpoint, which a client opens in a person's browser.
import type { HandlerResult, HandlerInput } from '../../../base/operation/operation.ts'
import type { Seal } from '../../../base/secrets/seal.ts'
import { findRequestingClient } from '../clients/documents/actions.ts'
import { type PushParts, findPushed } from '../par/handlers.ts'
import { checkPushed } from '../par/rules.ts'
import type { PreparedClient } from '../prepare/actions.ts'
import { packRequest } from './requests.ts'
import { parseAuthorizeQuery, grantableRequest, requireClient, verifyRedirect } from './rules.ts'

export interface AuthorizeParts extends PushParts {
  /** Seals requests: they are not stored but contained in the URL of the consent page. */
  requests: Seal
}

/** Writes nothing, because any client can call this without a limit. */
export async function authorize(
  parts: AuthorizeParts,
  { tx, raw, now, prepared }: HandlerInput<'authorize'> & { prepared: PreparedClient },
): Promise<HandlerResult<'authorize'>> {
  const pushed = await findPushed(parts, { tx, now }, raw.querystring)
  const query = parseAuthorizeQuery(pushed?.querystring ?? raw.querystring)
  const { document } = prepared
  const client = requireClient(await findRequestingClient(tx, query.client_id, document))
  const redirect = verifyRedirect(client, query, parts)
  checkPushed(client, redirect, pushed !== undefined)
  const request = { ...grantableRequest(client, redirect, query), document }
  const sealed = parts.requests.seal(packRequest(request, pushed?.id), now)
  return { status: 302, headers: { location: `${parts.issuer}/consent/${sealed}` }, body: undefined }
}
