// Ends grants: a single grant, or all of a person, with the API keys that were created with them.
import { removeApiKeysOfGrant } from '../../api-keys/actions.ts'
import { listTeams } from '../../teams/store.ts'
import type { Scope } from '../../../../generated/scopes.ts'
import { refusal } from '../../../base/text/refusal.ts'
import type { TeamUnit, Tx } from '../../../base/store/database.ts'
import { record } from '../../../base/store/signals/record.ts'
import { endDevicesOfUser } from '../device/store.ts'
import { endCodesOfUser } from '../store/codes.ts'
import * as store from '../store/grants.ts'
import type { RevokedReason } from '../store/grants.ts'
import type { ClientRecord } from '../store/clients.ts'

/**
 * Serializes with the removal of a member: a code exchanged at that moment gives no grant, or one that ends with the others.
 */
export function guardGrants(tx: Tx, team_id: string, user_id: string): void {
  tx.guard(team_id, 'grants', user_id)
}

/** Whether something that ends with the grant may be created in this transaction: not if the grant was revoked meanwhile. */
export function isGrantUsable(tx: Tx, grant: { team_id: string; id: string }, now: Date): Promise<boolean> {
  return store.saveLiveGrantUse(tx, { ...grant, last_used_at: now.toISOString() })
}

interface Revocation {
  id: string
  reason: RevokedReason
  /** Whether API keys that were created with the grant are removed with it. */
  keys?: 'remove_keys' | 'keep_keys'
}

/** A grant that was just revoked. */
interface RevokedGrant {
  id: string
  revoked_at: string
  revoked_reason: RevokedReason
}

/**
 * Revokes a grant of a team with all of its tokens, and with its API keys unless these are kept. `undefined` if there is no
 * active grant: a grant that has ended keeps its first time and reason.
 */
export async function revokeGrantOfTeam(
  unit: TeamUnit,
  { id, reason, keys = 'remove_keys' }: Revocation,
): Promise<RevokedGrant | undefined> {
  const { tx, team_id, now } = unit
  const revoked = { id, revoked_at: now.toISOString(), revoked_reason: reason }
  if (!(await store.saveRevoked(tx, { ...revoked, team_id }))) return undefined
  await recordRevoked(unit, revoked)
  if (keys === 'remove_keys') await removeApiKeysOfGrant(unit, id)
  return revoked
}

async function recordRevoked(
  { tx, team_id, now }: TeamUnit,
  { id, revoked_reason: reason }: Pick<RevokedGrant, 'id' | 'revoked_reason'>,
): Promise<void> {
  const client = await store.findClientOfGrant(tx, { team_id, id })
  const facts = { object_id: id, name: client?.client_name ?? null, changes: { reason: [null, reason] } } as const
  await record(tx, { type: 'oauth_grant.revoked', team_id, at: now, ...facts })
}

/**
 * Serializes approvals with the revocation of all grants of the person: an approval at that moment is revoked, too, or runs
 * again afterwards.
 */
export function guardApprovals(tx: Tx, user_id: string): void {
  tx.guard(null, 'approvals', user_id)
}

/**
 * Guards the approval of a person. Refuses (403) a team that they do not belong to: the team is a form field, which a browser
 * can change.
 */
export async function guardApprovalFor(
  tx: Tx,
  { user_id, team_id }: Pick<store.Grant, 'user_id' | 'team_id'>,
): Promise<void> {
  guardApprovals(tx, user_id)
  const teams = await listTeams(tx, { user_id })
  if (teams.some(team => team.id === team_id)) return
  throw refusal('invalid_permission', 'You can grant access only to your own teams.')
}

/** Records an approval of a client in the audit log. */
export function recordApproved(
  { tx, team_id, now }: TeamUnit,
  { id: object_id, client_name: name }: Pick<ClientRecord, 'id' | 'client_name'>,
  granted: Scope[],
): Promise<void> {
  const facts = { object_id, name, changes: { scopes: [null, granted] } } as const
  return record(tx, { type: 'oauth_grant.approved', team_id, at: now, ...facts })
}

/**
 * Revokes all grants of a person in every team when their password changes. Expires codes that were not exchanged yet, and
 * approvals of devices that have not fetched their tokens. Returns the number of revoked grants.
 */
export async function revokeAllOfUser(tx: Tx, user_id: string, now: Date): Promise<number> {
  guardApprovals(tx, user_id)
  const revoked_at = now.toISOString()
  const revoked_reason = 'password_changed'
  endCodesOfUser(tx, { user_id, expires_at: revoked_at })
  endDevicesOfUser(tx, { approved_by: user_id, expires_at: revoked_at })
  for (const { team_id, id } of await store.listLiveGrantsOfUser(tx, { user_id })) {
    const unit = { tx, team_id, now }
    await recordRevoked(unit, { id, revoked_reason })
    await removeApiKeysOfGrant(unit, id)
  }
  return store.saveRevokedOfUser(tx, { user_id, revoked_at, revoked_reason })
}

/**
 * Revokes a person's grants for a team when they leave it. Returns the ids. API keys that were created with them belong to the
 * person and end with the person's other keys.
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
