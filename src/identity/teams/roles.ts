// The roles in a team, in one table: the purpose of each, and the access that an application or a key of such a member can get.

export type Role = 'owner' | 'admin' | 'developer' | 'marketer' | 'viewer'

/** The access that a member can delegate to an API key or a grant: all of the API, sending only, or none. */
export type DelegatedAccess = 'all' | 'sending' | 'none'

interface RoleFacts {
  title: string
  /** For the form in which a role is chosen. */
  description: string
  passes: DelegatedAccess
}

export const ROLES: Readonly<Record<Role, RoleFacts>> = {
  owner: {
    title: 'Owner',
    description: 'Full access. Can add and remove owners.',
    passes: 'all',
  },
  admin: {
    title: 'Administrator',
    description: 'Full access, including invitations and members.',
    passes: 'all',
  },
  developer: {
    title: 'Developer',
    description: 'Emails, contacts, domains, webhooks and API keys. Cannot manage members.',
    passes: 'all',
  },
  marketer: {
    title: 'Marketer',
    description: 'Emails, broadcasts, automations and contacts. API keys with sending access only.',
    passes: 'sending',
  },
  viewer: {
    title: 'Viewer',
    description: 'Views emails and contacts. Cannot edit anything or use API keys.',
    passes: 'none',
  },
}

export const ROLE_NAMES = Object.keys(ROLES) as Role[]

export function isRole(text: unknown): text is Role {
  return typeof text === 'string' && Object.hasOwn(ROLES, text)
}

/** Whether the role manages the members of the team. */
export function managesMembers(role: Role): boolean {
  return role === 'owner' || role === 'admin'
}

/** The role for a stored value: during an upgrade a server of the previous version still writes `member`. */
export function parseRole(stored: Role | 'member'): Role {
  return stored === 'member' ? 'developer' : stored
}
