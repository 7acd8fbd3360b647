// Joining a team with the link of an invitation: with a new account or an existing one.
import { networkOf } from '../../../../base/net/client-ip.ts'
import { hashPassword } from '../../../../base/secrets/passwords.ts'
import type { User } from '../../../../identity/teams/store.ts'
import { passwordFault, normalizeName } from '../../../../identity/teams/rules.ts'
import {
  type OpenInvitation,
  findOpenInvitation,
  acceptInvitation,
  acceptInvitationAsNewUser,
} from '../../../../identity/teams/invitations/actions.ts'
import {
  chooseTeam,
  findLiveSession,
  readLiveSession,
  startSession,
} from '../../../../identity/teams/sessions/actions.ts'
import { requestLog } from '../../../http/request-log.ts'
import { SERVER } from '../../../../base/store/actor.ts'
import {
  actorOf,
  originOf,
  type OpenRequest,
  type PageOutcome,
  type DashboardPage,
  type Redirect,
  type View,
  openPage,
} from '../../page.ts'
import { FormFault, type PageProblem, problem, tooManyTeams } from '../../problems.ts'
import { checkCsrfToken, csrfToken, guestCsrfToken, isFormOfGuest } from '../../session/csrf.ts'
import { joinBody, loginFirstBody, newAccountBody, otherPersonBody } from './view.ts'

/** The token of a copied link, or of a link in an email. */
const TOKEN = /^(?:[\w-]{43}|[\w-]{68})$/

interface Arrival {
  token: string
  invitation: OpenInvitation
  /** The logged-in person. */
  user: User | undefined
}

const invitationPage = openPage('GET /invitation', 'anybody', async request => {
  const token = request.query.get('token')
  if (token === null) return arrivalView(request, await findArrival(request))
  if (!TOKEN.test(token)) return over()
  // moves the token out of the URL, before it is stored in the history, a bookmark or the URL of the login
  return { location: '/invitation', cookies: { invitation: token } }
})

export const invitationPages: DashboardPage[] = [
  invitationPage,

  openPage(
    'POST /invitation',
    'anybody',
    async request => {
      const arrival = await findArrival(request)
      return arrival.user ? joinTeam(request, arrival.token) : joinWithNewAccount(request, arrival)
    },
    { refused: invitationPage },
  ),
]

async function findArrival({ cookie, parts: { database, now } }: OpenRequest): Promise<Arrival> {
  const token = cookie('invitation')
  const session = cookie('session')
  if (!token) throw over()
  const { invitation, live } = await database.read(async tx => ({
    invitation: await findOpenInvitation(tx, token, now()),
    live: session === undefined ? undefined : await readLiveSession(tx, session, now()),
  }))
  if (!invitation) throw over()
  return { token, invitation, user: live?.user }
}

async function joinTeam({ cookie, form, parts, ctx }: OpenRequest, token: string): Promise<Redirect> {
  const { database, csrf_secret, now } = parts
  const session = cookie('session')!
  checkCsrfToken(csrf_secret, session, form)
  const joined = await database.unit(async tx => {
    const live = await findLiveSession(tx, session, now())
    if (live) tx.actor = actorOf(ctx, live.user)
    const team = live && (await acceptInvitation(tx, { token, user: live.user }, now()))
    if (team === 'too_many_teams') throw tooManyTeams()
    if (team) chooseTeam(tx, session, team.team_id)
    return team
  })
  if (!joined) throw over()
  return { location: '/mailbox', cookies: { invitation: null } }
}

async function joinWithNewAccount(request: OpenRequest, arrival: Arrival): Promise<PageOutcome> {
  const { cookie, ctx, form, parts } = request
  const { database, csrf_secret, now } = parts
  if (!isFormOfGuest(csrf_secret, cookie('visit'), form))
    throw new FormFault('This page has expired. Please try again.', 403)
  const name = normalizeName(form.get('name') ?? '')
  const password = form.get('password') ?? ''
  const fault = name ? passwordFault(password, arrival.invitation.email) : 'Enter a name of up to 100 characters.'
  if (!name || fault) throw new FormFault(fault!)
  const password_hash = await hashPassword(password, networkOf(ctx.ip))
  const session = await database.unit(async tx => {
    tx.actor = { ...SERVER, ip: ctx.ip, request_id: requestLog(ctx).id }
    const joined = await acceptInvitationAsNewUser(tx, { token: arrival.token, name, password_hash }, now())
    return joined && startSession(tx, { ...joined, from: originOf(ctx) }, now())
  })
  if (!session) throw over()
  return { location: '/mailbox', cookies: { session, visit: null, invitation: null } }
}

/** If an account exists, the link alone is not sufficient, because it may have been forwarded. */
function arrivalView({ cookie, parts }: OpenRequest, { invitation, user }: Arrival): View {
  const view = { title: 'Invitation' }
  if (user) {
    const csrf_token = csrfToken(parts.csrf_secret, cookie('session')!)
    const isFor = user.email === invitation.email
    return {
      ...view,
      csrf_token,
      body: () => (isFor ? joinBody(invitation) : otherPersonBody(invitation, user.email)),
    }
  }
  if (invitation.has_account) return { ...view, body: () => loginFirstBody(invitation) }
  const { csrf_token, cookies } = guestCsrfToken(parts.csrf_secret, cookie('visit'))
  return {
    ...view,
    cookies,
    csrf_token,
    body: () => newAccountBody(invitation),
  }
}

function over(): PageProblem {
  return problem(
    404,
    'Invitation not valid',
    'This invitation was accepted, withdrawn or has expired. Ask for a new one.',
  )
}
