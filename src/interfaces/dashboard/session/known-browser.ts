// A known browser has logged in to an account before and has a separate limit of attempts, so that strangers who try wrong
// passwords on the account cannot lock it out. Its cookie is not a credential, and ends when the password changes.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { randomToken } from '../../../base/secrets/tokens.ts'
import { isUuid } from '../../../base/store/column.ts'
import { type User, findUser } from '../../../identity/teams/store.ts'
import type { OpenRequest } from '../page.ts'
import { LIFETIMES_S } from './cookies.ts'

const FORM = /^(?<id>[\w-]{43})\.(?<until>\d{10,12})\.(?<seal>[\w-]{43})(?:\.(?<user_id>[\da-f-]{36}))?$/

type Account = Pick<User, 'id' | 'password_hash'>

/** The cookie that a browser sent, and the secret to verify its signature. */
interface BrowserProof {
  secret: string
  cookie: string | undefined
}

/** The id of the browser, if it has logged in to this account since the last change of the password. */
export function knownBrowser(
  { secret, cookie }: BrowserProof,
  account: Account | undefined,
  now: Date,
): string | undefined {
  const { id, until, seal } = FORM.exec(cookie ?? '')?.groups ?? {}
  if (!account || !id || !until || !seal || Number(until) * 1000 <= now.getTime()) return undefined
  return timingSafeEqual(Buffer.from(sealOf(secret, account, { id, until })), Buffer.from(seal)) ? id : undefined
}

/** The id of the browser, if it has logged in to any account. For a request that does not name the account. */
export async function findKnownBrowser({
  parts: { database, browser_secret: secret, now },
  cookie,
}: Pick<OpenRequest, 'parts' | 'cookie'>): Promise<string | undefined> {
  const shown = { secret, cookie: cookie('browser') }
  const user_id = FORM.exec(shown.cookie ?? '')?.groups?.user_id
  if (user_id === undefined || !isUuid(user_id)) return undefined
  return knownBrowser(shown, await database.read(tx => findUser(tx, { id: user_id })), now())
}

/** The cookie for a browser that has just sent the right password. */
export function browserCookie(shown: BrowserProof, account: Account, now: Date): string {
  const id = knownBrowser(shown, account, now) ?? randomToken()
  const until = String(Math.floor(now.getTime() / 1000) + LIFETIMES_S.browser!)
  return `${id}.${until}.${sealOf(shown.secret, account, { id, until })}.${account.id}`
}

function sealOf(secret: string, account: Account, { id, until }: { id: string; until: string }): string {
  const sealed = JSON.stringify([account.id, account.password_hash, id, until])
  return createHmac('sha256', secret).update(sealed).digest('base64url')
}
