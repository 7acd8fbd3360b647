// What others may ask of API keys: who a key stands for, and making one at the first start.
import { randomUUIDv7 } from 'node:crypto'
import type { Caller } from '../operation.ts'
import { hashOfToken, randomLetters } from '../secrets/tokens.ts'
import type { Database, Tx } from '../store/database.ts'
import { callerOf, created, isUseDue } from './rules.ts'
import * as store from './store.ts'

export function newApiKeyToken(): string {
  return `re_${randomLetters(8)}_${randomLetters(24)}`
}

/** Who calls with a key, and what to write down about its use, if anything. */
export interface KeyCaller {
  caller: Caller
  use: ((tx: Tx) => Promise<void>) | undefined
}

/**
 * A function that finds who calls with a key; `undefined` for an unknown one. What it has found it remembers until
 * anything at all is committed, so that a key that was deleted is unknown at once.
 */
export function createKeyLookup(database: Database): (token: string, now: Date) => Promise<KeyCaller | undefined> {
  const known = new Map<string, store.KeyInUse>()
  let commits = database.commits
  return async (token, now) => {
    if (commits !== database.commits) {
      known.clear()
      commits = database.commits
    }
    const token_hash = hashOfToken(token)
    const hit = known.get(token_hash)
    if (hit) return keyCaller(hit, now)
    const found = await database.read(tx => store.findApiKeyByHash(tx, token_hash))
    if (!found) return undefined
    if (commits === database.commits) known.set(token_hash, found)
    return keyCaller(found, now)
  }
}

function keyCaller(api_key: store.KeyInUse, now: Date): KeyCaller {
  const use = isUseDue(api_key, now)
    ? (tx: Tx): Promise<void> => store.saveLastUse(tx, api_key.id, now.toISOString())
    : undefined
  return { caller: callerOf(api_key), use }
}

/** Makes a full-access key with this token. */
export async function addApiKey(tx: Tx, team_id: string, name: string, token: string, now: Date): Promise<void> {
  const body = { name, permission: 'full_access' } as const
  await store.insertApiKey(tx, created(body, { id: randomUUIDv7(), team_id, token_hash: hashOfToken(token), now }))
}
