// Invitations to a team. The token of the link is stored as a hash; an accepted invitation is removed.
import { randomUUIDv7 } from 'node:crypto'
import { isUuid } from '../../../base/store/column.ts'
import { setActor } from '../../../base/store/set-actor.ts'
import { hashToken, randomToken } from '../../../base/secrets/tokens.ts'
import type { Database, TimedTx, TeamUnit, Tx } from '../../../base/store/database.ts'
import { record } from '../../../base/store/signals/record.ts'
import { packUuids, readUuid } from '../../../base/text/uuids.ts'
import type { Role } from '../roles.ts'
import { TEAMS_OF_PERSON_MAX, mayInvite } from '../rules.ts'
import {
  findRole,
  findUserByEmail,
  guardMembers,
  guardTeams,
  insertMembership,
  insertUser,
  listMembers,
  listTeams,
  saveEmailVerified,
  type User,
} from '../store.ts'
import {
  INVITATIONS_OFFERED_MAX,
  type Invitation,
  type InvitationMail,
  TEAM_SIZE_MAX,
  expiryOf,
  invitationIdOf,
  isForInvited,
  isOpen,
  withLink,
} from './rules.ts'
import * as store from './store.ts'

interface NewInvitation {
  team_id: string
  email: string
  role: Role
  invited_by: string
}

/** Creates an invitation. Returns its id and the token of a link that can be copied, or the reason for refusing. */
export async function createInvitation(
  tx: Tx,
  invitation: NewInvitation,
  now: Date,
): Promise<{ id: string; token: string } | 'is_member' | 'team_full'> {
  guardMembers(tx, invitation.team_id)
  const members = await listMembers(tx, invitation)
  if (members.some(({ email }) => email === invitation.email)) return 'is_member'
  const open = await listInvitations({ tx, team_id: invitation.team_id, now })
  if (members.length + open.length >= TEAM_SIZE_MAX) return 'team_full'
  const token = randomToken()
  const created_at = now.toISOString()
  const made = {
    id: randomUUIDv7(),
    token_hash: hashToken(token),
    created_at,
    expires_at: expiryOf(now),
    email_id: null,
  }
  store.insertInvitation(tx, { ...invitation, ...made })
  const { team_id, email: name, role } = invitation
  const facts = { object_id: made.id, name, changes: { role: [null, role] } } as const
  await record(tx, { type: 'invitation.created', team_id, at: now, ...facts })
  return { id: made.id, token }
}

/** A token in an email is longer than that of a copied link. */
const COPIED_LENGTH = 43

interface FoundInvitation extends Invitation {
  team_name: string
  /** Whether the token was sent by email, so that its holder has access to the invited address. */
  is_mailed: boolean
}

async function findByToken(tx: Tx, token: string): Promise<FoundInvitation | undefined> {
  if (token.length === COPIED_LENGTH) {
    const invitation = await store.findInvitation(tx, { token_hash: hashToken(token) })
    return invitation && { ...invitation, is_mailed: false }
  }
  const opened = tx.settings.invitation_seal.open(token)
  const invitation = opened && (await store.findInvitationById(tx, { id: readUuid(opened.value, 0) }))
  return invitation && { ...invitation, is_mailed: true }
}

/** Fills in the link of an invitation when its email is sent. Other emails are returned unchanged. */
export async function fillInvitationLink<Mail extends InvitationMail>(
  read: Database['read'],
  mail: Mail,
): Promise<Mail> {
  const id = invitationIdOf(mail)
  if (id === undefined || !isUuid(id)) return mail
  const url = await read(async tx => {
    const invitation = await store.findInvitationById(tx, { id })
    if (!invitation || !isForInvited(mail, invitation)) return undefined
    const { invitation_seal, leaving } = tx.settings
    const token = invitation_seal.seal(packUuids(id), new Date(invitation.created_at))
    return `${leaving.public_url}/invitation?token=${token}`
  })
  return url === undefined ? mail : withLink(mail, url)
}

/** Notes in which email the server sends the link of an invitation: the link is filled into no other email. */
export const saveInvitationEmail = store.saveEmailId

export interface OpenInvitation {
  team_name: string
  email: string
  role: Role
  /** Whether the invited person has an account here. */
  has_account: boolean
}

/** The invitation with this token, if it is still open. */
export async function findOpenInvitation(tx: Tx, token: string, now: Date): Promise<OpenInvitation | undefined> {
  const invitation = await findByToken(tx, token)
  if (!invitation || !isOpen(invitation, now) || !(await isBacked(tx, invitation))) return undefined
  const { team_name, email, role } = invitation
  return { team_name, email, role, has_account: (await findUserByEmail(tx, email)) !== undefined }
}

export function listInvitations({ tx, team_id, now }: TeamUnit): Promise<Invitation[]> {
  return store.listOpenInvitations(tx, { team_id, now: now.toISOString() })
}

/** Deletes an invitation. Returns whether it existed. */
export async function withdrawInvitation(unit: TeamUnit, id: string): Promise<boolean> {
  const open = await listInvitations(unit)
  return withdraw(unit, id, open.find(invitation => invitation.id === id)?.email ?? null)
}

async function withdraw({ tx, team_id, now }: TeamUnit, id: string, name: string | null): Promise<boolean> {
  if (!(await store.removeInvitation(tx, { team_id, id }))) return false
  await record(tx, { type: 'invitation.deleted', team_id, at: now, object_id: id, name })
  return true
}

/** Withdraws the invitations of a member that the role may not send; without a role, all of them. */
export async function withdrawInvitationsBeyond(
  unit: TeamUnit,
  { user_id, role: by }: { user_id: string; role: Role | undefined },
): Promise<void> {
  for (const { id, email, role, invited_by } of await listInvitations(unit))
    if (invited_by === user_id && !mayInvite(by, role)) await withdraw(unit, id, email)
}

interface NewMembership {
  team_id: string
  user_id: string
}

interface NewPerson {
  name: string
  password_hash: string
}

/** Accepts an invitation with a new account; `undefined` if the invitation has ended or the account exists meanwhile. */
export async function acceptInvitationAsNewUser(
  tx: Tx,
  { token, ...person }: NewPerson & { token: string },
  now: Date,
): Promise<NewMembership | undefined> {
  const invitation = await findByToken(tx, token)
  if (!invitation || (await findUserByEmail(tx, invitation.email))) return undefined
  return joinWith(tx, invitation, person, now)
}

/** An open invitation to an address, with the name of its team. */
export interface OfferedInvitation extends Invitation {
  team_name: string
}

/** The open invitations to an address that can be accepted, earliest first, at most `INVITATIONS_OFFERED_MAX`. */
export async function listInvitationsTo({ tx, now }: TimedTx, email: string): Promise<OfferedInvitation[]> {
  const open = await store.listOpenInvitationsTo(tx, { email, now: now.toISOString(), limit: INVITATIONS_OFFERED_MAX })
  return open.filter(({ inviter_role, role }) => mayInvite(inviter_role ?? undefined, role))
}

/** Accepts an invitation to an address that is verified for the person and has no account yet. */
export async function acceptVerifiedInvitation(
  tx: Tx,
  { email, invitation_id: id, ...person }: NewPerson & { email: string; invitation_id: string },
  now: Date,
): Promise<User | undefined> {
  const invitation = await store.findInvitationById(tx, { id })
  if (invitation?.email !== email) return undefined
  const joined = await joinWith(tx, { ...invitation, is_mailed: true }, person, now)
  return joined && findUserByEmail(tx, email)
}

async function joinWith(
  tx: Tx,
  invitation: FoundInvitation,
  person: NewPerson,
  now: Date,
): Promise<NewMembership | undefined> {
  const created_at = now.toISOString()
  const { email, is_mailed } = invitation
  const user = { ...person, id: randomUUIDv7(), email, created_at, email_verified_at: is_mailed ? created_at : null }
  if (!(await acceptFound(tx, invitation, now))) return undefined
  insertUser(tx, user)
  return addMember(tx, { ...invitation, user_id: user.id }, now)
}

/**
 * Accepts an invitation with an existing account. A person with too many teams is refused, and the invitation remains open.
 */
export async function acceptInvitation(
  tx: Tx,
  { token, user }: { token: string; user: Pick<User, 'id' | 'email'> },
  now: Date,
): Promise<NewMembership | 'too_many_teams' | undefined> {
  const invitation = await findByToken(tx, token)
  if (!invitation || invitation.email !== user.email) return undefined
  guardTeams(tx, user.id)
  const teams = await listTeams(tx, { user_id: user.id })
  const is_member = teams.some(({ id }) => id === invitation.team_id)
  if (!is_member && teams.length >= TEAMS_OF_PERSON_MAX) return 'too_many_teams'
  if (!(await acceptFound(tx, invitation, now))) return undefined
  if (invitation.is_mailed) saveEmailVerified(tx, { id: user.id, email_verified_at: now.toISOString() })
  if (is_member) return { team_id: invitation.team_id, user_id: user.id }
  return addMember(tx, { ...invitation, user_id: user.id }, now)
}

/**
 * Consumes the invitation. Returns whether this call did it: it succeeds once, and only if the inviter may still invite for its
 * role.
 */
async function acceptFound(tx: Tx, invitation: Invitation, now: Date): Promise<boolean> {
  return isOpen(invitation, now) && (await isBacked(tx, invitation)) && (await store.removeInvitation(tx, invitation))
}

/** Whether the person who sent the invitation may still invite people for its role. */
async function isBacked(tx: Tx, { team_id, invited_by, role }: Invitation): Promise<boolean> {
  return mayInvite(await findRole(tx, { team_id, user_id: invited_by }), role)
}

async function addMember(
  tx: Tx,
  { team_id, user_id, role, email }: NewMembership & Pick<Invitation, 'role' | 'email'>,
  now: Date,
): Promise<NewMembership> {
  insertMembership(tx, { team_id, user_id, role, created_at: now.toISOString() })
  setActor(tx, { kind: 'person', id: user_id, name: email })
  const facts = { object_id: user_id, name: email, changes: { role: [null, role] } } as const
  await record(tx, { type: 'member.joined', team_id, at: now, ...facts })
  return { team_id, user_id }
}

/** Removes some expired invitations. Returns whether more may remain. */
export function removeExpiredInvitations(tx: Tx, now: Date): Promise<boolean> {
  return store.removeInvitationsExpired(tx, { now: now.toISOString() })
}
