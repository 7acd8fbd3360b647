import { oneOf, text, uuid } from '../../../base/store/column.ts'
import type { Tx } from '../../../base/store/database.ts'
import { partlyRemoved, removePart } from '../../../base/store/parts.ts'
import { acrossTeams } from '../../../base/store/statement.ts'
import { table } from '../../../base/store/table.ts'
import type { Role } from '../rules.ts'
import type { Invitation } from './rules.ts'

const invitations = table<Invitation>('invitations', {
  id: uuid,
  team_id: uuid,
  email: text,
  role: oneOf<Role>(),
  token_hash: text,
  invited_by: uuid,
  created_at: text,
  expires_at: text,
})

const byHash = acrossTeams(
  'to which team the secret invites is what is asked',
  invitations.query<{ token_hash: string }, { team_name: string }>(({ rows, params, knex }) => {
    const team_name = knex('teams').select('name').where('id', knex.ref('invitations.team_id'))
    return rows.select({ team_name }).where(params('token_hash'))
  }),
)

const ofTeam = invitations.query<{ team_id: string; now: string }>(({ rows, param, params }) =>
  rows.where(params('team_id')).where('expires_at', '>', param('now')).orderBy(['created_at', 'id']),
)

const insertRow = invitations.insert()
const removeRow = invitations.remove('team_id', 'id')
const removeFor = invitations.remove('team_id', 'email')
const removeBy = invitations.remove('team_id', 'invited_by')

const removeExpired = acrossTeams(
  'a sweep',
  partlyRemoved<{ now: string }>(invitations.name, ['id'], (rows, param) =>
    rows.where('expires_at', '<=', param('now')),
  ),
)

export function findInvitation(tx: Tx, token_hash: string): Promise<(Invitation & { team_name: string }) | undefined> {
  return tx.get(byHash, { token_hash })
}

/** Those of a team that can still be taken up. */
export function listOpenInvitations(tx: Tx, team_id: string, now: string): Promise<Invitation[]> {
  return tx.all(ofTeam, { team_id, now })
}

/** In the place of an earlier one for the same address. */
export async function insertInvitation(tx: Tx, invitation: Invitation): Promise<void> {
  await tx.run(removeFor, { team_id: invitation.team_id, email: invitation.email })
  await tx.run(insertRow, invitation)
}

/** Whether it was still there. */
export async function removeInvitation(tx: Tx, team_id: string, id: string): Promise<boolean> {
  return (await tx.run(removeRow, { team_id, id })) === 1
}

export async function removeInvitationsBy(tx: Tx, team_id: string, invited_by: string): Promise<void> {
  await tx.run(removeBy, { team_id, invited_by })
}

/** Whether more may be left. */
export function removeInvitationsExpired(tx: Tx, now: string): Promise<boolean> {
  return removePart(tx, removeExpired, { now })
}
