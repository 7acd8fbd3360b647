// Starts the session of a login, whatever the login method.
import type { Tx } from '../../../base/store/database.ts'
import type { User } from '../../../identity/teams/store.ts'
import { endSession, recordLogin, startSession } from '../../../identity/teams/sessions/actions.ts'
import { type OpenRequest, actorOf, originOf } from '../page.ts'
import type { CookieChanges } from './cookies.ts'
import { browserCookie } from './known-browser.ts'

/**
 * Starts a new session each time, against session fixation: a session that a stranger planted in this browser must not become
 * the person's.
 */
export async function startBrowserSession(
  { cookie, parts, ctx }: Pick<OpenRequest, 'cookie' | 'parts' | 'ctx'>,
  tx: Tx,
  user: User,
  has_two_factors = false,
): Promise<CookieChanges> {
  const now = parts.now()
  const old = cookie('session')
  if (old) endSession(tx, old)
  tx.actor = actorOf(ctx, user)
  await recordLogin(tx, user, now)
  const session = await startSession(tx, { user_id: user.id, from: originOf(ctx), has_two_factors }, now)
  const browser = browserCookie({ secret: parts.browser_secret, cookie: cookie('browser') }, user, now)
  return { session, visit: null, login: null, browser }
}
