// A request that is sent again with the same Idempotency-Key gets the first answer again and does nothing. The answer is
// written in the same unit as the effect, so there is no moment at which one exists without the other.
import { refusal } from '../refusal.ts'
import type { Tx } from '../store/database.ts'
import { partlyRemoved, removePart } from '../store/parts.ts'
import { statement } from '../store/statement.ts'

const KEY_LENGTH_MAX = 256
const LIFETIME_MS = 24 * 3_600_000

export interface StoredAnswer {
  status: number
  body: unknown
}

interface KeyOf {
  team_id: string
  operation: string
  key: string
}

interface Row extends KeyOf {
  body_hash: string
  status: number
  answer: string
  created_at: string
}

const find = statement<KeyOf, Row>((knex, place) =>
  knex('idempotency_keys')
    .select('*')
    .where({ team_id: place('team_id'), operation: place('operation'), key: place('key') }),
)

const remove = statement<KeyOf>((knex, place) =>
  knex('idempotency_keys')
    .where({ team_id: place('team_id'), operation: place('operation'), key: place('key') })
    .delete(),
)

const insert = statement<Row>((knex, place) =>
  knex('idempotency_keys').insert({
    team_id: place('team_id'),
    operation: place('operation'),
    key: place('key'),
    body_hash: place('body_hash'),
    status: place('status'),
    answer: place('answer'),
    created_at: place('created_at'),
  }),
)

const removeOld = partlyRemoved<{ before: string }>(
  'idempotency_keys',
  ['team_id', 'operation', 'key'],
  (rows, place) => rows.where('created_at', '<', place('before')),
)

/** Refuses (400) a key whose length is not 1 to 256. */
export function checkedKey(key: string): string {
  if (key.length >= 1 && key.length <= KEY_LENGTH_MAX) return key
  throw refusal('invalid_idempotency_key', `The Idempotency-Key must have 1 to ${KEY_LENGTH_MAX} characters.`)
}

/**
 * Runs `act` unless this key has an answer from the last 24 hours, which is then given again. Refuses (409) the key with
 * another body. A refusal of `act` binds nothing: the unit is undone.
 */
export async function idempotent<Answer extends StoredAnswer>(
  tx: Tx,
  keyOf: KeyOf,
  body_hash: string,
  now: Date,
  act: () => Promise<Answer>,
): Promise<Answer | StoredAnswer> {
  const known = await tx.get(find, keyOf)
  if (known && Date.parse(known.created_at) > now.getTime() - LIFETIME_MS) {
    if (known.body_hash === body_hash) return { status: known.status, body: JSON.parse(known.answer) }
    throw refusal(
      'invalid_idempotent_request',
      'This Idempotency-Key was used with another body. Use a new key for a new request.',
    )
  }
  if (known) await tx.run(remove, keyOf)
  const answer = await act()
  const { status } = answer
  await tx.run(insert, {
    ...keyOf,
    body_hash,
    status,
    answer: JSON.stringify(answer.body),
    created_at: now.toISOString(),
  })
  return answer
}

/** Forgets some of the keys that are older than a day; whether more may be left. */
export function forgetOldKeys(tx: Tx, now: Date): Promise<boolean> {
  return removePart(tx, removeOld, { before: new Date(now.getTime() - LIFETIME_MS).toISOString() })
}
