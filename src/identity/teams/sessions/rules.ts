// Lifetimes of login sessions.

/** A stored session. */
export interface Session {
  token_hash: string
  user_id: string
  /** The team that was selected last; membership is checked again at each use. */
  team_id: string | null
  /** The user agent of the browser; `null` in sessions of an earlier version. */
  user_agent: string | null
  /** The IP address of the login. */
  ip: string | null
  created_at: string
  last_seen_at: string
  expires_at: string
  /** The OpenID provider checked two factors when the session started. */
  has_two_factors: boolean
}

/** The browser that starts a session. */
export interface SessionOrigin {
  user_agent: string
  ip: string
}

export const SESSION_IDLE_MS = 24 * 3_600_000
export const SESSION_LIFETIME_MS = 14 * 24 * 3_600_000
/** How long a flash message is kept for the page that shows it. */
export const FLASH_LIFETIME_MS = 5 * 60_000
const SEEN_NOTED_EVERY_MS = 60_000
/** Browsers send less; other programs can send anything. */
const USER_AGENT_LENGTH_MAX = 300
/** Maximum sessions on the page of an account, the most recently used ones. */
export const SESSIONS_LISTED_MAX = 50

export function newSession(
  { from, ...given }: Pick<Session, 'token_hash' | 'user_id' | 'team_id' | 'has_two_factors'> & NewOrigin,
  now: Date,
): Session {
  const at = now.toISOString()
  const expires_at = new Date(now.getTime() + SESSION_LIFETIME_MS).toISOString()
  const { user_agent = null, ip = null } = from ?? {}
  const stored = user_agent && user_agent.slice(0, USER_AGENT_LENGTH_MAX)
  return { ...given, user_agent: stored, ip, created_at: at, last_seen_at: at, expires_at }
}

interface NewOrigin {
  from?: SessionOrigin | undefined
}

// the first match counts, because browsers also name those that they derive from
const BROWSERS = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const
const SYSTEMS = [
  [/\bAndroid\b/, 'Android'],
  [/\b(?:iPhone|iPad)\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
] as const

/** The browser and the system as text, if the user agent names them. */
export function describeBrowser(user_agent: string | null): string {
  const [browser, system] = [BROWSERS, SYSTEMS].map(
    known => known.find(([pattern]) => pattern.test(user_agent ?? ''))?.[1],
  )
  return `${browser ?? 'A browser'}${system === undefined ? '' : ` on ${system}`}`
}

/** To the hour, which is precise enough to recognize a session, and not before its login. */
export function seenHour({ last_seen_at, created_at }: Pick<Session, 'last_seen_at' | 'created_at'>): string {
  const hour = `${last_seen_at.slice(0, 13)}:00:00.000Z`
  return hour < created_at ? created_at : hour
}

/** A session ends after a day without use, and after two weeks at the latest. */
export function isLive({ last_seen_at, expires_at }: Session, now: Date): boolean {
  return now.getTime() < Date.parse(expires_at) && now.getTime() < Date.parse(last_seen_at) + SESSION_IDLE_MS
}

export function isSeenDue({ last_seen_at }: Session, now: Date): boolean {
  return now.getTime() - Date.parse(last_seen_at) >= SEEN_NOTED_EVERY_MS
}
