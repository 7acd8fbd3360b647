// The secrets that sign webhook requests. They are stored sealed (encrypted), and opened for signing and for the team.
import { randomBytes } from 'node:crypto'
import { Seal } from '../../../base/secrets/seal.ts'
import type { Tx } from '../../../base/store/database.ts'
import { serverSecret } from '../../../base/store/server-secret.ts'
import type { Webhook } from '../store.ts'

const SECRET_BYTES = 24
const PREFIX = 'whsec_'

type Sealed = Pick<Webhook, 'secret' | 'previous_secret' | 'previous_until'>

const sealOf = async (tx: Tx, now: Date): Promise<Seal> => new Seal(await serverSecret(tx, 'webhook_secrets', now))

/** A new secret in its stored form, and in the form for the team. */
export async function newSigningSecret(tx: Tx, now: Date): Promise<{ sealed: string; signing_secret: string }> {
  const key = randomBytes(SECRET_BYTES)
  return { sealed: (await sealOf(tx, now)).seal(key, now), signing_secret: shownSecret(key) }
}

/** The keys that sign at that time, newest first; none if they were sealed with the key of another server. */
export async function signingKeys(tx: Tx, webhook: Sealed, now: Date): Promise<Buffer[]> {
  const { secret, previous_secret, previous_until } = webhook
  const seal = await sealOf(tx, now)
  const isKept = previous_until !== null && now.toISOString() < previous_until
  return [secret, isKept ? previous_secret : null].flatMap(each => (each && seal.open(each)?.value) || [])
}

/** The current secret in the form that the team uses in its verification code. */
export async function findSigningSecret(tx: Tx, webhook: Sealed, now: Date): Promise<string> {
  return shownSecret((await signingKeys(tx, webhook, now))[0]!)
}

function shownSecret(key: Buffer): string {
  return PREFIX + key.toString('base64')
}
