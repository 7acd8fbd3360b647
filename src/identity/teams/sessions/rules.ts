// Lifetimes of login sessions.

/** A stored session. */
export interface Session {
  token_hash: string
  user_id: string
  /** The team that was chosen last; membership is checked again at each use. */
  team_id: string | null
  created_at: string
  last_seen_at: string
  expires_at: string
}

export const SESSION_IDLE_MS = 24 * 3_600_000
export const SESSION_LIFETIME_MS = 14 * 24 * 3_600_000
/** How long a flash waits for the page that shows it. */
export const FLASH_WAITS_MS = 5 * 60_000
const SEEN_NOTED_EVERY_MS = 60_000

export function newSession(of: Pick<Session, 'token_hash' | 'user_id' | 'team_id'>, now: Date): Session {
  const at = now.toISOString()
  const expires_at = new Date(now.getTime() + SESSION_LIFETIME_MS).toISOString()
  return { ...of, created_at: at, last_seen_at: at, expires_at }
}

/** A session ends after a day without use, and after two weeks in any case. */
export function isLive({ last_seen_at, expires_at }: Session, now: Date): boolean {
  return now.getTime() < Date.parse(expires_at) && now.getTime() < Date.parse(last_seen_at) + SESSION_IDLE_MS
}

export function isSeenDue({ last_seen_at }: Session, now: Date): boolean {
  return now.getTime() - Date.parse(last_seen_at) >= SEEN_NOTED_EVERY_MS
}
