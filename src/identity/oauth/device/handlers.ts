// The device authorization endpoint (RFC 8628 3.1 and 3.2).
import { networkOf } from '../../../base/net/client-ip.ts'
import type { HandlerResult, HandlerInput } from '../../../base/operation/operation.ts'
import { countAttempt } from '../../../base/rate-limits/store.ts'
import { hashToken, randomToken } from '../../../base/secrets/tokens.ts'
import type { TimedTx } from '../../../base/store/database.ts'
import { authenticateClient } from '../clients/authentication.ts'
import { findRequestingClient } from '../clients/documents/actions.ts'
import { DEVICE_GRANT } from '../clients/rules.ts'
import type { PreparedClient } from '../prepare/actions.ts'
import { oauthRefusal } from '../refusals.ts'
import { checkGrantType } from '../token/request.ts'
import { type DeviceParts, storeDevice } from './actions.ts'
import { INTERVAL_S, parseDeviceRequest, scopesForDevice, formatUserCode } from './rules.ts'

/** Maximum requests from one network in an hour, for clients without a secret. */
const PER_HOUR = 20
const HOUR_MS = 3_600_000

export async function authorizeDevice(
  parts: DeviceParts,
  { tx, raw, now, prepared }: HandlerInput<'authorizeDevice'> & { prepared: PreparedClient },
  keyOfProof: () => Promise<string | undefined>,
): Promise<HandlerResult<'authorizeDevice'>> {
  const request = parseDeviceRequest(raw)
  const { document } = prepared
  const known = await findRequestingClient(tx, request.credentials.client_id, document)
  const client = authenticateClient(known, request.credentials, prepared)
  checkGrantType(client, DEVICE_GRANT)
  const scopes = scopesForDevice(client, request.scope)
  if (client.token_endpoint_auth_method === 'none') await limitRequests({ tx, now }, raw.ip)
  // no standard binds a device_code to a key, but a proof in the request has to be valid
  await keyOfProof()
  const device_code = randomToken()
  const asked = { device_code_hash: hashToken(device_code), client_id: client.client_id, document: document ?? null }
  const user_code = formatUserCode(await storeDevice({ tx, now }, parts, { ...asked, scopes, ip: raw.ip }))
  const verification_uri = `${parts.issuer}/device`
  const body = {
    device_code,
    user_code,
    verification_uri,
    verification_uri_complete: `${verification_uri}?user_code=${user_code}`,
    expires_in: parts.device_code_s,
    interval: INTERVAL_S,
  }
  return { status: 200, headers: { 'cache-control': 'no-store' }, body }
}

/** Counts in this transaction, so a refused or repeated run does not count. */
async function limitRequests(unit: TimedTx, ip: string): Promise<void> {
  const limit = { key: `device authorization ${networkOf(ip)}`, tries: PER_HOUR }
  const { wait_ms } = await countAttempt(unit, [limit], HOUR_MS)
  if (wait_ms === 0) return
  const words = 'Too many device authorization requests from this IP address. Try again later.'
  throw oauthRefusal('too_many_requests', words, { headers: { 'retry-after': String(Math.ceil(wait_ms / 1000)) } })
}
