// Suppressions for other modules: suppresses addresses, lifts suppressions, and finds suppressed recipients.
import { record } from '../../base/store/signals/record.ts'
import type { TeamUnit, Tx } from '../../base/store/database.ts'
import { truncate } from '../../base/text/length.ts'
import {
  erasedKey,
  MANUAL_CAUSE,
  type Suppression,
  type SuppressionCause,
  suppressibleAddress,
  suppressionKey,
  suppressionReason,
} from './rules.ts'
import * as store from './store.ts'

const WORDS_MAX = 200

/**
 * Suppresses addresses that were checked before. An address that is already suppressed is unchanged. Returns all ids, in the
 * order of the addresses.
 */
export async function suppressAddresses(
  { tx, team_id, now }: TeamUnit,
  emails: readonly string[],
  cause: SuppressionCause,
): Promise<string[]> {
  const known = new Map(await store.findSuppressionsByKey(tx, team_id, emails.map(suppressionKey)))
  for (const email of emails) {
    const key = suppressionKey(email)
    if (known.has(key)) continue
    const words = cause.words === null ? null : truncate(cause.words, WORDS_MAX)
    const id = tx.newId('suppressions')
    const suppression = { id, team_id, email, ...cause, words, created_at: now.toISOString() }
    store.insertSuppression(tx, suppression)
    known.set(key, suppression)
    await record(tx, { type: 'suppression.added', team_id, at: now, suppression })
  }
  return emails.map(email => known.get(suppressionKey(email))!.id)
}

/** Suppresses an address at the request of the team. Refuses an invalid one. */
export async function suppressManually(unit: TeamUnit, email: string): Promise<void> {
  await suppressAddresses(unit, [suppressibleAddress(email, 'email')], MANUAL_CAUSE)
}

/** Lifts suppressions. Returns those that still existed. */
export async function removeSuppressions(
  { tx, team_id, now }: TeamUnit,
  suppressions: readonly Suppression[],
): Promise<Suppression[]> {
  const lifted: Suppression[] = []
  for (const suppression of suppressions) {
    if (!(await store.removeSuppression(tx, { team_id, id: suppression.id }))) continue
    await record(tx, { type: 'suppression.removed', team_id, at: now, suppression })
    lifted.push(suppression)
  }
  return lifted
}

const ERASED = 'The address was erased'

/**
 * Suppresses the address of an erased contact. Only a hash of it is stored, even if it was suppressed before. `id`: the
 * erasure.
 */
export async function suppressErased(
  tx: Tx,
  { team_id, email, id }: { team_id: string; email: string; id: string },
  now: Date,
): Promise<void> {
  const key = erasedKey(team_id, email)
  const known = await store.findSuppression(tx, team_id, email)
  if (known?.email === key) return
  if (known) await removeSuppressions({ tx, team_id, now }, [known])
  const { origin, source_id } = known ?? MANUAL_CAUSE
  const suppression = { id, team_id, email: key, origin, source_id, words: ERASED, created_at: now.toISOString() }
  store.insertSuppression(tx, suppression)
  await record(tx, { type: 'suppression.added', team_id, at: now, suppression })
}

/** Those of these bare addresses that receive no email of the team, with the reason as text. */
export async function findSuppressed(
  tx: Tx,
  team_id: string,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const found = await store.findSuppressionsByKey(
    tx,
    team_id,
    addresses.map(address => address.toLowerCase()),
  )
  const words = new Map<string, string>()
  if (found.size === 0) return words
  for (const address of addresses) {
    const suppression = found.get(address.toLowerCase())
    if (suppression) words.set(address, suppressionReason(suppression))
  }
  return words
}
