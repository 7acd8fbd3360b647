// The members of a team: the list, inviting and removing; which team a person looks at, and another one.
import {
  type MemberChange,
  TEAMS_OF_PERSON_MAX,
  addTeamOf,
  changeRole,
  isRole,
  listMembers,
  usableEmail,
  usableName,
} from '../../../../identity/teams/actions.ts'
import {
  TEAM_SIZE_MAX,
  invite,
  listInvitations,
  withdrawInvitation,
} from '../../../../identity/teams/invitations/actions.ts'
import { chooseTeam } from '../../../../identity/teams/sessions/actions.ts'
import { requestLog } from '../../../http/request-log.ts'
import { type DashboardPage, type View, type Visit, openPage, page } from '../../page.ts'
import { found, type PageProblem, problem, tooManyTeams } from '../../problems.ts'
import { localPath } from '../../session/local-path.ts'
import type { Visitor } from '../../session/visitor.ts'
import { doneBox } from '../../ui/flash.ts'
import { removalBody } from './removal-view.ts'
import { findAccessOfMember, removeMemberWithAccess } from './remove-member.ts'
import { linkBox, teamBody } from './view.ts'
import { imitatedWords } from './words.ts'

const DONE = {
  withdrawn: 'The invitation was withdrawn. Its link does not work any more.',
  removed:
    'The person was removed. The access that they gave and the API keys that they made ended, but for those you kept.',
  role: 'The role was changed.',
  team: 'The team was made. This is it.',
  named: 'The names are saved. They count from now on.',
}

export const teamPages: DashboardPage[] = [
  page('GET /team', visit => findTeamView(visit)),

  page('POST /team/invite', async visit => {
    const invited = await inviteBy(visit)
    if (typeof invited === 'string') return findTeamView(visit, invited)
    const url = `${visit.parts.public_url}/invitation?token=${invited.token}`
    return { location: '/team', flash: linkBox({ email: invited.email, url }) }
  }),

  page('POST /team/withdraw', async ({ tx, visitor, form }) => {
    const withdrawn = await withdrawInvitation(tx, visitor.team.id, form.get('invitation_id') ?? '')
    found(withdrawn, 'invitation', 'It was taken up, withdrawn or has expired.')
    return { location: '/team?done=withdrawn' }
  }),

  page('POST /team/role', async ({ tx, visitor, form }) => {
    const role = form.get('role')
    if (!isRole(role)) return problem(400, 'No such role', 'There are admins and members.')
    checkChange(await changeRole(tx, visitor.team.id, form.get('user_id') ?? '', role))
    return { location: '/team?done=role' }
  }),

  page('GET /team/remove/:user_id', async ({ tx, visitor, params: { user_id }, parts: { oauth } }) => {
    const is_self = user_id === visitor.user.id
    const access = found(await findAccessOfMember(tx, oauth, visitor.team.id, user_id), 'person', NOT_HERE)
    return { title: is_self ? 'Leave the team' : 'Remove a member', body: () => removalBody(access, visitor) }
  }),

  /** An admin may remove every member, a member only themselves. */
  openPage('POST /team/remove', async ({ asVisitor, ctx }) => {
    const { is_self, removed, ...about } = await asVisitor(async ({ tx, visitor, form, now, parts: { oauth } }) => {
      const user_id = form.get('user_id') ?? ''
      const is_self = user_id === visitor.user.id
      const about = { team_id: visitor.team.id, user_id, by: visitor.user.id }
      const removed = await removeMemberWithAccess(tx, oauth, {
        ...about,
        removed_by: is_self ? undefined : visitor.user.id,
        keep: form.getAll('keep'),
        end: form.getAll('end'),
        now,
      })
      if (typeof removed === 'string') throw refused(removed)
      return { is_self, removed, ...about }
    })
    requestLog(ctx).logger.info({ ...about, ...removed }, 'a member was removed from a team')
    return { location: is_self ? '/mailbox' : '/team?done=removed' }
  }),

  page('POST /team/found', async ({ tx, visitor, form, now, session, parts: { oauth } }) => {
    const name = usableName(form.get('name') ?? '')
    if (!name) return problem(422, 'No name for a team', 'Go back and give it a name of up to 100 characters.')
    if (visitor.teams.length >= TEAMS_OF_PERSON_MAX) return tooManyTeams()
    checkFree(await oauth.findImitated(tx, name))
    const { id } = await addTeamOf(tx, name, visitor.user.id, now)
    await chooseTeam(tx, session, id)
    return { location: '/team?done=team' }
  }),

  page('POST /team/switch', async ({ tx, visitor: { teams }, form, session }) => {
    const team_id = form.get('team_id') ?? ''
    if (!teams.some(({ id }) => id === team_id)) return problem(403, 'Not your team', 'You do not belong to it.')
    await chooseTeam(tx, session, team_id)
    return { location: localPath(form.get('next')) }
  }),
]

async function findTeamView(visit: Visit<Visitor>, trouble?: string): Promise<View> {
  const { tx, visitor, query, form, now } = visit
  const members = await listMembers(tx, visitor.team.id)
  const invitations = await listInvitations(tx, visitor.team.id, now)
  const done = doneBox(query, DONE)
  return {
    title: 'Team',
    body: link => teamBody({ members, invitations, visitor, done, link, trouble, form }),
    ...(trouble && { status: 422 }),
  }
}

/** The token of a new invitation, or what is wrong with it. */
async function inviteBy({
  tx,
  visitor: { team, user },
  form,
  now,
}: Visit<Visitor>): Promise<{ token: string; email: string } | string> {
  const email = usableEmail(form.get('email') ?? '')
  const role = form.get('role')
  if (!email) return 'This is not an email address.'
  if (!isRole(role)) return 'Choose a role.'
  const made = await invite(tx, { team_id: team.id, email, role, invited_by: user.id }, now)
  if (made === 'is_member') return 'This person is in the team already.'
  if (made === 'team_full') return `The team has as many people and invitations as it can have: ${TEAM_SIZE_MAX}.`
  return { token: made.token, email }
}

const NOT_HERE = 'They are not in this team (any more).'

function checkChange(change: MemberChange): void {
  if (change !== 'done') throw refused(change)
}

function refused(change: Exclude<MemberChange, 'done'>): PageProblem {
  if (change === 'unknown') return problem(404, 'No such person', NOT_HERE)
  return problem(409, 'The last admin', 'The team would have no admin. Make another member an admin first.')
}

function checkFree(imitated: string | undefined): void {
  if (imitated === undefined) return
  throw problem(422, 'Not a name for a team', imitatedWords(imitated))
}
