// The table of invitations.
import { nullable, text, uuid } from '../../../base/store/column.ts'
import type { Tx } from '../../../base/store/database.ts'
import { acrossTeams } from '../../../base/store/statement.ts'
import { table } from '../../../base/store/table.ts'
import { roleColumn } from '../store.ts'
import type { Role } from '../roles.ts'
import type { Invitation } from './rules.ts'

const invitations = table<Invitation>('invitations', {
  id: uuid,
  team_id: uuid,
  email: text,
  role: roleColumn,
  token_hash: text,
  invited_by: uuid,
  created_at: text,
  expires_at: text,
  email_id: nullable(uuid),
})

export const findInvitation = acrossTeams(
  'finds the team of an invitation',
  invitations.query<{ token_hash: string }, { team_name: string }>(({ rows, params, knex }) => {
    const team_name = knex('teams').select('name').where('id', knex.ref('invitations.team_id'))
    return rows.select({ team_name }).where(params('token_hash'))
  }),
).one

export const findInvitationById = acrossTeams(
  'finds the team of an invitation',
  invitations.query<{ id: string }, { team_name: string }>(({ rows, params, knex }) => {
    const team_name = knex('teams').select('name').where('id', knex.ref('invitations.team_id'))
    return rows.select({ team_name }).where(params('id'))
  }),
).one

/** The open invitations to an address, earliest first. `inviter_role`: the current role of the inviter; `null`: has left. */
export const listOpenInvitationsTo = acrossTeams(
  'finds the teams that invited an address',
  invitations.query<{ email: string; now: string; limit: number }, { team_name: string; inviter_role: Role | null }>(
    ({ rows, param, params, knex }) => {
      const team_name = knex('teams').select('name').where('id', knex.ref('invitations.team_id'))
      const inviter_role = knex('memberships')
        .select('role')
        .where({ team_id: knex.ref('invitations.team_id'), user_id: knex.ref('invitations.invited_by') })
      return rows
        .select({ team_name, inviter_role })
        .where(params('email'))
        .where('expires_at', '>', param('now'))
        .orderBy(['created_at', 'id'])
    },
    'limit :limit',
  ),
).all

/** The open invitations of a team. */
export const listOpenInvitations = invitations.query<{ team_id: string; now: string }>(({ rows, param, params }) =>
  rows.where(params('team_id')).where('expires_at', '>', param('now')).orderBy(['created_at', 'id']),
).all

const insertRow = invitations.insert()
export const saveEmailId = invitations.update({ by: ['team_id', 'id'], set: ['email_id'] }).put
const removeFor = invitations.remove('team_id', 'email')
/** Removes an invitation. Returns whether it existed. */
export const removeInvitation = invitations.remove('team_id', 'id').did

export const removeInvitationsExpired = acrossTeams(
  'a sweep',
  invitations.removeSome<never, { now: string }>({
    key: ['id'],
    where: ({ rows, param }) => rows.where('expires_at', '<=', param('now')),
  }),
).more

/** Stores an invitation; an earlier one for the same address is removed. */
export function insertInvitation(tx: Tx, invitation: Invitation): void {
  tx.put(removeFor, invitation)
  tx.put(insertRow, invitation)
}
