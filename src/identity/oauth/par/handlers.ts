// The endpoint for pushed authorization requests, and their lookup by the authorize endpoint.
import type { HandlerResult, HandlerInput } from '../../../base/operation/operation.ts'
import type { Seal } from '../../../base/secrets/seal.ts'
import type { TimedTx } from '../../../base/store/database.ts'
import { packRequest } from '../authorize/requests.ts'
import { authenticateClient } from '../clients/authentication.ts'
import { findRequestingClient } from '../clients/documents/actions.ts'
import type { PreparedClient } from '../prepare/actions.ts'
import { findRequestAnswer } from '../store/answers.ts'
import * as rules from './rules.ts'

export interface PushParts {
  issuer: string
  /**
   * Seals pushed requests. Its secret differs from that of the consent page, so that neither seal is accepted in place of the
   * other.
   */
  pushed: Seal
  untrusted_errors_as_json: boolean
}

/** Writes only the use of a proof. */
export async function pushAuthorizationRequest(
  parts: PushParts,
  { tx, raw, now, prepared }: HandlerInput<'pushAuthorizationRequest'> & { prepared: PreparedClient },
  keyOfProof: () => Promise<string | undefined>,
): Promise<HandlerResult<'pushAuthorizationRequest'>> {
  const push = rules.parsePushedRequest(raw)
  const known = await findRequestingClient(tx, push.credentials.client_id, prepared.document)
  const client = authenticateClient(known, push.credentials, prepared)
  const request = rules.bindToKey(rules.pushedRequest(client, push, parts), await keyOfProof())
  const sealed = parts.pushed.seal(packRequest(request), now)
  const body = { request_uri: rules.requestUriOf(sealed), expires_in: rules.PUSHED_LIFETIME_S }
  return { status: 201, headers: { 'cache-control': 'no-store' }, body }
}

/**
 * The pushed request that an authorize query refers to; `undefined` if it refers to none. Refuses (400) an invalid reference.
 */
export async function findPushed(
  { pushed }: Pick<PushParts, 'pushed'>,
  { tx, now }: TimedTx,
  querystring: string,
): Promise<{ id: string; querystring: string } | undefined> {
  const reference = rules.parseReference(querystring)
  if (!reference) return undefined
  const opened = pushed.open(reference.sealed)
  const query = opened && rules.pushedQueryOf(opened, reference.client_id, now)
  if (query === undefined) throw rules.invalidReference()
  // RFC 9126 4: a reload before the answer does not count as a second use
  if (await findRequestAnswer(tx, { request_id: opened!.id })) throw rules.invalidReference()
  return { id: opened!.id, querystring: query }
}
