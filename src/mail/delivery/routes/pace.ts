// The pace of a destination, learned from its answers: a server that asks us to come later gets half as many connections
// and a while of rest, and then more again, one by one, as it takes mail.
import { backoff, type Growth } from '../../../base/limits/backoff.ts'

/** What is known of a destination. */
export interface Pace {
  /** Mails at the same time, of each process. */
  concurrency: number
  /** Nothing is offered before that. */
  rests_until_ms: number
  /** How often in a row it asked us to come later, or could not be reached. */
  failures: number
  /** Taken since the concurrency was last raised. */
  taken: number
}

/**
 * `later`: it is there and takes no more now (421, 450, 451, 452). `away`: it could not be reached or did not answer.
 * `taken`: it takes mail. `other`: it said something of one mail, which says nothing of others.
 */
export type Told = 'taken' | 'later' | 'away' | 'other'

export const CONCURRENCY_FIRST = 10
export const CONCURRENCY_MAX = 20
const RESTS: Growth = { first_ms: 5_000, cap_ms: 120_000, jitter: [0.8, 1.2] }

export const FRESH: Pace = { concurrency: CONCURRENCY_FIRST, rests_until_ms: 0, failures: 0, taken: 0 }

/** Replies of one mail that say something of the server: it is busy, full or takes no more of us for now. */
const BUSY =
  /\b4\.(?:3\.[12]|7\.(?:0|28)|4\.5)\b|rate|too many|too fast|throttl|limit|try again later|temporarily deferred|unusual/i
/** RFC 6647: greylisting tells an unknown client to come again later; it says nothing of how fast. */
const GREYLISTED = /gr[ae]y-?list/i

export function toldBy(
  code: number | null,
  reply_text: string,
  { taken, reached }: { taken: boolean; reached: boolean },
): Told {
  if (taken) return 'taken'
  if (code === null) return reached ? 'other' : 'away'
  if (code === 421) return 'later'
  const isTransient = code >= 400 && code < 500
  return isTransient && !GREYLISTED.test(reply_text) && BUSY.test(reply_text) ? 'later' : 'other'
}

/** `chance`: from 0 to 1, so that processes do not come back together. */
export function paced(pace: Pace, told: Told, now_ms: number, chance: number): Pace {
  switch (told) {
    case 'taken':
      return raised(pace)
    case 'later':
    case 'away':
      return slowed(pace, now_ms, chance)
    default:
      return pace
  }
}

/** One more when as many were taken as may be under way. */
function raised({ concurrency, taken }: Pace): Pace {
  const isEnough = taken + 1 >= concurrency
  return {
    concurrency: isEnough ? Math.min(concurrency + 1, CONCURRENCY_MAX) : concurrency,
    rests_until_ms: 0,
    failures: 0,
    taken: isEnough ? 0 : taken + 1,
  }
}

function slowed(pace: Pace, now_ms: number, chance: number): Pace {
  // those that were under way when the first one was told say the same once more
  if (now_ms < pace.rests_until_ms) return pace
  const failures = pace.failures + 1
  return {
    concurrency: Math.max(1, Math.floor(pace.concurrency / 2)),
    rests_until_ms: now_ms + backoff(failures, RESTS, chance),
    failures,
    taken: 0,
  }
}
