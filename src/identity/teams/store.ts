// Stored teams, people, and memberships.
import { Column, codecOf, flag, nullable, text, uuid } from '../../base/store/column.ts'
import type { Tx } from '../../base/store/database.ts'
import { acrossTeams, statement } from '../../base/store/statement.ts'
import { type RecordOf, table } from '../../base/store/table.ts'
import { ROWS_PER_READ } from '../../base/store/scan.ts'
import { type Role, parseRole } from './roles.ts'
import type { Member } from './rules.ts'

const teams = table('teams', {
  id: uuid,
  name: text,
  /** The name that recipients see; `null`: the team's name. */
  sender_name: nullable(text),
  /** The time zone of times on the team's pages. */
  time_zone: text,
  /** Whether its pages require a second factor. */
  needs_two_factors: flag,
  created_at: text,
})

const users = table('users', {
  id: uuid,
  /** In lower case. */
  email: text,
  name: text,
  password_hash: text,
  created_at: text,
  /** When the person proved to own the address; `null` if no person has. */
  email_verified_at: nullable(text),
})

/** Read by `parseRole`, written unchanged. */
export const roleColumn = new Column<Role>(undefined, parseRole)
const ROLE_CODEC = codecOf({ role: roleColumn })
const OWN_TEAM_CODEC = codecOf({ role: roleColumn, needs_two_factors: flag })
const memberships = table('memberships', { team_id: uuid, user_id: uuid, role: roleColumn, created_at: text })

export type Team = RecordOf<typeof teams>
export type User = RecordOf<typeof users>

/** A team, with the person's role in it. */
export interface OwnTeam extends Team {
  role: Role
}

// ---- teams

/** The team that the server was set up with. */
export const findFirstTeam = teams
  .only('id')
  .query<object>(({ rows }) => rows.orderBy(['created_at', 'id']), 'limit 1').one
export const findNamesOfTeam = teams.only('name', 'sender_name', 'time_zone').find('id').one
export const saveTeamNames = teams.update({ by: ['id'], set: ['name', 'sender_name', 'time_zone'] }).put
export const saveTwoFactorRequired = teams.update({ by: ['id'], set: ['needs_two_factors'] }).put
export const insertTeam = teams.insert().put

const namesAfter = teams
  .only('id', 'name')
  .query<{ after_id: string; limit: number }>(
    ({ rows, param }) => rows.where('id', '>', param('after_id')).orderBy('id'),
    'limit :limit',
  )

/** Some names of teams; `last` is the name to continue after, if more may remain. */
export async function listTeamNames(tx: Tx, after: string): Promise<{ names: string[]; last: string | undefined }> {
  const rows = await tx.all(namesAfter, { after_id: after, limit: ROWS_PER_READ })
  return { names: rows.map(({ name }) => name), last: rows.length === ROWS_PER_READ ? rows.at(-1)!.id : undefined }
}

// ---- people

const userByEmail = users.find('email')
export const findUser = users.find('id').one
export const insertUser = users.insert().put

export const saveEmailVerified = users.update({ by: ['id'], set: ['email_verified_at'] }).put

/** Returns whether the password was still the `old` one and was replaced. */
export const replacePassword = users.write<{ id: string; old: string; password_hash: string }>(
  ({ rows, param, params }) =>
    rows.where({ id: param('id'), password_hash: param('old') }).update(params('password_hash')),
).did

export function findUserByEmail(tx: Tx, email: string): Promise<User | undefined> {
  return tx.get(userByEmail, { email: email.toLowerCase() })
}

// ---- memberships

/** The teams of a person, oldest membership first. */
export const listTeams = acrossTeams(
  'finds the teams of a person',
  statement<{ user_id: string }, OwnTeam>(
    (knex, param) =>
      knex('teams')
        .select(
          'teams.id',
          'teams.name',
          'teams.sender_name',
          'teams.time_zone',
          'teams.needs_two_factors',
          'teams.created_at',
          'memberships.role',
        )
        .join('memberships', 'memberships.team_id', 'teams.id')
        .where('memberships.user_id', param('user_id'))
        .orderBy(['memberships.created_at', 'teams.id']),
    '',
    OWN_TEAM_CODEC,
  ),
).all

export const listMembers = statement<{ team_id: string }, Member>(
  (knex, param) =>
    knex('memberships')
      .select('users.id', 'users.name', 'users.email', 'memberships.role', 'memberships.created_at')
      .join('users', 'users.id', 'memberships.user_id')
      .where('memberships.team_id', param('team_id'))
      .orderBy(['memberships.created_at', 'users.id']),
  '',
  ROLE_CODEC,
).all

const roleOf = memberships.only('role').find('team_id', 'user_id')

/** The role of a person in the team; `undefined` for a person who is not a member. */
export async function findRole(tx: Tx, of: { team_id: string; user_id: string }): Promise<Role | undefined> {
  return (await tx.get(roleOf, of))?.role
}

export const insertMembership = memberships.insert().put
export const saveRole = memberships.update({ by: ['team_id', 'user_id'], set: ['role'] }).put
export const removeTeamMembership = memberships.remove('team_id', 'user_id').put

/**
 * Serializes decisions that depend on the members of a team: if two owners demote each other at the same moment, one must
 * remain.
 */
export function guardMembers(tx: Tx, team_id: string): void {
  tx.guard(team_id, 'members')
}

/** Serializes decisions that depend on the teams of a person. */
export function guardTeams(tx: Tx, user_id: string): void {
  tx.guard(null, 'teams', user_id)
}
