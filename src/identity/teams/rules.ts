// Who may be in a team, and how people, teams and passwords may be called.
import { nameFault } from '../../base/text/names.ts'

/** An admin invites and removes people; everything else both may do. */
export type Role = 'admin' | 'member'

export interface Member {
  id: string
  name: string
  email: string
  role: Role
  /** Since when they belong to the team. */
  created_at: string
}

export const PASSWORD_LENGTH_MIN = 10
const PASSWORD_LENGTH_MAX = 1000
/** Each page looks at all teams of the person who sees it. */
export const TEAMS_OF_PERSON_MAX = 100
const NAME_LENGTH_MAX = 100
/** RFC 5321 4.5.3.1.3 */
const EMAIL_LENGTH_MAX = 254

export function isRole(text: unknown): text is Role {
  return text === 'admin' || text === 'member'
}

/** A team without an admin could never get one again. */
export function isLastAdmin(members: readonly Member[], user_id: string): boolean {
  const admins = members.filter(({ role }) => role === 'admin')
  return admins.length === 1 && admins[0]!.id === user_id
}

/** A name of a person or a team; `undefined` when it cannot be one. */
export function usableName(text: string): string | undefined {
  const name = text.trim().replaceAll(/ +/g, ' ')
  const length = [...name].length
  return length <= NAME_LENGTH_MAX && nameFault(name) === undefined ? name : undefined
}

/** Looser than for mail: a person who logs in as `admin@localhost` may have colleagues there. */
export function usableEmail(text: string): string | undefined {
  const email = text.trim().toLowerCase()
  const usable = email.length <= EMAIL_LENGTH_MAX && /^[^\s@<>",;:]+@[^\s@<>",;:]+$/.test(email)
  return usable && nameFault(email) === undefined ? email : undefined
}

/** What is wrong with a new password. Length is what counts (NIST SP 800-63B 5.1.1.2); no rules about characters. */
export function passwordFault(password: string, email: string): string | undefined {
  const length = [...password].length
  if (length < PASSWORD_LENGTH_MIN) return `The new password needs at least ${PASSWORD_LENGTH_MIN} characters.`
  if (length > PASSWORD_LENGTH_MAX) return `The new password can have ${PASSWORD_LENGTH_MAX} characters at the most.`
  if (password.toLowerCase() === email) return 'The new password must not be the email address.'
  return undefined
}
