// An invitation lets one person into one team, once.
import type { Role } from '../roles.ts'

/** A stored invitation, with the hash of its link's token. */
export interface Invitation {
  id: string
  team_id: string
  email: string
  role: Role
  token_hash: string
  invited_by: string
  created_at: string
  expires_at: string
}

export const INVITATION_LIFETIME_MS = 7 * 24 * 3_600_000
/** The most members and open invitations of a team together. */
export const TEAM_SIZE_MAX = 200

export function expiryOf(now: Date): string {
  return new Date(now.getTime() + INVITATION_LIFETIME_MS).toISOString()
}

export function isOpen({ expires_at }: Pick<Invitation, 'expires_at'>, now: Date): boolean {
  return now.getTime() < Date.parse(expires_at)
}
