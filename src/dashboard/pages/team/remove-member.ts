// Somebody leaves a team, and with them goes what they let into it: a client must not keep what its giver lost.
import type { OAuth } from '../../../oauth/actions.ts'
import type { Tx } from '../../../store/database.ts'
import { type MemberChange, removeMember } from '../../../teams/actions.ts'

export async function removeMemberWithAccess(
  tx: Tx,
  oauth: Pick<OAuth, 'revokeGrantsOfMember'>,
  { team_id, user_id, now }: { team_id: string; user_id: string; now: Date },
): Promise<MemberChange> {
  const change = await removeMember(tx, team_id, user_id)
  if (change !== 'done') return change
  await oauth.revokeGrantsOfMember(tx, team_id, user_id, 'revoked_from_dashboard', now)
  return change
}
