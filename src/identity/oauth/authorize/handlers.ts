// The authorize endpoint, which a client opens in a person's browser.
import type { Answer, Call } from '../../../base/operation/operation.ts'
import type { Seal } from '../../../base/secrets/seal.ts'
import { findRequestingClient } from '../clients/documents/actions.ts'
import type { PreparedClient } from '../prepare/actions.ts'
import { packed } from './requests.ts'
import { asked, grantable, knownClient, verifiedRedirect } from './rules.ts'

export interface AuthorizeParts {
  issuer: string
  /** Seals requests: they are not stored but carried in the address of the consent page. */
  requests: Seal
  untrusted_errors_as_json: boolean
}

/** Writes nothing: any client can call this as often as it likes. */
export async function authorize(
  parts: AuthorizeParts,
  { tx, raw, now, prepared }: Call<'authorize'> & { prepared: PreparedClient },
): Promise<Answer<'authorize'>> {
  const query = asked(raw.querystring)
  const { document } = prepared
  const client = knownClient(await findRequestingClient(tx, query.client_id, document))
  const redirect = verifiedRedirect(client, query, parts)
  const sealed = parts.requests.sealed(packed({ ...grantable(client, redirect, query), document }), now)
  return { status: 302, headers: { location: `${parts.issuer}/consent/${sealed}` }, body: undefined }
}
