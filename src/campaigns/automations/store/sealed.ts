// Seals steps and errands that send requests to other servers: their URLs, headers and bodies can contain secrets. They are
// stored encrypted, and opened when they are read.
import { Seal } from '../../../base/secrets/seal.ts'
import type { Tx } from '../../../base/store/database.ts'
import { findServerSecret, serverSecret } from '../../../base/store/server-secret.ts'
import type { Errand } from '../effects/errand.ts'

/** The server secret that steps and errands are sealed with. */
const SECRET = 'automation_steps'

/** Steps as stored: a text is sealed. */
export type StoredSteps<Steps> = Steps | string

/** An errand as its job stores it. Jobs of an earlier version contain the errand itself. */
export type StoredErrand = Errand | { kind: Errand['kind']; sealed: string }

/** Returns the steps in stored form: sealed if one of them sends requests to another server. */
export async function sealSteps<Steps extends readonly { type: string }[]>(
  tx: Tx,
  steps: Steps,
  now: Date,
): Promise<StoredSteps<Steps>> {
  return steps.some(({ type }) => type === 'http_request') ? sealValue(tx, steps, now) : steps
}

/** Returns stored steps in their original form. Throws if this server did not seal them. */
export async function openSteps<Steps>(tx: Tx, stored: StoredSteps<Steps>): Promise<Steps> {
  return typeof stored === 'string' ? ((await openValue(tx, stored)) as Steps) : stored
}

/** Returns the errand in the form that its job stores. */
export async function sealErrand(tx: Tx, errand: Errand, now: Date): Promise<StoredErrand> {
  return { kind: errand.kind, sealed: await sealValue(tx, errand, now) }
}

/** Returns the errand of a job. Throws if this server did not seal it. */
export async function openErrand(tx: Tx, stored: StoredErrand): Promise<Errand> {
  return 'sealed' in stored ? ((await openValue(tx, stored.sealed)) as Errand) : stored
}

async function sealValue(tx: Tx, value: unknown, now: Date): Promise<string> {
  return new Seal(await serverSecret(tx, SECRET, now)).seal(Buffer.from(JSON.stringify(value)), now)
}

async function openValue(tx: Tx, text: string): Promise<unknown> {
  const secret = await findServerSecret(tx, SECRET)
  const value = secret === undefined ? undefined : new Seal(secret).open(text)?.value
  if (!value) throw new Error(`A sealed step cannot be opened: the server secret ${SECRET} is missing or has changed`)
  return JSON.parse(value.toString())
}
