// Grants as they end: one of them, or all that a person gave, with the API keys that were made with them.
import { removeApiKeysOfGrant, removeOwnerlessApiKeysOfGrant } from '../../api-keys/actions.ts'
import type { Tx } from '../../../base/store/database.ts'
import { endCodesOfUser } from '../store/codes.ts'
import * as store from '../store/grants.ts'
import type { Revoked, RevokedReason } from './rules.ts'

export { findGiver } from '../store/grants.ts'

/** A code that is exchanged while its person is removed from the team gives a grant that ends with the others, or none. */
export function guardGrants(tx: Tx, team_id: string, user_id: string): void {
  tx.guard(team_id, 'grants', user_id)
}

/** Whether something that ends with the grant may be made in this unit: not when it was revoked meanwhile. */
export function mayMakeWith(tx: Tx, grant: { team_id: string; id: string }, now: Date): Promise<boolean> {
  return store.saveLiveGrantUse(tx, grant, now.toISOString())
}

/** What becomes of the API keys that were made with a grant that ends. */
export type WithKeys = 'remove_keys' | 'keep_keys'

/**
 * Ends a grant of a team with all of its tokens and the API keys that were made with it; `undefined` when there is none
 * that could be ended: the first end stays as it was.
 */
export async function revokeGrantOfTeam(
  tx: Tx,
  team_id: string,
  id: string,
  reason: RevokedReason,
  now: Date,
  keys: WithKeys = 'remove_keys',
): Promise<Revoked | undefined> {
  const revoked = await store.saveRevokedOfTeam(tx, team_id, id, reason, now)
  if (revoked && keys === 'remove_keys') await removeApiKeysOfGrant(tx, team_id, id)
  return revoked
}

/** What a person approves while all that they granted ends has ended with it, or comes after it and was not theirs to approve. */
export function guardApprovals(tx: Tx, user_id: string): void {
  tx.guard(null, 'approvals', user_id)
}

/** Ends all that a person granted, codes that are still on their way included; how many grants that were. */
export async function revokeAllOfUser(tx: Tx, user_id: string, reason: RevokedReason, now: Date): Promise<number> {
  guardApprovals(tx, user_id)
  await endCodesOfUser(tx, user_id, now.toISOString())
  for (const { team_id, id } of await store.listLiveGrantsOfUser(tx, user_id)) {
    await removeApiKeysOfGrant(tx, team_id, id)
  }
  return store.saveRevokedOfUser(tx, user_id, reason, now)
}

/**
 * Ends what a person granted for a team, as when they leave it; the ids. The API keys that were made with it are theirs, and
 * end with their other keys.
 */
export async function revokeAllOfMember(
  tx: Tx,
  team_id: string,
  user_id: string,
  reason: RevokedReason,
  now: Date,
): Promise<string[]> {
  guardGrants(tx, team_id, user_id)
  const ids = await store.listLiveGrantsOfMember(tx, team_id, user_id)
  for (const id of ids) {
    await revokeGrantOfTeam(tx, team_id, id, reason, now, 'keep_keys')
    await removeOwnerlessApiKeysOfGrant(tx, team_id, id)
  }
  return ids
}
