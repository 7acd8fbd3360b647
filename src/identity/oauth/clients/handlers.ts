// Dynamic registration of clients.
import { countAttempt } from '../../../base/rate-limits/store.ts'
import { setActor } from '../../../base/store/set-actor.ts'
import { networkOf } from '../../../base/net/client-ip.ts'
import type { HandlerResult, HandlerInput } from '../../../base/operation/operation.ts'
import { oauthRefusal } from '../refusals.ts'
import { listVerifiedNames } from '../store/clients.ts'
import { storeClient } from './actions.ts'
import { checkOwnName, parseRegistration, registrationResponse } from './rules.ts'

/** Maximum clients that one network may register in an hour. Clients that are never used are removed after a while. */
const PER_HOUR = 20
const HOUR_MS = 3_600_000

export async function registerClient({
  tx,
  raw,
  now,
}: HandlerInput<'registerClient'>): Promise<HandlerResult<'registerClient'>> {
  const registered = parseRegistration(raw, tx.newId('oauth_clients'), now)
  // counted in this transaction, so a refused or repeated run does not count
  const limit = { key: `registration ${networkOf(raw.ip)}`, tries: PER_HOUR }
  const { wait_ms } = await countAttempt({ tx, now }, [limit], HOUR_MS)
  if (wait_ms > 0) {
    const words = 'Too many clients were registered from this IP address. Try again later.'
    const headers = { 'retry-after': String(Math.ceil(wait_ms / 1000)) }
    throw oauthRefusal('too_many_requests', words, { headers })
  }
  checkOwnName(registered, await listVerifiedNames(tx))
  setActor(tx, { kind: 'client', id: registered.client_id, name: registered.client_name })
  const { client, client_secret } = await storeClient(tx, registered, false, now)
  return { status: 201, body: registrationResponse(client, client_secret) }
}
