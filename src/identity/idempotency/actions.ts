// A request that is repeated with the same Idempotency-Key gets the first response again and has no effect. The response is
// stored in the transaction of the effect, so neither exists without the other.
import { refusal } from '../../base/text/refusal.ts'
import type { TeamUnit, Tx } from '../../base/store/database.ts'
import * as store from './store.ts'

const KEY_LENGTH_MAX = 256
const LIFETIME_MS = 24 * 3_600_000

/** The stored part of a response. */
export interface StoredAnswer {
  status: number
  body: unknown
}

/** Refuses (400) a key whose length is not 1 to 256. */
export function checkIdempotencyKey(key: string): string {
  if (key.length >= 1 && key.length <= KEY_LENGTH_MAX) return key
  throw refusal('invalid_idempotency_key', `The Idempotency-Key must have 1 to ${KEY_LENGTH_MAX} characters.`)
}

/** A request with a key, identified by team, operation, key and the hash of its body. */
interface Once extends TeamUnit, store.IdempotencyKey {
  body_hash: string
}

/**
 * Runs `act`, or returns the stored response if this key has one from the last 24 hours. Refuses (409) the key with another
 * body. A refusal by `act` stores nothing, because it rolls the transaction back.
 */
export async function runOnce<Answer extends StoredAnswer>(
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

/** Removes some keys older than a day. Returns whether more may remain. */
export function removeOldKeys(tx: Tx, now: Date): Promise<boolean> {
  return store.removeAnswersBefore(tx, { before: new Date(now.getTime() - LIFETIME_MS).toISOString() })
}
