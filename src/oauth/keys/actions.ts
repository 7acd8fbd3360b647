// The keys of this server, from its database.
import { type KeyRing, keyRing, newSigningKey } from '../../secrets/jwt.ts'
import type { Database } from '../../store/database.ts'
import * as store from './store.ts'

/** The keys in use; makes the first one in a database that has none. */
export async function openKeys(database: Database, now: Date): Promise<KeyRing> {
  const keys = await database.read(store.listKeysInUse)
  const active = keys.find(({ status }) => status === 'active') ?? (await addKey(database, now))
  const published = keys.includes(active) ? keys : [active, ...keys]
  return keyRing(
    active,
    published.map(({ public_key }) => public_key),
  )
}

async function addKey(database: Database, now: Date): Promise<store.KeptKey> {
  // made before the unit: slow work has no place inside one
  const made = await newSigningKey()
  const created_at = now.toISOString()
  const key: store.KeptKey = { ...made, id: made.public_key.kid, status: 'active', created_at, retired_at: null }
  await database.unit(tx => store.insertKey(tx, key))
  return key
}
