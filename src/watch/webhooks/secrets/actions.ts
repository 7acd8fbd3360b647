// The secrets that posts are signed with: made, kept sealed, and opened for signing and for their team.
import { randomBytes } from 'node:crypto'
import { Seal } from '../../../base/secrets/seal.ts'
import type { Tx } from '../../../base/store/database.ts'
import { serverSecret } from '../../../base/store/server-secret.ts'
import type { Webhook } from '../store.ts'

const SECRET_BYTES = 24
const PREFIX = 'whsec_'

type Sealed = Pick<Webhook, 'secret' | 'previous_secret' | 'previous_until'>

const sealOf = async (tx: Tx, now: Date): Promise<Seal> => new Seal(await serverSecret(tx, 'webhook_secrets', now))

/** A new one, as it is kept and as its team gets it. */
export async function newSecret(tx: Tx, now: Date): Promise<{ sealed: string; signing_secret: string }> {
  const key = randomBytes(SECRET_BYTES)
  return { sealed: (await sealOf(tx, now)).sealed(key, now), signing_secret: shownSecret(key) }
}

/** What a webhook's posts are signed with at that moment, the newest key first; none when they were sealed by another server. */
export async function signingKeys(tx: Tx, webhook: Sealed, now: Date): Promise<Buffer[]> {
  const { secret, previous_secret, previous_until } = webhook
  const seal = await sealOf(tx, now)
  const isKept = previous_until !== null && now.toISOString() < previous_until
  return [secret, isKept ? previous_secret : null].flatMap(each => (each && seal.opened(each)?.value) || [])
}

/** The newest one as its team knows it, and the code that verifies its posts. */
export async function shownSigningSecret(tx: Tx, webhook: Sealed, now: Date): Promise<string> {
  return shownSecret((await signingKeys(tx, webhook, now))[0]!)
}

function shownSecret(key: Buffer): string {
  return PREFIX + key.toString('base64')
}
