// Teams and their members, for the dashboard and the first start.
import { randomUUIDv7 } from 'node:crypto'
import type { TeamUnit, Tx } from '../../base/store/database.ts'
import { changesOf } from '../../base/store/signals/changes.ts'
import { record } from '../../base/store/signals/record.ts'
import type { AuditedChange, AuditedType, Signal } from '../../base/store/signals/signal.ts'
import { withdrawInvitationsBeyond } from './invitations/actions.ts'
import { type Role, managesMembers } from './roles.ts'
import { type Member, isLastOwner, mayChangeOwners } from './rules.ts'
import * as store from './store.ts'
import type { OwnTeam, Team } from './store.ts'

/** Whether the database has no team yet. */
export async function hasNoTeam(tx: Tx): Promise<boolean> {
  return (await store.findFirstTeam(tx, {})) === undefined
}

/** Adds a team, and a person as its first owner, whose address counts as verified. */
export async function addTeam(
  tx: Tx,
  { name, ...admin }: { name: string; email: string; password_hash: string },
  now: Date,
): Promise<Team> {
  const id = randomUUIDv7()
  const email = admin.email.toLowerCase()
  const created_at = now.toISOString()
  store.insertUser(tx, { ...admin, id, email, name: 'Administrator', created_at, email_verified_at: created_at })
  return addTeamForUser(tx, { name, user_id: id }, now)
}

/** Adds a team for a person who has an account. They become its owner. */
export async function addTeamForUser(
  tx: Tx,
  { name, user_id }: { name: string; user_id: string },
  now: Date,
): Promise<Team> {
  store.guardTeams(tx, user_id)
  const created_at = now.toISOString()
  const team = { id: randomUUIDv7(), name, sender_name: null, time_zone: 'UTC', needs_two_factors: false, created_at }
  store.insertTeam(tx, team)
  store.insertMembership(tx, { team_id: team.id, user_id, role: 'owner', created_at })
  await record(tx, { type: 'team.created', team_id: team.id, at: now, object_id: team.id, name })
  return team
}

/** The first few names, of all teams, for which `isWanted` returns true. */
export async function findTeamNames(tx: Tx, isWanted: (name: string) => boolean): Promise<string[]> {
  const found: string[] = []
  for (let after: string | undefined = ''; after !== undefined && found.length < NAMES_FOUND_MAX;) {
    const { names, last } = await store.listTeamNames(tx, after)
    found.push(...names.filter(isWanted))
    after = last
    await tx.pause()
  }
  return found.slice(0, NAMES_FOUND_MAX)
}

const NAMES_FOUND_MAX = 5

const SETTINGS = ['name', 'sender_name', 'time_zone'] as const

export async function saveNamesOfTeam(
  { tx, team_id, now }: TeamUnit,
  names: Pick<Team, (typeof SETTINGS)[number]>,
): Promise<void> {
  const before = await store.findNamesOfTeam(tx, { id: team_id })
  store.saveTeamNames(tx, { ...names, id: team_id })
  const changes = before && changesOf(before, names, ...SETTINGS)
  const facts = { object_id: team_id, name: names.name, ...(changes && { changes }) }
  await record(tx, { type: 'team.updated', team_id, at: now, ...facts })
}

/** Sets whether the pages of the team require a second factor. */
export async function changeTwoFactorRequired(
  { tx, team_id, now }: TeamUnit,
  team: Team,
  needed: boolean,
): Promise<void> {
  store.saveTwoFactorRequired(tx, { id: team_id, needs_two_factors: needed })
  const changes = changesOf(team, { needs_two_factors: needed }, 'needs_two_factors')
  await record(tx, { type: 'team.updated', team_id, at: now, object_id: team_id, name: team.name, changes })
}

/** An audit event whose team is determined later. */
export interface TeamlessAuditEvent extends AuditedChange {
  type: AuditedType
  at: Date
}

/** Records an event about the whole server, for the operators' team. */
export async function recordServerEvent(tx: Tx, happening: TeamlessAuditEvent): Promise<void> {
  const first = await store.findFirstTeam(tx, {})
  if (first) await record(tx, { ...happening, team_id: first.id } as Signal<AuditedType>)
}

/** Records an action of a person, or a change of their account, for each of their teams. */
export async function recordUserEvent(
  tx: Tx,
  { id, email }: Pick<store.User, 'id' | 'email'>,
  happening: Pick<TeamlessAuditEvent, 'type' | 'at'>,
): Promise<void> {
  const facts = { ...happening, object_id: id, name: email }
  for (const team of await store.listTeams(tx, { user_id: id }))
    await record(tx, { ...facts, team_id: team.id } as Signal<AuditedType>)
}

/** The sender name of a team, as recipients of its email see it. */
export async function findSenderName(tx: Tx, team_id: string): Promise<string | undefined> {
  const names = await store.findNamesOfTeam(tx, { id: team_id })
  return names && (names.sender_name ?? names.name)
}

/** The id of the team that the server was set up with; its owners and administrators are the operators. */
export async function findFirstTeamId(tx: Tx): Promise<string | undefined> {
  return (await store.findFirstTeam(tx, {}))?.id
}

/**
 * Whether one of these teams makes the person an operator of the server: an owner or admin of its first team. Owners of other
 * teams must not change data that affects all teams (clients, new teams).
 */
export async function isOperator(tx: Tx, teams: readonly OwnTeam[]): Promise<boolean> {
  const first_id = await findFirstTeamId(tx)
  return teams.some(({ id, role }) => id === first_id && managesMembers(role))
}

export type MemberChange = 'done' | 'unknown' | 'last_owner' | 'owners_only'

interface OneMember extends TeamUnit {
  user_id: string
  /** The role of the member who makes the change. */
  by: Role
}

export async function changeMemberRole(member: OneMember, role: Role): Promise<MemberChange> {
  const { tx, team_id, user_id, now: at } = member
  const before = await memberBefore(member, role)
  if (typeof before === 'string') return before
  // an invitation beyond the new role would let the person grant, or regain, access that they no longer have
  await withdrawInvitationsBeyond(member, { user_id, role })
  store.saveRole(tx, { team_id, user_id, role })
  const facts = { object_id: user_id, name: before.email, changes: changesOf(before, { role }, 'role') }
  await record(tx, { type: 'member.updated', team_id, at, ...facts })
  return 'done'
}

/** Removes a member with the invitations that they sent, because one could be used to rejoin the team. */
export async function removeMember(member: OneMember): Promise<MemberChange> {
  const { tx, team_id, user_id, now: at } = member
  const before = await memberBefore(member, undefined)
  if (typeof before === 'string') return before
  await withdrawInvitationsBeyond(member, { user_id, role: undefined })
  store.removeTeamMembership(tx, { team_id, user_id })
  const type = tx.actor.id === user_id ? 'member.left' : 'member.removed'
  await record(tx, { type, team_id, at, object_id: user_id, name: before.email })
  return 'done'
}

/** The member, if they may get this role, or leave without one; otherwise the outcome with the reason. */
async function memberBefore(
  { tx, team_id, user_id, by }: OneMember,
  role: Role | undefined,
): Promise<Member | Exclude<MemberChange, 'done'>> {
  store.guardMembers(tx, team_id)
  const members = await store.listMembers(tx, { team_id })
  const member = members.find(({ id }) => id === user_id)
  if (!member) return 'unknown'
  const is_about_owner = member.role === 'owner' || role === 'owner'
  if (is_about_owner && !mayChangeOwners(by, members)) return 'owners_only'
  return role !== 'owner' && isLastOwner(members, user_id) ? 'last_owner' : member
}
