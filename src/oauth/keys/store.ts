// The keys that sign access tokens. The private part is read at the start and never leaves the process.
import type { SigningKey } from '../../secrets/jwt.ts'
import type { Tx } from '../../store/database.ts'
import { statement } from '../../store/statement.ts'

export interface KeptKey extends SigningKey {
  /** The key's `kid`. */
  id: string
  /** `active` signs and verifies, `retiring` only verifies, `retired` does neither. */
  status: 'active' | 'retiring' | 'retired'
  created_at: string
  retired_at: string | null
}

type Row = Omit<KeptKey, 'public_key' | 'private_key'> & { public_key: string; private_key: string }

function toRow(key: KeptKey): Row {
  return { ...key, public_key: JSON.stringify(key.public_key), private_key: JSON.stringify(key.private_key) }
}

function fromRow(row: Row): KeptKey {
  return { ...row, public_key: JSON.parse(row.public_key), private_key: JSON.parse(row.private_key) }
}

const inUse = statement<object, Row>(knex =>
  knex('oauth_signing_keys').select('*').whereIn('status', ['active', 'retiring']).orderBy('created_at', 'desc'),
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

/** The keys that verify, the newest first. */
export async function listKeysInUse(tx: Tx): Promise<KeptKey[]> {
  return (await tx.all(inUse, {})).map(fromRow)
}

export async function insertKey(tx: Tx, key: KeptKey): Promise<void> {
  await tx.run(insert, toRow(key))
}
