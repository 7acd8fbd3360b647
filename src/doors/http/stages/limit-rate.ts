// Whether the team's requests of this second are used up. Headers of every answer say how many are left.
import type { ServerResponse } from 'node:http'
import { REFUSED } from '../../../base/limits/windows.ts'
import type { RateLimiter } from '../../../base/rate-limits/windows/actions.ts'
import { refusal } from '../../../base/text/refusal.ts'

/** Throws the 429 of a team that has none left; else nothing is to be waited for, mostly. */
export type LimitRate = (response: ServerResponse, team_id: string, now: Date) => Promise<void> | undefined

/** `undefined`: there is no limit. */
export function limitRate(limiter: RateLimiter | undefined): LimitRate | undefined {
  if (!limiter) return undefined
  const limit = String(limiter.limit)
  const policy = `${limit};w=1`
  // one for all requests: it is the same for each of them, and an error takes its time to be made
  const refused = refusal(
    'rate_limit_exceeded',
    `Too many requests: this server takes ${limit} per second from a team. Try again after the seconds in Retry-After.`,
  )
  refused.headers['Retry-After'] = '1'
  const say = (response: ServerResponse, left: number): void => {
    response.setHeader('ratelimit-limit', limit)
    response.setHeader('ratelimit-policy', policy)
    response.setHeader('ratelimit-remaining', String(Math.max(0, left)))
    // a window ends within the second that it lasts
    response.setHeader('ratelimit-reset', '1')
    if (left === REFUSED) throw refused
  }
  return (response, team_id, now) => {
    const left = limiter.take(team_id, now.getTime())
    if (typeof left !== 'number') return left.then(known => say(response, known))
    say(response, left)
    return undefined
  }
}
