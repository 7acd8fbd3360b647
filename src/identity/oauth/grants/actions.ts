// Grants as they end: one of them, or all that a person gave, with the API keys that were made with them.
import { removeApiKeysOfGrant } from '../../api-keys/actions.ts'
import type { TeamUnit, Tx } from '../../../base/store/database.ts'
import { record } from '../../../base/store/signals/record.ts'
import { endCodesOfUser } from '../store/codes.ts'
import * as store from '../store/grants.ts'
import type { RevokedReason } from '../store/grants.ts'

export { findClientOfGrant, findGiver } from '../store/grants.ts'

/** A code that is exchanged while its person is removed from the team gives a grant that ends with the others, or none. */
export function guardGrants(tx: Tx, team_id: string, user_id: string): void {
  tx.guard(team_id, 'grants', user_id)
}

/** Whether something that ends with the grant may be made in this unit: not when it was revoked meanwhile. */
export function mayMakeWith(tx: Tx, grant: { team_id: string; id: string }, now: Date): Promise<boolean> {
  return store.saveLiveGrantUse(tx, { ...grant, last_used_at: now.toISOString() })
}

interface Revocation {
  id: string
  reason: RevokedReason
  /** What becomes of the API keys that were made with the grant. */
  keys?: 'remove_keys' | 'keep_keys'
}

/** What became of a grant that was just ended. */
interface Revoked {
  id: string
  revoked_at: string
  revoked_reason: RevokedReason
}

/**
 * Ends a grant of a team with all of its tokens, and with the API keys that were made with it unless they are to stay;
 * `undefined` when there is none that could be ended: the first end stays as it was.
 */
export async function revokeGrantOfTeam(
  unit: TeamUnit,
  { id, reason, keys = 'remove_keys' }: Revocation,
): Promise<Revoked | undefined> {
  const { tx, team_id, now } = unit
  const revoked = { id, revoked_at: now.toISOString(), revoked_reason: reason }
  if (!(await store.saveRevoked(tx, { ...revoked, team_id }))) return undefined
  await recordRevoked(unit, revoked)
  if (keys === 'remove_keys') await removeApiKeysOfGrant(unit, id)
  return revoked
}

async function recordRevoked(
  { tx, team_id, now }: TeamUnit,
  { id, revoked_reason: reason }: Pick<Revoked, 'id' | 'revoked_reason'>,
): Promise<void> {
  const client = await store.findClientOfGrant(tx, { team_id, id })
  const facts = { object_id: id, name: client?.client_name ?? null, changes: { reason: [null, reason] } } as const
  await record(tx, { type: 'oauth_grant.revoked', team_id, at: now, ...facts })
}

/** What a person approves while all that they granted ends has ended with it, or comes after it and was not theirs to approve. */
export function guardApprovals(tx: Tx, user_id: string): void {
  tx.guard(null, 'approvals', user_id)
}

/**
 * Ends all that a person granted, in every team, when their password is changed, codes that are still on their way
 * included; how many grants that were.
 */
export async function revokeAllOfUser(tx: Tx, user_id: string, now: Date): Promise<number> {
  guardApprovals(tx, user_id)
  const revoked_at = now.toISOString()
  const revoked_reason = 'password_changed'
  endCodesOfUser(tx, { user_id, expires_at: revoked_at })
  for (const { team_id, id } of await store.listLiveGrantsOfUser(tx, { user_id })) {
    const unit = { tx, team_id, now }
    await recordRevoked(unit, { id, revoked_reason })
    await removeApiKeysOfGrant(unit, id)
  }
  return store.saveRevokedOfUser(tx, { user_id, revoked_at, revoked_reason })
}

/**
 * Ends what a person granted for a team when they leave it; the ids. The API keys that were made with it are theirs, and
 * end with their other keys.
 */
export async function revokeAllOfMember(unit: TeamUnit, user_id: string): Promise<string[]> {
  const { tx, team_id } = unit
  guardGrants(tx, team_id, user_id)
  const live = await store.listLiveGrantsOfMember(tx, { team_id, user_id })
  for (const { id } of live) {
    await revokeGrantOfTeam(unit, { id, reason: 'revoked_from_dashboard', keys: 'keep_keys' })
    await removeApiKeysOfGrant(unit, id, 'ownerless')
  }
  return live.map(({ id }) => id)
}
