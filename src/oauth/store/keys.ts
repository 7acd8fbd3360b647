// The keys that sign access tokens. The private part is read at the start and never leaves the process.
import type { SigningKey } from '../../secrets/jwt.ts'
import type { Tx } from '../../store/database.ts'
import { statement } from '../../store/statement.ts'

export interface SigningKeyRecord extends SigningKey {
  /** The key's `kid`. */
  id: string
  /** `active` signs and verifies, `retiring` only verifies, `retired` does neither. */
  status: 'active' | 'retiring' | 'retired'
  created_at: string
  /** From when on the key verifies nothing; `null` as long as it signs. */
  retired_at: string | null
}

type Row = Omit<SigningKeyRecord, 'public_key' | 'private_key'> & { public_key: string; private_key: string }

function toRow(key: SigningKeyRecord): Row {
  return { ...key, public_key: JSON.stringify(key.public_key), private_key: JSON.stringify(key.private_key) }
}

function fromRow(row: Row): SigningKeyRecord {
  return { ...row, public_key: JSON.parse(row.public_key), private_key: JSON.parse(row.private_key) }
}

const IN_USE = '(retired_at is null or retired_at > :now) order by created_at desc, id desc'

const inUse = statement<{ now: string }, Row>(
  knex => knex('oauth_signing_keys').select('*').whereIn('status', ['active', 'retiring']),
  `and ${IN_USE}`,
)

const kids = statement<{ now: string }, { id: string }>(
  knex => knex('oauth_signing_keys').select('id').whereIn('status', ['active', 'retiring']),
  `and ${IN_USE}`,
)

const insert = statement<Row>((knex, place) =>
  knex('oauth_signing_keys').insert({
    id: place('id'),
    status: place('status'),
    public_key: place('public_key'),
    private_key: place('private_key'),
    created_at: place('created_at'),
    retired_at: place('retired_at'),
  }),
)

// the private part goes at once: nothing will ever be signed with it again
const retireActive = statement<{ retired_at: string }>((knex, place) =>
  knex('oauth_signing_keys')
    .where('status', 'active')
    .update({ status: 'retiring', retired_at: place('retired_at'), private_key: '{}' }),
)

/** A key that was retiring already keeps its own time, unless this one is sooner. */
const hurry = statement<{ retired_at: string }>((knex, place) =>
  knex('oauth_signing_keys')
    .where('status', 'retiring')
    .where('retired_at', '>', place('retired_at'))
    .update({ retired_at: place('retired_at') }),
)

const end = statement<{ now: string }>((knex, place) =>
  knex('oauth_signing_keys').where('status', 'retiring').where('retired_at', '<=', place('now')).update({
    status: 'retired',
  }),
)

/** The keys that verify, the newest first; the first one signs. */
export async function listKeysInUse(tx: Tx, now: Date): Promise<SigningKeyRecord[]> {
  return (await tx.all(inUse, { now: now.toISOString() })).map(fromRow)
}

/** The same keys' ids in one text, to see quickly whether anything has changed. */
export async function listKidsInUse(tx: Tx, now: Date): Promise<string> {
  return (await tx.all(kids, { now: now.toISOString() })).map(({ id }) => id).join(' ')
}

export async function insertKey(tx: Tx, key: SigningKeyRecord): Promise<void> {
  await tx.run(insert, toRow(key))
}

/** No key signs any more, and from `retired_at` on none verifies. */
export async function retireKeys(tx: Tx, retired_at: string): Promise<void> {
  await tx.run(retireActive, { retired_at })
  await tx.run(hurry, { retired_at })
}

export async function endRetired(tx: Tx, now: string): Promise<void> {
  await tx.run(end, { now })
}
