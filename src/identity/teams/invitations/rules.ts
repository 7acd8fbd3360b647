// An invitation admits one person to one team, once.
import { parseAddress } from '../../../base/text/addresses.ts'
import { type Role, ROLES } from '../roles.ts'

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
  /** The email in which the server sends the link; `null`: none. */
  email_id: string | null
}

export const INVITATION_LIFETIME_MS = 7 * 24 * 3_600_000
/** Maximum invitations that a person chooses from. */
export const INVITATIONS_OFFERED_MAX = 20
/** Maximum total of members and open invitations of a team. */
export const TEAM_SIZE_MAX = 200

export function expiryOf(now: Date): string {
  return new Date(now.getTime() + INVITATION_LIFETIME_MS).toISOString()
}

export function isOpen({ expires_at }: Pick<Invitation, 'expires_at'>, now: Date): boolean {
  return now.getTime() < Date.parse(expires_at)
}

/** The tag of an email that contains an invitation; its value is the id of the invitation. */
const INVITATION_TAG = 'lettermill_invitation'
/**
 * A placeholder for the link in the stored email. The stored email is visible to everyone who can read the team's emails, so
 * only the sent message contains the link.
 */
const INVITATION_LINK = '{{{INVITATION_URL}}}'

interface MailedInvitation {
  id: string
  email: string
  role: Role
  team_name: string
  /** The address of the person who invites. */
  invited_by: string
  public_url: string
}

/** The email of an invitation, without its sender. */
export function invitationMail({ id, email, role, team_name, invited_by, public_url }: MailedInvitation): {
  to: string
  subject: string
  text: string
  tags: { name: string; value: string }[]
} {
  const text = [
    `${invited_by} invited you to join ${team_name} on Lettermill (${public_url}). Your role: ${ROLES[role].title}.`,
    `Accept the invitation:\n${INVITATION_LINK}`,
    'You can use this link once. It expires in 7 days. If you did not expect this invitation, ignore this email.',
  ]
  const tags = [{ name: INVITATION_TAG, value: id }]
  return {
    to: email,
    subject: `${invited_by} invited you to ${team_name} on Lettermill`,
    text: text.join('\n\n'),
    tags,
  }
}

/** The fields of an email that the link of an invitation depends on. */
export interface InvitationMail {
  id: string
  team_id: string
  to: readonly string[]
  cc: readonly string[]
  bcc: readonly string[]
  text: string | null
  tags: readonly { name: string; value: string }[]
}

/** The id of the invitation that an email contains; `undefined` if it contains none. */
export function invitationIdOf({ tags }: InvitationMail): string | undefined {
  return tags.find(({ name }) => name === INVITATION_TAG)?.value
}

/** Whether the server sends this invitation in this email, to the invited address only. Anyone can set the tag. */
export function isForInvited(
  { id, team_id, to, cc, bcc }: InvitationMail,
  invitation: Pick<Invitation, 'team_id' | 'email' | 'email_id'>,
): boolean {
  const { email, email_id } = invitation
  if (id !== email_id || team_id !== invitation.team_id) return false
  const [only, ...others] = [...to, ...cc, ...bcc]
  return only !== undefined && others.length === 0 && parseAddress(only)?.address.toLowerCase() === email
}

export function withLink<Mail extends InvitationMail>(mail: Mail, url: string): Mail {
  return { ...mail, text: mail.text && mail.text.replaceAll(INVITATION_LINK, () => url) }
}
