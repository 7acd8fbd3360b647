// Somebody leaves a team, and with them goes what they let into it: a client must not keep what its giver lost.
import type { OAuth } from '../oauth/actions.ts'
import type { Tx } from '../store/database.ts'
import { type MemberChange, removeMember } from '../teams/actions.ts'

export async function removeWithAccess(
  tx: Tx,
  oauth: Pick<OAuth, 'listGrants' | 'revokeGrant'>,
  team_id: string,
  user_id: string,
  now: Date,
): Promise<MemberChange> {
  const change = await removeMember(tx, team_id, user_id)
  if (change !== 'done') return change
  const { rows } = await oauth.listGrants(tx, team_id, {})
  const theirs = rows.filter(grant => grant.user_id === user_id && grant.revoked_at === null)
  for (const { id } of theirs) await oauth.revokeGrant(tx, team_id, id, 'revoked_from_dashboard', now)
  return change
}
