// Logging in and out.
import { networkOf } from '../../../../base/net/caller-ip.ts'
import { SERVER } from '../../../../base/store/actor.ts'
import { isPassword, phcOf } from '../../../../base/secrets/passwords.ts'
import { type User, findUser, findUserByEmail, replacePassword } from '../../../../identity/teams/actions.ts'
import {
  type CodeOutcome,
  hasFactor,
  openFirstStep,
  sealFirstStep,
  takeCode,
} from '../../../../identity/teams/factors/actions.ts'
import type { Html } from '../../../../base/html/html.ts'
import {
  endSession,
  findLiveSession,
  recordLogin,
  recordRefusedLogins,
  startSession,
} from '../../../../identity/teams/sessions/actions.ts'
import type { AuthorizationRequest } from '../../../../identity/oauth/actions.ts'
import { actorOf, originOf, type OpenRequest, type DashboardPage, type View, openPage } from '../../page.ts'
import type { CookieChanges } from '../../session/cookies.ts'
import { checkCsrfToken, guestCsrf, isFormOfGuest } from '../../session/csrf.ts'
import { browserCookie, knownBrowser } from '../../session/known-browser.ts'
import { localPath, loginPath } from '../../session/local-path.ts'
import { type Limits, passwordLimits, waitText } from '../../session/rate-limiter.ts'
import { secondStepBody, loginBody } from './view.ts'

export const loginPages: DashboardPage[] = [
  openPage('GET /', async () => ({ location: '/start' })),

  openPage('GET /login', async request => {
    const { database, now } = request.parts
    const next = localPath(request.query.get('next'))
    const session = request.cookie('session')
    const live = session && (await database.unit(tx => findLiveSession(tx, session, now())))
    return live ? { location: next } : showLogin(request, { next })
  }),

  openPage('POST /login', async request => {
    const { form, cookie, parts, ctx } = request
    const next = localPath(form.get('next'))
    const email = (form.get('email') ?? '').trim()
    if (!isFormOfGuest(parts.csrf_secret, cookie('visit'), form)) {
      return showLogin(request, { next, email, status: 403, trouble: 'This page was too old. Please try again.' })
    }
    const user = await parts.database.read(tx => findUserByEmail(tx, email))
    const browser = knownBrowser({ secret: parts.browser_secret, cookie: cookie('browser') }, user, parts.now())
    const account = email.toLowerCase()
    const limits = passwordLimits({ account, password_hash: user?.password_hash, ip: ctx.ip, browser })
    const { wait_ms, used_up } = await parts.limiter.take(limits, parts.now())
    if (wait_ms > 0) {
      const retry_after_s = Math.ceil(wait_ms / 1000)
      return showLogin(request, { next, email, status: 429, retry_after_s, trouble: waitText(wait_ms) })
    }
    const password = form.get('password') ?? ''
    const by = browser === undefined ? { caller: networkOf(ctx.ip) } : { caller: `browser ${browser}`, known: true }
    // takes as long for an unknown address as for a wrong password, and runs outside of any unit of work
    const known = await parts.limiter.unlessFull(limits, async () =>
      (await isPassword(password, user?.password_hash, by)) ? user : undefined,
    )
    const cookies = known && (await logIn(request, known, limits))
    if (!cookies) {
      if (user && isOfAccount(limits, used_up)) await noteRefused(request, user)
      const trouble = 'The email address or the password is not right.'
      return showLogin(request, { next, email, status: 422, trouble })
    }
    return { location: 'login' in cookies ? codePath(next) : next, cookies }
  }),

  openPage('GET /login/code', async request => {
    const next = localPath(request.query.get('next'))
    return findFirstStep(request) ? showCode(request, { next }) : { location: loginPath(next) }
  }),

  openPage('POST /login/code', async request => {
    const { form, cookie, parts } = request
    const next = localPath(form.get('next'))
    const step = findFirstStep(request)
    if (!step) return { location: loginPath(next) }
    if (!isFormOfGuest(parts.csrf_secret, cookie('visit'), form))
      return showCode(request, { next, status: 403, trouble: 'This page was too old. Please try again.' })
    const outcome = await logInWithCode(request, step)
    if (outcome === undefined) return { location: loginPath(next), cookies: { login: null } }
    if (outcome === 'wrong') {
      const trouble = 'The code is not right, or was used before. Wait for the next one.'
      return showCode(request, { next, status: 422, trouble })
    }
    if ('cookies' in outcome) return { location: next, cookies: outcome.cookies }
    const retry_after_s = Math.ceil(outcome.wait_ms / 1000)
    return showCode(request, { next, status: 429, retry_after_s, trouble: waitText(outcome.wait_ms) })
  }),

  openPage('POST /logout', async ({ form, cookie, parts }) => {
    const session = cookie('session')
    const location = loginPath(localPath(form.get('next')))
    if (!session) return { location }
    checkCsrfToken(parts.csrf_secret, session, form)
    await parts.database.unit(async tx => endSession(tx, session))
    return { location, cookies: { session: null } }
  }),
]

/**
 * Begins a new session each time, against session fixation: a session that a stranger slipped into this browser must not become
 * the person's. Begins none if the password was changed while it was checked, as that change ended all sessions. Replaces a hash
 * with older parameters by one with today's.
 */
async function logIn(
  { cookie, parts, ctx }: OpenRequest,
  user: User,
  limits: Limits,
): Promise<CookieChanges | undefined> {
  const { database, limiter, browser_secret: secret, factor_secret, now } = parts
  const old = cookie('session')
  const password_hash = phcOf(user.password_hash)
  const begun = await database.unit(async tx => {
    const current = await findUserByEmail(tx, user.email)
    // a login at the same time may have rewritten the hash with today's parameters
    if (!current || phcOf(current.password_hash) !== password_hash) return undefined
    if (current.password_hash !== password_hash) {
      await replacePassword(tx, { id: user.id, old: current.password_hash, password_hash })
    }
    await limiter.forget(tx, limits)
    if (await hasFactor(tx, user.id)) {
      return { login: sealFirstStep({ user_id: user.id, password_hash }, factor_secret, now()) }
    }
    if (old) endSession(tx, old)
    tx.actor = actorOf(ctx, user)
    await recordLogin(tx, user, now())
    return { session: await startSession(tx, { user_id: user.id, from: originOf(ctx) }, now()) }
  })
  if (!begun || 'login' in begun) return begun
  const shown = { secret, cookie: cookie('browser') }
  return { ...begun, visit: null, browser: browserCookie(shown, { id: user.id, password_hash }, now()) }
}

function findFirstStep({ cookie, parts }: OpenRequest): ReturnType<typeof openFirstStep> {
  return openFirstStep(cookie('login'), parts.factor_secret, parts.now())
}

/** The second step: a new session for a right code; `undefined` if the password was changed since the first one. */
async function logInWithCode(
  { form, cookie, parts, ctx }: OpenRequest,
  step: NonNullable<ReturnType<typeof openFirstStep>>,
): Promise<Exclude<CodeOutcome, 'right'> | { cookies: CookieChanges } | undefined> {
  const { database, browser_secret: secret, factor_secret: server_secret } = parts
  const now = parts.now()
  const shown = { secret, cookie: cookie('browser') }
  const old = cookie('session')
  return database.unit(async tx => {
    const user = await findUser(tx, { id: step.user_id })
    if (!user || !step.isOf(user)) return undefined
    const typed = { user_id: user.id, text: form.get('code') ?? '', browser: knownBrowser(shown, user, now) }
    const outcome = await takeCode({ tx, now }, { ...typed, server_secret })
    if (outcome !== 'right') return outcome
    if (old) endSession(tx, old)
    tx.actor = actorOf(ctx, user)
    await recordLogin(tx, user, now)
    const session = await startSession(tx, { user_id: user.id, from: originOf(ctx) }, now)
    return { cookies: { session, visit: null, login: null, browser: browserCookie(shown, user, now) } }
  })
}

function codePath(next: string): string {
  return loginPath(next).replace('/login', '/login/code')
}

async function showCode(request: OpenRequest, { status, retry_after_s, ...shown }: Again): Promise<View> {
  const { csrf_token, cookies } = guestCsrf(request.parts.csrf_secret, request.cookie('visit'))
  const body = (): Html => secondStepBody({ ...shown, csrf_token })
  return { title: 'Log in', body, cookies, retry_after_s, ...(status && { status }) }
}

/**
 * Whether the account has no more tries left, from this network or from all. The count of a whole network is not about one
 * account.
 */
function isOfAccount({ own, shared }: Limits, used_up: readonly string[]): boolean {
  return used_up.includes(own.key) || shared.some(({ key }) => key.startsWith('account ') && used_up.includes(key))
}

/** The server is the actor, as the caller has not proved to be the person. */
async function noteRefused({ parts, ctx }: OpenRequest, user: User): Promise<void> {
  const { ip, request_id } = actorOf(ctx, user)
  await parts.database.unit(tx => {
    tx.actor = { ...SERVER, ip, request_id }
    return recordRefusedLogins(tx, user, parts.now())
  })
}

interface Again {
  next: string
  email?: string
  status?: number
  retry_after_s?: number
  trouble?: string
}

async function showLogin(request: OpenRequest, { status, retry_after_s, ...shown }: Again): Promise<View> {
  const asker = await findAsker(request, shown.next)
  const { csrf_token, cookies } = guestCsrf(request.parts.csrf_secret, request.cookie('visit'))
  return {
    title: 'Log in',
    body: () => loginBody({ ...shown, asker, csrf_token }),
    cookies,
    retry_after_s,
    ...(status && { status }),
  }
}

/** The client that redirected the visitor to the login, whose name the page shows. */
async function findAsker({ parts }: OpenRequest, next: string): Promise<AuthorizationRequest | undefined> {
  const [, sealed] = /^\/consent\/([\w-]+)$/.exec(next) ?? []
  const { database, oauth } = parts
  const request = sealed && (await database.read(tx => oauth.findAuthorizationRequest(tx, sealed)))
  return request && !request.is_answered ? request : undefined
}
