// Logging in with the OpenID provider: the redirect to it, and the callback.
import { networkOf } from '../../../../../base/net/client-ip.ts'
import { countAttempt } from '../../../../../base/rate-limits/store.ts'
import { SERVER } from '../../../../../base/store/actor.ts'
import type { Tx } from '../../../../../base/store/database.ts'
import {
  type FinishedLogin,
  type LinkAnswer,
  type Provider,
  ProviderFault,
  findOrLinkUser,
  findLinkQuestion,
} from '../../../../../identity/login/openid/actions.ts'
import { hasFactor, sealFirstStep } from '../../../../../identity/teams/factors/actions.ts'
import { type User, listTeams } from '../../../../../identity/teams/store.ts'
import { findLiveSession } from '../../../../../identity/teams/sessions/actions.ts'
import { acceptPersonNotice } from '../../../../../integrations/webhooks/delivery/notices/actions.ts'
import { requestLog } from '../../../../http/request-log.ts'
import { type DashboardPage, type OpenRequest, type PageOutcome, openPage } from '../../../page.ts'
import { requireFound, problem } from '../../../problems.ts'
import { startBrowserSession } from '../../../session/start-session.ts'
import type { CookieChanges } from '../../../session/cookies.ts'
import { guestCsrfToken, isFormOfGuest } from '../../../session/csrf.ts'
import { findKnownBrowser } from '../../../session/known-browser.ts'
import { localPath, loginPath } from '../../../session/local-path.ts'
import { waitText } from '../../../session/rate-limiter.ts'
import { codePath, showLogin } from '../actions.ts'
import { confirmBody } from './view.ts'

/** Each attempt also causes a request to the provider. */
const TRIES = 30
const WINDOW_MS = 15 * 60_000

const TROUBLE = {
  unverified: 'has not verified your email address, so no account can be found by it.',
  unknown: 'knows you, but there is no account with your email address here. Ask for an invitation to a team.',
  linked_before:
    'has your email address for another account than before. Log in with the password, and remove the link on your account.',
}

const confirmPage = openPage('GET /login/provider/confirm', 'anybody', async request => {
  const { parts, cookie } = request
  const { provider, finished } = findFinished(request)
  const question = await parts.database.read(tx => findLinkQuestion({ tx, now: parts.now() }, finished.person))
  if (!question) return { location: loginPath(localPath(finished.next)), cookies: { provider: null } }
  const { csrf_token, cookies } = guestCsrfToken(parts.csrf_secret, cookie('visit'))
  return { title: 'Log in', cookies, csrf_token, body: () => confirmBody({ question, provider: provider.name }) }
})

export const providerPages: DashboardPage[] = [
  openPage('GET /login/provider', 'anybody', request =>
    asking(request, async provider => {
      const { location, kept } = await provider.begin(localPath(request.query.get('next')))
      return { location, cookies: { provider: kept } }
    }),
  ),

  openPage('GET /login/provider/callback', 'anybody', request =>
    asking(request, async provider => {
      const finished = await provider.finish(request.query, request.cookie('provider'))
      return logInFinished(request, provider, finished, {})
    }),
  ),

  confirmPage,

  openPage('POST /login/provider/confirm', 'anybody', async request => {
    const { form, cookie, parts } = request
    const { provider, finished } = findFinished(request)
    if (!isFormOfGuest(parts.csrf_secret, cookie('visit'), form))
      throw problem(403, 'Page expired', 'No changes were made. Go back, reload the page and try again.')
    const answer = { invitation_id: form.get('invitation_id') ?? undefined, removes_access: form.has('remove_access') }
    return logInFinished(request, provider, finished, answer)
  }),
]

function findFinished({ parts, cookie }: OpenRequest): { provider: Provider; finished: FinishedLogin } {
  const provider = requireFound(parts.provider)
  const finished = provider.openFinished(cookie('provider'))
  if (!finished) throw problem(404, 'This login has expired', `Log in with ${provider.name} again.`)
  return { provider, finished }
}

/** Logs in a person identified by the provider, or redirects to the question that they have to answer first. */
async function logInFinished(
  request: OpenRequest,
  provider: Provider,
  finished: FinishedLogin,
  answer: LinkAnswer,
): Promise<PageOutcome> {
  const { parts, cookie, ctx } = request
  const { person, next } = finished
  const session = cookie('session')
  const cookies = await parts.database.unit(async tx => {
    tx.actor = { ...SERVER, ip: ctx.ip, request_id: requestLog(ctx).id }
    const now = parts.now()
    const user_id = session === undefined ? undefined : (await findLiveSession(tx, session, now))?.user.id
    const linked = await findOrLinkUser({ tx, now }, provider.issuer, person, { ...answer, user_id })
    if (typeof linked === 'string') return linked
    if (linked.is_new) await tellOfLink(request, tx, linked.user, provider)
    return logInLinked(request, tx, linked.user, person.has_two_factors)
  })
  if (cookies === 'question')
    return { location: '/login/provider/confirm', cookies: { provider: provider.sealFinished(finished) } }
  if (typeof cookies === 'string') return refuse(request, 403, `${provider.name} ${TROUBLE[cookies]}`)
  const location = localPath(next)
  return { location: cookies.login ? codePath(location) : location, cookies: { ...cookies, provider: null } }
}

/** Counts the attempt, and shows an error on the login page if the provider's response is invalid. */
async function asking(request: OpenRequest, act: (provider: Provider) => Promise<PageOutcome>): Promise<PageOutcome> {
  const { parts, ctx } = request
  const provider = requireFound(parts.provider)
  const browser = await findKnownBrowser(request)
  const limit = { key: `provider ${browser ?? networkOf(ctx.ip)}`, tries: TRIES }
  const { wait_ms } = await parts.database.unit(tx => countAttempt({ tx, now: parts.now() }, [limit], WINDOW_MS))
  if (wait_ms > 0) return refuse(request, 429, waitText(wait_ms), Math.ceil(wait_ms / 1000))
  try {
    return await act(provider)
  } catch (error) {
    if (!(error instanceof ProviderFault)) throw error
    requestLog(ctx).logger.warn({ reason: error.message }, 'a login with the OpenID provider did not succeed')
    if (error.is_down)
      return refuse(request, 503, `${provider.name} does not answer now. Log in with the password, or try again later.`)
    return refuse(request, 422, `The login with ${provider.name} was not completed. Please try again.`)
  }
}

async function refuse(
  request: OpenRequest,
  status: number,
  trouble: string,
  retry_after_s?: number,
): Promise<PageOutcome> {
  const next = localPath(request.query.get('next'))
  const view = await showLogin(request, { next, status, trouble, ...(retry_after_s && { retry_after_s }) })
  return { ...view, cookies: { ...view.cookies, provider: null } }
}

/** The provider's login replaces the password, but not the second factor unless the provider checked several factors. */
async function logInLinked(request: OpenRequest, tx: Tx, user: User, has_two_factors: boolean): Promise<CookieChanges> {
  const { factor_secret, now } = request.parts
  if (has_two_factors || !(await hasFactor(tx, user.id))) return startBrowserSession(request, tx, user, has_two_factors)
  return { login: sealFirstStep({ user_id: user.id, password_hash: user.password_hash }, factor_secret, now()) }
}

async function tellOfLink({ parts }: OpenRequest, tx: Tx, user: User, { name }: Provider): Promise<void> {
  const [team] = await listTeams(tx, { user_id: user.id })
  if (!team) return
  const now = parts.now()
  await acceptPersonNotice({ tx, team_id: team.id, now }, parts.notices_from, {
    to: user.email,
    subject: `Your account was linked to ${name}`,
    text: `From now on a login at ${name} logs in to your account ${user.email} at ${parts.public_url}. It was linked at ${now.toISOString()}.\n\nIf this was not you, remove the link on the page of your account and tell the operator of the server.`,
  })
}
