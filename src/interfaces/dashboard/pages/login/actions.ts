// Logging in and out.
import { networkOf } from '../../../../base/net/client-ip.ts'
import { SERVER } from '../../../../base/store/actor.ts'
import { verifyPassword, toPhc } from '../../../../base/secrets/passwords.ts'
import { type User, findUser, findUserByEmail, replacePassword } from '../../../../identity/teams/store.ts'
import {
  type CodeOutcome,
  hasFactor,
  openFirstStep,
  sealFirstStep,
  useCode,
  checkFactor,
} from '../../../../identity/teams/factors/actions.ts'
import type { Html } from '../../../../base/html/html.ts'
import type { Tx } from '../../../../base/store/database.ts'
import {
  type CheckedUse,
  checkPasskeyUse,
  passkeyChallenge,
  usePasskey,
} from '../../../../identity/teams/passkeys/actions.ts'
import { listPasskeys, type Passkey } from '../../../../identity/teams/passkeys/store.ts'
import { relyingParty } from '../../../../identity/teams/passkeys/rules.ts'
import { endSession, readLiveSession, recordRefusedLogins } from '../../../../identity/teams/sessions/actions.ts'
import type { AuthorizationRequest } from '../../../../identity/oauth/authorize/requests.ts'
import { actorOf, type OpenRequest, type DashboardPage, type View, openPage } from '../../page.ts'
import { startBrowserSession } from '../../session/start-session.ts'
import type { CookieChanges } from '../../session/cookies.ts'
import { checkCsrfToken, guestCsrfToken, isFormOfGuest } from '../../session/csrf.ts'
import { findKnownBrowser, knownBrowser } from '../../session/known-browser.ts'
import { localPath, loginPath } from '../../session/local-path.ts'
import { type Limits, passwordLimits, waitText } from '../../session/rate-limiter.ts'
import { passkeyScript } from '../../ui/scripts.ts'
import { passkeyLogin, passkeyUse } from '../account/passkeys/view.ts'
import { secondStepBody, loginBody } from './view.ts'

export const loginPages: DashboardPage[] = [
  openPage('GET /', 'anybody', async () => ({ location: '/start' })),

  openPage('GET /login', 'anybody', async request => {
    const { database, now } = request.parts
    const next = localPath(request.query.get('next'))
    const session = request.cookie('session')
    const live = session && (await database.read(tx => readLiveSession(tx, session, now())))
    return live ? { location: next } : showLogin(request, { next })
  }),

  openPage('POST /login', 'anybody', async request => {
    const { form, cookie, parts, ctx } = request
    const next = localPath(form.get('next'))
    const email = (form.get('email') ?? '').trim()
    if (!isFormOfGuest(parts.csrf_secret, cookie('visit'), form)) {
      return showLogin(request, { next, email, status: 403, trouble: 'This page has expired. Please try again.' })
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
    // takes as long for an unknown address as for a wrong password, and runs outside of any transaction
    const known = await parts.limiter.unlessFull(limits, async () =>
      (await verifyPassword(password, user?.password_hash, by)) ? user : undefined,
    )
    const cookies = known && (await logIn(request, known, limits))
    if (!cookies) {
      if (user && isOfAccount(limits, used_up)) await noteRefused(request, user)
      const trouble = 'Incorrect email address or password.'
      return showLogin(request, { next, email, status: 422, trouble })
    }
    return { location: cookies.login ? codePath(next) : next, cookies }
  }),

  openPage('GET /login/code', 'anybody', async request => {
    const next = localPath(request.query.get('next'))
    return findFirstStep(request) ? showCode(request, { next }) : { location: loginPath(next) }
  }),

  openPage('POST /login/code', 'anybody', async request => {
    const { form, cookie, parts } = request
    const next = localPath(form.get('next'))
    const step = findFirstStep(request)
    if (!step) return { location: loginPath(next) }
    if (!isFormOfGuest(parts.csrf_secret, cookie('visit'), form))
      return showCode(request, { next, status: 403, trouble: 'This page has expired. Please try again.' })
    const outcome = await finishLogin(request, step)
    if (outcome === undefined) return { location: loginPath(next), cookies: { login: null } }
    if (outcome === 'wrong') {
      const trouble = form.has('credential_id')
        ? PASSKEY_WRONG
        : 'The code is incorrect or was already used. Wait for the next code.'
      return showCode(request, { next, status: 422, trouble })
    }
    if ('cookies' in outcome) return { location: next, cookies: outcome.cookies }
    const retry_after_s = Math.ceil(outcome.wait_ms / 1000)
    return showCode(request, { next, status: 429, retry_after_s, trouble: waitText(outcome.wait_ms) })
  }),

  openPage('POST /login/passkey', 'anybody', async request => {
    const { form, cookie, parts, ctx } = request
    const next = localPath(form.get('next'))
    const token = cookie('visit')
    if (token === undefined || !isFormOfGuest(parts.csrf_secret, token, form))
      return showLogin(request, { next, status: 403, trouble: 'This page has expired. Please try again.' })
    const browser = await findKnownBrowser(request)
    const limits = passwordLimits({ account: `passkey ${form.get('credential_id')}`, ip: ctx.ip, browser })
    const { wait_ms } = await parts.limiter.take(limits, parts.now())
    if (wait_ms > 0) {
      const retry_after_s = Math.ceil(wait_ms / 1000)
      return showLogin(request, { next, status: 429, retry_after_s, trouble: waitText(wait_ms) })
    }
    const used = await checkUse(request)
    const cookies = await parts.database.unit(async tx => {
      const user_id = used && (await takeUse(request, tx, used, { purpose: 'log in', token }))
      const user = user_id === undefined ? undefined : await findUser(tx, { id: user_id })
      if (user) await parts.limiter.forget(tx, limits)
      return user && startBrowserSession(request, tx, user)
    })
    return cookies ? { location: next, cookies } : showLogin(request, { next, status: 422, trouble: PASSKEY_WRONG })
  }),

  openPage('POST /logout', 'anybody', async ({ form, cookie, parts }) => {
    const session = cookie('session')
    const location = loginPath(localPath(form.get('next')))
    if (!session) return { location }
    checkCsrfToken(parts.csrf_secret, session, form)
    await parts.database.unit(async tx => endSession(tx, session))
    return { location, cookies: { session: null } }
  }),
]

const PASSKEY_WRONG = 'The passkey is not known here, or it took too long. Please try again.'

/**
 * The session, or the first step for a person with a second factor. Starts none if the password was changed during the check,
 * because that change ended all sessions. Replaces a hash with outdated parameters.
 */
async function logIn(request: OpenRequest, user: User, limits: Limits): Promise<CookieChanges | undefined> {
  const { database, limiter, factor_secret, now } = request.parts
  const password_hash = toPhc(user.password_hash)
  return database.unit(async tx => {
    const current = await findUserByEmail(tx, user.email)
    // a concurrent login may have already replaced the hash
    if (!current || toPhc(current.password_hash) !== password_hash) return undefined
    if (current.password_hash !== password_hash) {
      await replacePassword(tx, { id: user.id, old: current.password_hash, password_hash })
    }
    await limiter.forget(tx, limits)
    if (await hasFactor(tx, user.id))
      return { login: sealFirstStep({ user_id: user.id, password_hash }, factor_secret, now()) }
    return startBrowserSession(request, tx, { ...user, password_hash })
  })
}

function findFirstStep({ cookie, parts }: OpenRequest): ReturnType<typeof openFirstStep> {
  return openFirstStep(cookie('login'), parts.factor_secret, parts.now())
}

/**
 * The second step: a new session for a right code or passkey; `undefined` if the password was changed since the first
 * one.
 */
async function finishLogin(
  request: OpenRequest,
  step: NonNullable<ReturnType<typeof openFirstStep>>,
): Promise<Exclude<CodeOutcome, 'right'> | { cookies: CookieChanges } | undefined> {
  const { form, cookie, parts } = request
  const now = parts.now()
  const shown = { secret: parts.browser_secret, cookie: cookie('browser') }
  const isPasskey = form.has('credential_id')
  const used = isPasskey ? await checkUse(request) : undefined
  return parts.database.unit(async tx => {
    const user = await findUser(tx, { id: step.user_id })
    if (!user || !step.isOf(user)) return undefined
    const taken = { user_id: user.id, browser: knownBrowser(shown, user, now) }
    const bound = { purpose: 'second step', token: cookie('login')! } as const
    const isRight = async () => used !== undefined && (await takeUse(request, tx, used, bound)) === user.id
    const outcome = isPasskey
      ? await checkFactor({ tx, now }, taken, isRight)
      : await useCode({ tx, now }, { ...taken, text: form.get('code') ?? '', server_secret: parts.factor_secret })
    return outcome === 'right' ? { cookies: await startBrowserSession(request, tx, user) } : outcome
  })
}

type BoundTo = Pick<Parameters<typeof passkeyChallenge>[0], 'purpose' | 'token'>

/** The response of a passkey in the form, if it is valid. */
async function checkUse({ form, parts }: OpenRequest): Promise<CheckedUse | undefined> {
  const party = relyingParty(parts.public_url)
  return party && checkPasskeyUse(parts.database, passkeyUse(form), party)
}

/** The id of the person whose passkey was used. */
function takeUse({ parts }: OpenRequest, tx: Tx, used: CheckedUse, bound: BoundTo): Promise<string | undefined> {
  return usePasskey({ tx, now: parts.now() }, used, { ...bound, server_secret: parts.factor_secret })
}

interface AskedPasskey extends BoundTo {
  path: '/login/passkey' | '/login/code'
  next: string
  passkeys?: readonly Passkey[]
}

/** The form for a passkey, if browsers support them here. */
function askPasskey(
  { parts }: OpenRequest,
  { purpose, token, passkeys = [], ...form }: AskedPasskey,
): Html | undefined {
  const party = relyingParty(parts.public_url)
  const bound = { purpose, token, server_secret: parts.factor_secret }
  return party && passkeyLogin({ ...form, passkeys, party, challenge: passkeyChallenge(bound, parts.now()) })
}

export function codePath(next: string): string {
  return loginPath(next).replace('/login', '/login/code')
}

async function showCode(request: OpenRequest, { status, retry_after_s, ...shown }: Again): Promise<View> {
  const { parts, cookie } = request
  const { csrf_token, cookies } = guestCsrfToken(parts.csrf_secret, cookie('visit'))
  const { user_id } = findFirstStep(request)!
  const passkeys = await parts.database.read(tx => listPasskeys(tx, { user_id }))
  const asked = { path: '/login/code', purpose: 'second step', token: cookie('login')! } as const
  const passkey = (): Html | undefined =>
    passkeys.length > 0 ? askPasskey(request, { ...asked, ...shown, passkeys }) : undefined
  const body = (): Html => secondStepBody({ ...shown, passkey: passkey() })
  return { title: 'Log in', ...SCRIPT, body, cookies, csrf_token, retry_after_s, ...(status && { status }) }
}

const SCRIPT = { script_source: passkeyScript.source }

/**
 * Whether the account has no attempts left, from this network or from all. The count of a whole network is not about one
 * account.
 */
function isOfAccount({ own, shared }: Limits, used_up: readonly string[]): boolean {
  return used_up.includes(own.key) || shared.some(({ key }) => key.startsWith('account ') && used_up.includes(key))
}

/** The server is the actor, because the caller has not proven to be the person. */
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

export async function showLogin(request: OpenRequest, { status, retry_after_s, ...shown }: Again): Promise<View> {
  const asker = await findAsker(request, shown.next)
  const { csrf_token, cookies } = guestCsrfToken(request.parts.csrf_secret, request.cookie('visit'))
  const token = cookies.visit ?? request.cookie('visit')!
  const { next } = shown
  const asked = { path: '/login/passkey', purpose: 'log in', token, next } as const
  return {
    title: 'Log in',
    ...SCRIPT,
    body: () =>
      loginBody({ ...shown, asker, passkey: askPasskey(request, asked), provider: request.parts.provider?.name }),
    cookies,
    csrf_token,
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
