// The members of a team: lists, invites and removes them, creates teams, and switches to another team of a person.
import {
  type MemberChange,
  addTeamForUser,
  changeMemberRole,
  changeTwoFactorRequired,
} from '../../../../identity/teams/actions.ts'
import { type Role, isRole } from '../../../../identity/teams/roles.ts'
import { TEAMS_OF_PERSON_MAX, mayInvite, normalizeEmail, normalizeName } from '../../../../identity/teams/rules.ts'
import { listMembers } from '../../../../identity/teams/store.ts'
import { hasFactor } from '../../../../identity/teams/factors/actions.ts'
import {
  saveInvitationEmail,
  createInvitation,
  listInvitations,
  withdrawInvitation,
} from '../../../../identity/teams/invitations/actions.ts'
import { TEAM_SIZE_MAX, invitationMail } from '../../../../identity/teams/invitations/rules.ts'
import { chooseTeam } from '../../../../identity/teams/sessions/actions.ts'
import { acceptPersonNotice } from '../../../../integrations/webhooks/delivery/notices/actions.ts'
import { requestLog } from '../../../http/request-log.ts'
import { type DashboardPage, type Visit, openPage, page } from '../../page.ts'
import { FormFault, requireFound, type PageProblem, problem, tooManyTeams } from '../../problems.ts'
import { localPath } from '../../session/local-path.ts'
import type { Visitor } from '../../session/visitor.ts'
import { removalBody } from './removal-view.ts'
import { endAccessBeyond, findAccessOfMember, removeMemberWithAccess } from './remove-member.ts'
import { linkBox, teamBody } from './view.ts'
import { imitatedWords } from './words.ts'

const DONE = {
  withdrawn: 'Invitation withdrawn. Its link no longer works.',
  removed: 'Member removed. Their connected apps and API keys ended, except for the keys that you kept.',
  role: 'Role updated. It also applies to the member’s API keys and invitations.',
  factors: 'Two-factor authentication is now required.',
  no_factors: 'Two-factor authentication is no longer required.',
  team: 'Team created.',
  named: 'Team names updated.',
}

const teamPage = page('GET /team', 'everyone', async visit => {
  const { tx, team_id, visitor } = visit
  const members = await listMembers(tx, { team_id })
  const invitations = await listInvitations(visit)
  return { title: 'Team', done: DONE, body: () => teamBody({ members, invitations, visitor }) }
})

export const teamPages: DashboardPage[] = [
  teamPage,

  page(
    'POST /team/invite',
    'admin',
    async visit => {
      const { token, ...invitation } = await inviteBy(visit)
      const url = `${visit.parts.public_url}/invitation?token=${token}`
      const is_mailed = await mailInvitation(visit, invitation)
      return { location: '/team', flash: linkBox({ email: invitation.email, url, is_mailed }) }
    },
    { refused: teamPage },
  ),

  page('POST /team/withdraw', 'admin', async visit => {
    const withdrawn = await withdrawInvitation(visit, visit.form.get('invitation_id') ?? '')
    requireFound(withdrawn, 'invitation', 'This invitation was accepted, withdrawn or has expired.')
    return { location: '/team?done=withdrawn' }
  }),

  page('POST /team/role', 'admin', async ({ tx, team_id, visitor, form, now, parts: { oauth } }) => {
    const role = form.get('role')
    if (!isRole(role)) return problem(400, 'Unknown role', 'Go back and select a role.')
    const member = { tx, team_id, now, user_id: form.get('user_id') ?? '' }
    checkChange(await changeMemberRole({ ...member, by: visitor.team.role }, role))
    await endAccessBeyond(oauth, member, role)
    return { location: '/team?done=role' }
  }),

  page('GET /team/remove/:user_id', 'self', async ({ tx, team_id, visitor, params: { user_id }, parts: { oauth } }) => {
    const is_self = user_id === visitor.user.id
    const access = requireFound(await findAccessOfMember(tx, oauth, { team_id, user_id }), 'person', NOT_HERE)
    return { title: is_self ? 'Leave team' : 'Remove member', body: () => removalBody(access, visitor) }
  }),

  /** An admin may remove any member, a member only themselves. */
  openPage('POST /team/remove', 'self', async ({ asVisitor, ctx }) => {
    const { is_self, removed, ...about } = await asVisitor(
      async ({ tx, team_id, visitor, form, now, parts: { oauth } }) => {
        const user_id = form.get('user_id') ?? ''
        const is_self = user_id === visitor.user.id
        const about = { team_id, user_id, by: visitor.user.id }
        const removed = await removeMemberWithAccess(tx, oauth, {
          ...about,
          by: visitor.team.role,
          removed_by: is_self ? undefined : visitor.user.id,
          keep: form.getAll('keep'),
          end: form.getAll('end'),
          now,
        })
        if (typeof removed === 'string') throw refused(removed)
        return { is_self, removed, ...about }
      },
    )
    requestLog(ctx).logger.info({ ...about, ...removed }, 'member removed')
    return { location: is_self ? '/mailbox' : '/team?done=removed' }
  }),

  page('POST /team/two-factors', 'owner', async visit => {
    const { tx, visitor, form } = visit
    const needed = form.get('needed')
    if (needed !== 'yes' && needed !== 'no') return problem(400, 'Missing choice', 'Go back and select an option.')
    if (needed === 'yes' && !(await hasFactor(tx, visitor.user.id)))
      return problem(
        409,
        'Set up two-factor authentication first',
        'Otherwise you would lose access to this team. Set up two-factor authentication on the Account page.',
      )
    await changeTwoFactorRequired(visit, visitor.team, needed === 'yes')
    return { location: `/team?done=${needed === 'yes' ? 'factors' : 'no_factors'}` }
  }),

  page('POST /team/found', 'operator', async ({ tx, visitor, form, now, session, parts: { oauth } }) => {
    const name = normalizeName(form.get('name') ?? '')
    if (!name) return problem(422, 'Invalid team name', 'Go back and enter a name of up to 100 characters.')
    if (visitor.teams.length >= TEAMS_OF_PERSON_MAX) return tooManyTeams()
    checkFree(await oauth.findImitated(tx, name))
    const { id } = await addTeamForUser(tx, { name, user_id: visitor.user.id }, now)
    chooseTeam(tx, session, id)
    return { location: '/team?done=team' }
  }),

  page('POST /team/switch', 'account', async ({ tx, visitor: { teams }, form, session }) => {
    const team_id = form.get('team_id') ?? ''
    if (!teams.some(({ id }) => id === team_id))
      return problem(403, 'Not your team', 'You are not a member of this team.')
    chooseTeam(tx, session, team_id)
    return { location: localPath(form.get('next')) }
  }),
]

/** Creates an invitation and returns it with its token. */
async function inviteBy({
  tx,
  team_id,
  visitor,
  form,
  now,
}: Visit<Visitor>): Promise<{ id: string; token: string; email: string; role: Role }> {
  const email = normalizeEmail(form.get('email') ?? '')
  const role = form.get('role')
  if (!email) throw new FormFault('“Email address” is invalid.')
  if (!isRole(role)) throw new FormFault('Select a role.')
  if (!mayInvite(visitor.team.role, role)) throw new FormFault('Only an owner can invite an owner.')
  const made = await createInvitation(tx, { team_id, email, role, invited_by: visitor.user.id }, now)
  if (made === 'is_member') throw new FormFault('This person is already a member.')
  if (made === 'team_full') throw new FormFault(`A team can have up to ${TEAM_SIZE_MAX} members and invitations.`)
  return { ...made, email, role }
}

/** Sends the invitation if this server sends email. Returns whether the email was accepted. */
async function mailInvitation(
  visit: Visit<Visitor>,
  invitation: { id: string; email: string; role: Role },
): Promise<boolean> {
  const { visitor, parts } = visit
  const { relay, public_url, notices_from } = parts
  if (relay === undefined) return false
  const about = { ...invitation, team_name: visitor.team.name, invited_by: visitor.user.email, public_url }
  const email_id = await acceptPersonNotice(visit, notices_from, invitationMail(about))
  if (email_id === undefined) return false
  saveInvitationEmail(visit.tx, { team_id: visit.team_id, id: invitation.id, email_id })
  return true
}

const NOT_HERE = 'This person is not a member of the team.'

function checkChange(change: MemberChange): void {
  if (change !== 'done') throw refused(change)
}

function refused(change: Exclude<MemberChange, 'done'>): PageProblem {
  if (change === 'unknown') return problem(404, 'Member not found', NOT_HERE)
  if (change === 'owners_only') return problem(403, 'Owners only', 'Only an owner can add, change or remove an owner.')
  return problem(409, 'Last owner', 'A team needs an owner. Assign the owner role to another member first.')
}

function checkFree(imitated: string | undefined): void {
  if (imitated === undefined) return
  throw problem(422, 'Invalid team name', imitatedWords(imitated))
}
