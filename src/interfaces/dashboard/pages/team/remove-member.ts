// Ends the access that a member gave, their grants and the API keys that they created: all of it on removal, and with a new
// role the access that exceeds it.
import {
  transferApiKey,
  type ListedApiKey,
  removeApiKey,
  removeApiKeysOf,
  restrictApiKeysOf,
} from '../../../../identity/api-keys/actions.ts'
import { listApiKeysOf, listOwnerlessApiKeys } from '../../../../identity/api-keys/store.ts'
import type { OAuth } from '../../../../identity/oauth/actions.ts'
import type { GrantOfMember } from '../../../../identity/oauth/store/grants.ts'
import type { TeamUnit, Tx } from '../../../../base/store/database.ts'
import { type MemberChange, removeMember } from '../../../../identity/teams/actions.ts'
import type { Member } from '../../../../identity/teams/rules.ts'
import { ROLES, type Role } from '../../../../identity/teams/roles.ts'
import { listMembers } from '../../../../identity/teams/store.ts'

/** Maximum entries of each kind on a page. Further ones also end; keys without an owner remain. */
const ACCESS_SHOWN_MAX = 100

/** The access to a team through grants and keys of a member. */
export interface AccessOfMember {
  member: Member
  grants: GrantOfMember[]
  api_keys: ListedApiKey[]
  /** Keys without a recorded owner. */
  ownerless: ListedApiKey[]
}

export async function findAccessOfMember(
  tx: Tx,
  oauth: Pick<OAuth, 'listGrantsOfMember'>,
  { team_id, user_id }: { team_id: string; user_id: string },
): Promise<AccessOfMember | undefined> {
  const member = (await listMembers(tx, { team_id })).find(({ id }) => id === user_id)
  if (!member) return undefined
  return {
    member,
    grants: await oauth.listGrantsOfMember(tx, { team_id, user_id, limit: ACCESS_SHOWN_MAX }),
    api_keys: await listApiKeysOf(tx, { team_id, owner_id: user_id, limit: ACCESS_SHOWN_MAX }),
    ownerless: await listOwnerlessApiKeys(tx, { team_id, limit: ACCESS_SHOWN_MAX }),
  }
}

interface Removal {
  team_id: string
  user_id: string
  /** The id of the person who removes the member; `undefined` if the member leaves, who keeps nothing. */
  removed_by: string | undefined
  /** The role of that person. */
  by: Role
  /** Keys to keep, with the remover as their owner. */
  keep: readonly string[]
  /** Keys without an owner to end. */
  end: readonly string[]
  now: Date
}

/** What ended and what was kept, for the log. */
interface RemovalResult {
  grants_ended: string[]
  keys_ended: number
  keys_kept: string[]
}

export async function removeMemberWithAccess(
  tx: Tx,
  oauth: Pick<OAuth, 'revokeGrantsOfMember'>,
  { team_id, user_id, removed_by, by, keep, end, now }: Removal,
): Promise<RemovalResult | Exclude<MemberChange, 'done'>> {
  const unit = { tx, team_id, now }
  const change = await removeMember({ ...unit, user_id, by })
  if (change !== 'done') return change
  const keys_kept: string[] = []
  for (const id of removed_by === undefined ? [] : keep.slice(0, ACCESS_SHOWN_MAX)) {
    if (await transferApiKey(unit, { id, owner_id: user_id, to_id: removed_by! })) keys_kept.push(id)
  }
  const grants_ended = await oauth.revokeGrantsOfMember(unit, user_id)
  let keys_ended = await removeApiKeysOf(unit, user_id)
  if (removed_by === undefined) return { grants_ended, keys_ended, keys_kept }
  const ownerless = new Set((await listOwnerlessApiKeys(tx, { team_id, limit: ACCESS_SHOWN_MAX })).map(({ id }) => id))
  for (const id of end.filter(each => ownerless.has(each))) if (await removeApiKey(unit, id)) keys_ended++
  return { grants_ended, keys_ended, keys_kept }
}

/** Ends the access that a member gave and that exceeds the role: otherwise an application or a program would keep it. */
export async function endAccessBeyond(
  oauth: Pick<OAuth, 'revokeGrantsOfMember'>,
  { user_id, ...unit }: TeamUnit & { user_id: string },
  role: Role,
): Promise<void> {
  const { passes } = ROLES[role]
  if (passes === 'all') return
  await oauth.revokeGrantsOfMember(unit, user_id)
  if (passes === 'none') await removeApiKeysOf(unit, user_id)
  else await restrictApiKeysOf(unit, user_id)
}
