// Signing keys of access tokens. The private part never leaves the process.
import type { SigningKey } from '../../../base/secrets/jwt.ts'
import { json, nullable, oneOf, text } from '../../../base/store/column.ts'
import type { Tx } from '../../../base/store/database.ts'
import { type RecordOf, table } from '../../../base/store/table.ts'

const keys = table('oauth_signing_keys', {
  /** The `kid` of the key. */
  id: text,
  /** `active` signs and verifies, `retiring` only verifies, `retired` does neither. */
  status: oneOf<'active' | 'retiring' | 'retired'>(),
  public_key: json<SigningKey['public_key']>(),
  private_key: json<SigningKey['private_key']>(),
  created_at: text,
  /** When the key stops verifying; `null` while it signs. */
  retired_at: nullable(text),
})

export type SigningKeyRecord = RecordOf<typeof keys>

const IN_USE = 'and (retired_at is null or retired_at > :now) order by created_at desc, id desc'
const NOT_RETIRED = ['active', 'retiring']

/** The keys that verify, newest first; the first one signs. */
export const listKeysInUse = keys.query<{ now: string }>(({ rows }) => rows.whereIn('status', NOT_RETIRED), IN_USE).all

const kids = keys.only('id').query<{ now: string }>(({ rows }) => rows.whereIn('status', NOT_RETIRED), IN_USE)

/** The ids of the same keys as one text, for a cheap check for changes. */
export async function listKidsInUse(tx: Tx, now: Date): Promise<string> {
  return (await tx.all(kids, { now: now.toISOString() })).map(({ id }) => id).join(' ')
}

export const insertKey = keys.insert().put

// the private part is deleted immediately, because nothing is signed with it again
const retireActive = keys.write<{ retired_at: string }>(({ rows, params }) =>
  rows.where('status', 'active').update({ status: 'retiring', private_key: '{}', ...params('retired_at') }),
)

/** A key that was already retiring keeps its own time unless the new time is earlier. */
const hurry = keys.write<{ retired_at: string }>(({ rows, param, params }) =>
  rows.where('status', 'retiring').where('retired_at', '>', param('retired_at')).update(params('retired_at')),
)

/** No key signs from now on, and none verifies from `retired_at` on. */
export function retireKeys(tx: Tx, retired_at: string): void {
  tx.put(retireActive, { retired_at })
  tx.put(hurry, { retired_at })
}

/** Marks the keys whose time has ended. */
export const endRetired = keys.write<{ now: string }>(({ rows, param }) =>
  rows.where('status', 'retiring').where('retired_at', '<=', param('now')).update({ status: 'retired' }),
).put
