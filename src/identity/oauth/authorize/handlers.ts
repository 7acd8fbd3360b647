// The authorize endpoint, which a client opens in a person's browser.
import type { Answer, Call } from '../../../base/operation/operation.ts'
import type { Seal } from '../../../base/secrets/seal.ts'
import { type PushParts, findPushed } from '../par/handlers.ts'
import { checkPushed } from '../par/rules.ts'
import { findClient } from '../store/clients.ts'
import { packed } from './requests.ts'
import { asked, grantable, knownClient, verifiedRedirect } from './rules.ts'

export interface AuthorizeParts extends PushParts {
  /** Seals requests: they are not stored but carried in the address of the consent page. */
  requests: Seal
}

/** Writes nothing: any client can call this as often as it likes. */
export async function authorize(
  parts: AuthorizeParts,
  { tx, raw, now }: Call<'authorize'>,
): Promise<Answer<'authorize'>> {
  const pushed = await findPushed(parts, { tx, now }, raw.querystring)
  const query = asked(pushed?.querystring ?? raw.querystring)
  const client = knownClient(await findClient(tx, query.client_id))
  const redirect = verifiedRedirect(client, query, parts)
  checkPushed(client, redirect, pushed !== undefined)
  const sealed = parts.requests.sealed(packed(grantable(client, redirect, query), pushed?.id), now)
  return { status: 302, headers: { location: `${parts.issuer}/consent/${sealed}` }, body: undefined }
}
