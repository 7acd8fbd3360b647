// Limits the requests of a team in each second. Headers of every response contain the remaining number.
//
// A team that floods the server must not slow down others. The first few 429 responses of a window are sent
// immediately, the others when the window ends. A client that waits for each response therefore sends few requests.
// Meanwhile, its connection accepts no further requests.
import type { ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { NONE_LEFT, WINDOW_MS, type WindowLimiter, Windows } from '../../../base/limits/windows.ts'
import { refusal } from '../../../base/text/refusal.ts'

/** Throws the 429 for a team that has no requests left. Returns a promise only if the caller has to wait for it. */
export type LimitRate = (response: ServerResponse, team_id: string, now: Date) => Promise<void> | undefined

/** Refusals of one team in a window that are sent immediately. */
const REFUSED_AT_ONCE = 10
/**
 * Refusals, of all teams, that wait for the end of their window; further ones are sent immediately and close their
 * connection.
 */
const WAITING_MAX = 1000

/** `undefined`: no limit. */
export function rateLimit(limiter: WindowLimiter | undefined, pause: Pause = wait): LimitRate | undefined {
  if (!limiter) return undefined
  const limit = String(limiter.limit)
  const policy = `${limit};w=1`
  const refuse = refusing(limit, pause)
  const say = (response: ServerResponse, left: number): void => {
    response.setHeader('ratelimit-limit', limit)
    response.setHeader('ratelimit-policy', policy)
    response.setHeader('ratelimit-remaining', String(left))
    // a window ends within the second that it lasts
    response.setHeader('ratelimit-reset', '1')
  }
  return (response, team_id, now) => {
    const judge = (left: number): Promise<void> | undefined => {
      say(response, Math.max(0, left))
      return left === NONE_LEFT ? refuse(response, team_id, now.getTime()) : undefined
    }
    const left = limiter.take(team_id, now.getTime())
    return typeof left === 'number' ? judge(left) : left.then(judge)
  }
}

type Pause = (ms: number) => Promise<unknown>
type ThrowRateLimit = (response: ServerResponse, team_id: string, now_ms: number) => Promise<never>

function refusing(limit: string, pause: Pause): ThrowRateLimit {
  // one object for all requests: it is the same for each, and creating an error is slow
  const refused = refusal(
    'rate_limit_exceeded',
    `Too many requests: this server takes ${limit} per second from a team. Try again after the seconds in Retry-After.`,
  )
  refused.headers['Retry-After'] = '1'
  const at_once = new Windows(REFUSED_AT_ONCE)
  let waiting = 0
  return async (response, team_id, now_ms) => {
    if (at_once.take(team_id, now_ms) !== NONE_LEFT) throw refused
    if (waiting >= WAITING_MAX) {
      response.setHeader('Connection', 'close')
      throw refused
    }
    waiting++
    await pause(WINDOW_MS - (now_ms % WINDOW_MS))
    waiting--
    throw refused
  }
}
