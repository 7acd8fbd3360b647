// Access to an account besides its password, and access that acts for its person: passkeys, links to OpenID providers, and own
// API keys. All of it outlives a change of the password unless it is removed with it.
import { removeApiKeysOfPerson } from '../../api-keys/actions.ts'
import { listApiKeysOfPerson } from '../../api-keys/store.ts'
import { recordUserEvent } from '../../teams/actions.ts'
import { type User, guardMembers, listTeams } from '../../teams/store.ts'
import { removePasskeys } from '../../teams/passkeys/actions.ts'
import { type Passkey, listPasskeys } from '../../teams/passkeys/store.ts'
import type { TimedTx, Tx } from '../../../base/store/database.ts'
import { type ProviderLink, listProviderLinks, removeProviderLinks } from '../openid/store.ts'

/** Maximum API keys in the list. Further keys are removed with the others. */
export const OWN_KEYS_LISTED_MAX = 100

export const ACCESS_KINDS = ['passkeys', 'provider_links', 'api_keys'] as const
export type AccessKind = (typeof ACCESS_KINDS)[number]

export interface AccountAccess {
  passkeys: Passkey[]
  provider_links: ProviderLink[]
  /** The person's API keys in all of their teams, at most `OWN_KEYS_LISTED_MAX`. */
  api_keys: { id: string; team_id: string; name: string }[]
}

/** Returns the access to the account besides its password, and the person's API keys. */
export async function findAccountAccess(tx: Tx, user_id: string): Promise<AccountAccess> {
  return {
    passkeys: await listPasskeys(tx, { user_id }),
    provider_links: await listProviderLinks(tx, { user_id }),
    api_keys: await listApiKeysOfPerson(tx, { owner_id: user_id, limit: OWN_KEYS_LISTED_MAX }),
  }
}

/** Removes access of these kinds from an account. Each removal is recorded in the audit log. */
export async function removeAccountAccess(
  { tx, now }: TimedTx,
  user: Pick<User, 'id' | 'email'>,
  kinds: readonly AccessKind[],
): Promise<void> {
  // access that is added at the same moment is removed, too, or is refused because its session has ended
  for (const kind of kinds) if (kind !== 'api_keys') tx.guard(null, kind, user.id)
  if (kinds.includes('passkeys')) await removePasskeys({ tx, now }, user)
  if (kinds.includes('provider_links') && (await removeProviderLinks(tx, { user_id: user.id })))
    await recordUserEvent(tx, user, { type: 'member.provider_removed', at: now })
  if (!kinds.includes('api_keys')) return
  for (const { id } of await listTeams(tx, { user_id: user.id })) guardMembers(tx, id)
  await removeApiKeysOfPerson({ tx, now }, user.id)
}
