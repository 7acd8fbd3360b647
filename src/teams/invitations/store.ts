import type { Tx } from '../../store/database.ts'
import { partlyRemoved, removePart } from '../../store/parts.ts'
import { statement } from '../../store/statement.ts'
import type { Invitation } from './rules.ts'

const byHash = statement<{ token_hash: string }, Invitation & { team_name: string }>((knex, place) =>
  knex('invitations')
    .select('invitations.*', 'teams.name as team_name')
    .join('teams', 'teams.id', 'invitations.team_id')
    .where('invitations.token_hash', place('token_hash')),
)

const ofTeam = statement<{ team_id: string; now: string }, Invitation>((knex, place) =>
  knex('invitations')
    .select('*')
    .where('team_id', place('team_id'))
    .where('expires_at', '>', place('now'))
    .orderBy([{ column: 'created_at' }, { column: 'id' }]),
)

const insertRow = statement<Invitation>((knex, place) =>
  knex('invitations').insert({
    id: place('id'),
    team_id: place('team_id'),
    email: place('email'),
    role: place('role'),
    token_hash: place('token_hash'),
    invited_by: place('invited_by'),
    created_at: place('created_at'),
    expires_at: place('expires_at'),
  }),
)

const removeRow = statement<{ team_id: string; id: string }>((knex, place) =>
  knex('invitations').where('team_id', place('team_id')).where('id', place('id')).delete(),
)

const removeFor = statement<{ team_id: string; email: string }>((knex, place) =>
  knex('invitations').where('team_id', place('team_id')).where('email', place('email')).delete(),
)

const removeBy = statement<{ team_id: string; invited_by: string }>((knex, place) =>
  knex('invitations').where('team_id', place('team_id')).where('invited_by', place('invited_by')).delete(),
)

const removeExpired = partlyRemoved<{ now: string }>('invitations', ['id'], (rows, place) =>
  rows.where('expires_at', '<=', place('now')),
)

export function findInvitation(tx: Tx, token_hash: string): Promise<(Invitation & { team_name: string }) | undefined> {
  return tx.get(byHash, { token_hash })
}

/** Those of a team that can still be taken up. */
export function listInvitations(tx: Tx, team_id: string, now: string): Promise<Invitation[]> {
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
