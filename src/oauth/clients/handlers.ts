// Clients that register themselves.
import { networkOf } from '../../net/caller-ip.ts'
import type { Answer, Call } from '../../operation.ts'
import { oauthRefusal } from '../refusals.ts'
import { listVerifiedNames } from '../store/clients.ts'
import { keepClient } from './actions.ts'
import type { RegistrationLimiter } from './registration-limiter.ts'
import { checkOwnName, registrable, registration } from './rules.ts'

export async function registerClient(
  limit: RegistrationLimiter,
  { tx, raw, now }: Call<'registerClient'>,
): Promise<Answer<'registerClient'>> {
  const registered = registrable(raw, tx.newId('oauth_clients'), now)
  const { wait_s } = limit.take(raw, networkOf(raw.ip), now)
  if (wait_s > 0) {
    const words = 'Too many clients were registered from this address. Try again later.'
    throw oauthRefusal('too_many_requests', words, 429, { 'retry-after': String(wait_s) })
  }
  checkOwnName(registered, await listVerifiedNames(tx))
  const { client, client_secret } = await keepClient(tx, registered, false)
  return { status: 201, body: registration(client, client_secret) }
}
