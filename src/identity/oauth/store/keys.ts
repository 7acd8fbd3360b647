// The keys that sign access tokens. The private part is read at the start and never leaves the process.
import type { SigningKey } from '../../../base/secrets/jwt.ts'
import { json, nullable, oneOf, text } from '../../../base/store/column.ts'
import type { Tx } from '../../../base/store/database.ts'
import { table } from '../../../base/store/table.ts'

export interface SigningKeyRecord extends SigningKey {
  /** The key's `kid`. */
  id: string
  /** `active` signs and verifies, `retiring` only verifies, `retired` does neither. */
  status: 'active' | 'retiring' | 'retired'
  created_at: string
  /** From when on the key verifies nothing; `null` as long as it signs. */
  retired_at: string | null
}

const keys = table<SigningKeyRecord>('oauth_signing_keys', {
  id: text,
  status: oneOf<SigningKeyRecord['status']>(),
  public_key: json<SigningKeyRecord['public_key']>(),
  private_key: json<SigningKeyRecord['private_key']>(),
  created_at: text,
  retired_at: nullable(text),
})

const IN_USE = 'and (retired_at is null or retired_at > :now) order by created_at desc, id desc'
const NOT_RETIRED = ['active', 'retiring']

const inUse = keys.query<{ now: string }>(({ rows }) => rows.whereIn('status', NOT_RETIRED), IN_USE)
const kids = keys.only('id').query<{ now: string }>(({ rows }) => rows.whereIn('status', NOT_RETIRED), IN_USE)
const insert = keys.insert()

// the private part goes at once: nothing will ever be signed with it again
const retireActive = keys.write<{ retired_at: string }>(({ rows, params }) =>
  rows.where('status', 'active').update({ status: 'retiring', private_key: '{}', ...params('retired_at') }),
)

/** A key that was retiring already keeps its own time, unless this one is sooner. */
const hurry = keys.write<{ retired_at: string }>(({ rows, param, params }) =>
  rows.where('status', 'retiring').where('retired_at', '>', param('retired_at')).update(params('retired_at')),
)

const end = keys.write<{ now: string }>(({ rows, param }) =>
  rows.where('status', 'retiring').where('retired_at', '<=', param('now')).update({ status: 'retired' }),
)

/** The keys that verify, the newest first; the first one signs. */
export function listKeysInUse(tx: Tx, now: Date): Promise<SigningKeyRecord[]> {
  return tx.all(inUse, { now: now.toISOString() })
}

/** The same keys' ids in one text, to see quickly whether anything has changed. */
export async function listKidsInUse(tx: Tx, now: Date): Promise<string> {
  return (await tx.all(kids, { now: now.toISOString() })).map(({ id }) => id).join(' ')
}

export async function insertKey(tx: Tx, key: SigningKeyRecord): Promise<void> {
  await tx.run(insert, key)
}

/** No key signs any more, and from `retired_at` on none verifies. */
export async function retireKeys(tx: Tx, retired_at: string): Promise<void> {
  await tx.run(retireActive, { retired_at })
  await tx.run(hurry, { retired_at })
}

export async function endRetired(tx: Tx, now: string): Promise<void> {
  await tx.run(end, { now })
}
