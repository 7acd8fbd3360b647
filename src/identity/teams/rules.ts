// Which members can remain or leave, and which names, addresses and passwords are accepted.
import { nameFault } from '../../base/text/names.ts'
import { type Role, managesMembers } from './roles.ts'

export interface Member {
  id: string
  name: string
  email: string
  role: Role
  /** When the person joined the team. */
  created_at: string
}

export const PASSWORD_LENGTH_MIN = 10
const PASSWORD_LENGTH_MAX = 1000
/** Limited, because each page reads all teams of the person. */
export const TEAMS_OF_PERSON_MAX = 100
const NAME_LENGTH_MAX = 100
/** RFC 5321 4.5.3.1.3 */
const EMAIL_LENGTH_MAX = 254

/** The last owner must stay: a team without an owner could never get one again. */
export function isLastOwner(members: readonly Member[], user_id: string): boolean {
  const owners = members.filter(({ role }) => role === 'owner')
  return owners.length === 1 && owners[0]!.id === user_id
}

/**
 * Whether a member with the role `by` may appoint or change an owner: owners only. In a team without an owner, which a server
 * of the previous version can still create during an upgrade, its admins may.
 */
export function mayChangeOwners(by: Role, members: readonly Member[]): boolean {
  return by === 'owner' || (managesMembers(by) && !members.some(({ role }) => role === 'owner'))
}

/** Whether a member with the role `by` may invite people for `role`; `undefined`: the person is not a member. */
export function mayInvite(by: Role | undefined, role: Role): boolean {
  return by !== undefined && managesMembers(by) && (role !== 'owner' || by === 'owner')
}

/** The normalized name of a person or a team; `undefined` if it is not a valid name. */
export function normalizeName(text: string): string | undefined {
  const name = text.trim().replaceAll(/ +/g, ' ')
  const length = [...name].length
  return length <= NAME_LENGTH_MAX && nameFault(name) === undefined ? name : undefined
}

/** The normalized address of an account. Less strict than for email: `admin@localhost` is accepted. */
export function normalizeEmail(text: string): string | undefined {
  const email = text.trim().toLowerCase()
  const usable = email.length <= EMAIL_LENGTH_MAX && /^[^\s@<>",;:]+@[^\s@<>",;:]+$/.test(email)
  return usable && nameFault(email) === undefined ? email : undefined
}

/**
 * Why a new password is refused; `undefined` if it is accepted. Only length is checked (NIST SP 800-63B 5.1.1.2), not kinds of
 * characters.
 */
export function passwordFault(password: string, email: string): string | undefined {
  const length = [...password].length
  if (length < PASSWORD_LENGTH_MIN) return `The new password must have at least ${PASSWORD_LENGTH_MIN} characters.`
  if (length > PASSWORD_LENGTH_MAX) return `The new password must have at most ${PASSWORD_LENGTH_MAX} characters.`
  if (password.toLowerCase() === email) return 'The new password must not be the email address.'
  return undefined
}
