// The person behind an API key or a grant, and whether that person is an operator of the server.
import type { Caller } from '../../base/operation/operation.ts'
import type { Tx } from '../../base/store/database.ts'
import { refusal } from '../../base/text/refusal.ts'
import { accessEndedRefusal } from '../api-keys/actions.ts'
import { findApiKey } from '../api-keys/store.ts'
import { findGrantOwner } from '../oauth/store/grants.ts'
import { findFirstTeamId } from '../teams/actions.ts'
import { findRole } from '../teams/store.ts'
import { managesMembers } from '../teams/roles.ts'

interface Origin {
  /** The person for whom the caller acts; `null` for a key without a person. */
  owner_id: string | null
  /** Whether another person created the key and may still know its secret. */
  was_handed_over: boolean
}

/**
 * Finds the person for whom a caller acts: the owner of the API key or, for a key without an owner and for an access token, the
 * person who approved the grant. Throws a refusal (503) if the key or the grant was removed after authentication.
 */
export async function findCallerPerson(
  tx: Tx,
  { kind, id, team_id, grant_id }: Pick<Caller, 'kind' | 'id' | 'team_id' | 'grant_id'>,
): Promise<Origin> {
  if (kind === 'api_key') {
    const api_key = await findApiKey(tx, { team_id, id })
    if (!api_key) throw accessEndedRefusal()
    if (api_key.owner_id !== null || grant_id === null) return api_key
  }
  const owner_id = await findGrantOwner(tx, { team_id, id: grant_id! })
  if (owner_id === undefined) throw accessEndedRefusal()
  return { owner_id, was_handed_over: false }
}

/**
 * Refuses (403) a caller who is not an operator of the server. Operations that affect all teams require a key or a grant for
 * the first team whose person is currently an owner or administrator of it. A key without a person belongs to the server and
 * acts for the operators.
 */
export async function requireOperator(tx: Tx, caller: Caller): Promise<void> {
  const { team_id, kind } = caller
  if (team_id !== (await findFirstTeamId(tx))) {
    throw refusal('invalid_permission', `${FOR_OPERATORS} Use an API key of the first team of this server.`)
  }
  const { owner_id: user_id, was_handed_over } = await findCallerPerson(tx, caller)
  if (user_id === null) return
  if (was_handed_over) {
    const words = 'Another user created this API key and may still know it. Create your own API key.'
    throw refusal('invalid_permission', `${FOR_OPERATORS} ${words}`)
  }
  const role = await findRole(tx, { team_id, user_id })
  if (role !== undefined && managesMembers(role)) return
  const credential = kind === 'api_key' ? 'API key' : 'access token'
  const found = role === undefined ? 'is not a member of' : `has the role \`${role}\` in`
  throw refusal(
    'invalid_permission',
    `${FOR_OPERATORS} The user of this ${credential} ${found} the operators' team; required: \`owner\` or \`admin\`.`,
  )
}

const FOR_OPERATORS = 'This operation requires an operator of this server.'
