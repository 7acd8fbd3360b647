// A person's own account: changing the password, and logging out everywhere.
import { networkOf } from '../../../../base/net/client-ip.ts'
import { hashPassword, verifyPassword } from '../../../../base/secrets/passwords.ts'
import { hashToken } from '../../../../base/secrets/tokens.ts'
import { recordUserEvent } from '../../../../identity/teams/actions.ts'
import { type User, replacePassword } from '../../../../identity/teams/store.ts'
import { passwordFault } from '../../../../identity/teams/rules.ts'
import {
  ACCESS_KINDS,
  type AccountAccess,
  findAccountAccess,
  removeAccountAccess,
} from '../../../../identity/login/account-access/actions.ts'
import { type Provider, hasNoPassword, unlinkProvider } from '../../../../identity/login/openid/actions.ts'
import { relyingParty } from '../../../../identity/teams/passkeys/rules.ts'
import {
  endOneSession,
  endSessionsEverywhere,
  listSessions,
  startSession,
} from '../../../../identity/teams/sessions/actions.ts'
import { endSessionsOfUser } from '../../../../identity/teams/sessions/store.ts'
import type { SessionOrigin } from '../../../../identity/teams/sessions/rules.ts'
import {
  type OpenRequest,
  type DashboardPage,
  type Redirect,
  type Visit,
  openPage,
  originOf,
  page,
} from '../../page.ts'
import { FormFault, requireFound, problem } from '../../problems.ts'
import { browserCookie } from '../../session/known-browser.ts'
import { passwordLimits, waitText } from '../../session/rate-limiter.ts'
import type { Visitor } from '../../session/visitor.ts'
import { pageScripts, passkeyScript } from '../../ui/scripts.ts'
import { type AccountPageData, accountBody } from './view.ts'

const DONE = {
  password:
    'Password changed. Your other sessions ended and connected apps lost access. Passkeys, provider logins and API keys that you did not remove are still valid.',
  session: 'Session ended.',
  passkey: 'Passkey removed. Also delete it on your device.',
  provider: 'Account unlinked.',
}

export const accountPage = page('GET /account', 'account', async ({ tx, visitor, session, now, path: sent, parts }) => {
  const sessions = await listSessions(tx, { user_id: visitor.user.id, token: session }, now)
  const access = await findAccountAccess(tx, visitor.user.id)
  const provider = parts.provider && providerOfAccount(visitor.user, access, parts.provider)
  const shown = { visitor, sessions, access, party: relyingParty(parts.public_url), provider, sent }
  const script_source = `${pageScripts.source} ${passkeyScript.source}`
  return { title: 'Account', done: DONE, script_source, body: () => accountBody(shown) }
})

function providerOfAccount(
  user: User,
  { provider_links }: AccountAccess,
  { name, issuer }: Provider,
): AccountPageData['provider'] {
  const link = provider_links.find(each => each.issuer === issuer)
  return { name, link, needs_link: hasNoPassword(user) }
}

export const accountPages: DashboardPage[] = [
  accountPage,

  /** The passwords are checked outside of any transaction, because that takes long. */
  openPage(
    'POST /account/password',
    'account',
    async request => {
      const { asVisitor, ctx, form } = request
      const user = await asVisitor(async ({ visitor }) => visitor.user)
      await checkPasswords(request, user)
      const password_hash = await hashPassword(form.get('new_password')!, networkOf(ctx.ip))
      return asVisitor(visit => replaceOwnPassword(visit, user, { password_hash, from: originOf(ctx) }))
    },
    { refused: accountPage },
  ),

  page('POST /account/sessions/end', 'account', async ({ tx, visitor, form, now }) => {
    const ended = await endOneSession(tx, visitor.user, form.get('session') ?? '', now)
    requireFound(ended, 'session', 'The session has already ended.')
    return { location: '/account?done=session' }
  }),

  page('POST /account/provider/remove', 'account', async visit => {
    const { visitor, parts } = visit
    const { provider } = parts
    if (hasNoPassword(visitor.user))
      throw problem(
        409,
        'Set a password first',
        'Your account has no password. The operator of this server can set one.',
      )
    const removed = provider && (await unlinkProvider(visit, visitor.user, provider.issuer))
    requireFound(removed, 'link', 'The account is already unlinked.')
    return { location: '/account?done=provider' }
  }),

  page('POST /account/log-out-everywhere', 'account', async ({ tx, visitor, now }) => {
    await endSessionsEverywhere(tx, visitor.user, now)
    return { location: '/login', cookies: { session: null } }
  }),
]

async function checkPasswords(request: OpenRequest, user: User): Promise<void> {
  const { form } = request
  const password = form.get('new_password') ?? ''
  const fault = passwordFault(password, user.email)
  if (fault) throw new FormFault(fault)
  if (password !== form.get('new_password_again')) throw new FormFault('The new passwords do not match.')
  await checkOwnPassword(request, user, form.get('old_password') ?? '', 'The current password is incorrect.')
}

/**
 * Limits the attempts of a session, so that a stranger with access to it cannot guess the password. Attempts of other sessions
 * do not count.
 */
export async function checkOwnPassword(
  { ctx, cookie, parts: { database, limiter, now } }: Pick<OpenRequest, 'ctx' | 'cookie' | 'parts'>,
  { id, password_hash }: User,
  password: string,
  fault = 'The password is incorrect.',
): Promise<void> {
  const browser = `of session ${hashToken(cookie('session') ?? '')}`
  const limits = passwordLimits({ account: `change ${id}`, ip: ctx.ip, browser })
  const { wait_ms } = await limiter.take(limits, now())
  if (wait_ms > 0) throw new FormFault(waitText(wait_ms), 429, Math.ceil(wait_ms / 1000))
  const by = { caller: networkOf(ctx.ip), known: true }
  if (!(await limiter.unlessFull(limits, () => verifyPassword(password, password_hash, by)))) throw new FormFault(fault)
  await database.unit(tx => limiter.forget(tx, limits))
}

/**
 * Ends all sessions and grants, because a person who knew the old password could have created them. Removes the other access
 * selected in the form, which that person could have added, too.
 */
async function replaceOwnPassword(
  { tx, visitor: { team, has_two_factors }, now, cookie, form, parts }: Visit<Visitor>,
  user: User,
  { password_hash, from }: { password_hash: string; from: SessionOrigin },
): Promise<Redirect> {
  if (!(await replacePassword(tx, { id: user.id, old: user.password_hash, password_hash }))) {
    throw problem(409, 'Password already changed', 'Your password was changed in another session at the same time.')
  }
  await recordUserEvent(tx, user, { type: 'member.password_changed', at: now })
  endSessionsOfUser(tx, user.id)
  await parts.oauth.revokeGrantsOfUser(tx, user.id, now)
  const removed = ACCESS_KINDS.filter(kind => form.has(`remove_${kind}`))
  await removeAccountAccess({ tx, now }, user, removed)
  const session = await startSession(tx, { user_id: user.id, team_id: team.id, from, has_two_factors }, now)
  const shown = { secret: parts.browser_secret, cookie: cookie('browser') }
  const browser = browserCookie(shown, { id: user.id, password_hash }, now)
  return { location: '/account?done=password', cookies: { session, browser } }
}
