// Whom an email is not offered to: asked when an attempt begins, in the unit that writes the attempt down. That is the one
// point that all mail passes, whatever it came from and however often it was tried.
import { recordDelivery, recordProgress, type UnderDelivery } from '../../emails/actions.ts'
import type { Tx } from '../../store/database.ts'
import { findSuppressed } from '../../suppressions/actions.ts'
import { type Withheld, withholdingOf } from './rules.ts'

/** An email, and who it is to be offered to now. */
export interface LeftToOffer {
  email: UnderDelivery
  recipients: string[]
}

/**
 * Settles whoever it is withheld from, and leaves the others; nothing when nobody is left, and the email is over with that.
 * `attempt`: the number of the one that begins.
 */
export async function withhold(
  tx: Tx,
  { email, recipients }: LeftToOffer,
  attempt: number,
  now: Date,
): Promise<LeftToOffer | undefined> {
  const withheld = await findWithheld(tx, email, recipients)
  if (withheld.size === 0) return { email, recipients }
  const { over, ...progress } = withholdingOf(email, recipients, withheld, attempt)
  if (over) {
    await recordDelivery(tx, email, { ...progress, last_event: over }, now)
    return undefined
  }
  await recordProgress(tx, email, { ...progress, last_event: email.last_event }, now)
  const { settled, recipients: states } = progress
  return {
    email: { ...email, settled, recipients: states },
    recipients: recipients.filter(each => !withheld.has(each)),
  }
}

async function findWithheld(
  tx: Tx,
  { team_id }: UnderDelivery,
  recipients: readonly string[],
): Promise<ReadonlyMap<string, Withheld>> {
  const withheld = new Map<string, Withheld>()
  for (const [address, words] of await findSuppressed(tx, team_id, recipients))
    withheld.set(address, { status: 'suppressed', words })
  return withheld
}
