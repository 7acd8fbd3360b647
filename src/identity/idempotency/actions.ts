// A request that is sent again with the same Idempotency-Key gets the first answer again and does nothing. The answer is
// written in the same unit as the effect, so there is no moment at which one exists without the other.
import { refusal } from '../../base/text/refusal.ts'
import type { TeamUnit, Tx } from '../../base/store/database.ts'
import * as store from './store.ts'

const KEY_LENGTH_MAX = 256
const LIFETIME_MS = 24 * 3_600_000

/** What is kept of an answer. */
export interface StoredAnswer {
  status: number
  body: unknown
}

/** Refuses (400) a key whose length is not 1 to 256. */
export function checkedKey(key: string): string {
  if (key.length >= 1 && key.length <= KEY_LENGTH_MAX) return key
  throw refusal('invalid_idempotency_key', `The Idempotency-Key must have 1 to ${KEY_LENGTH_MAX} characters.`)
}

/** A request that takes effect once, by its key and by what it says. */
interface Once extends TeamUnit, store.KeyOf {
  body_hash: string
}

/**
 * Runs `act` unless this key has an answer from the last 24 hours, which is then given again. Refuses (409) the key with
 * another body. A refusal of `act` binds nothing: the unit is undone.
 */
export async function actOnce<Answer extends StoredAnswer>(
  { tx, now, body_hash, ...keyOf }: Once,
  act: () => Promise<Answer>,
): Promise<Answer | StoredAnswer> {
  const known = await store.findAnswer(tx, keyOf)
  if (known && Date.parse(known.created_at) > now.getTime() - LIFETIME_MS) {
    if (known.body_hash === body_hash) return { status: known.status, body: JSON.parse(known.answer) }
    throw refusal(
      'invalid_idempotent_request',
      'This Idempotency-Key was used with another body. Use a new key for a new request.',
    )
  }
  if (known) store.removeAnswer(tx, keyOf)
  const answer = await act()
  const { status } = answer
  const created_at = now.toISOString()
  store.insertAnswer(tx, { ...keyOf, body_hash, status, answer: JSON.stringify(answer.body), created_at })
  return answer
}

/** Forgets some of the keys that are older than a day; whether more may be left. */
export function forgetOldKeys(tx: Tx, now: Date): Promise<boolean> {
  return store.removeAnswersBefore(tx, { before: new Date(now.getTime() - LIFETIME_MS).toISOString() })
}
