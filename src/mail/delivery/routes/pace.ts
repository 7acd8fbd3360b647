// The pace of a destination, learned from its answers: a server that asks us to come later gets half as many connections and
// some rest, then one connection more at a time while it takes mail.
import { backoff, type Growth } from '../../../base/limits/backoff.ts'

/** How much mail a destination takes. */
export interface Pace {
  /** Mails at the same time, in each process. */
  concurrency: number
  /** No mail is offered before this time. */
  rests_until_ms: number
  /** Times in a row that it asked us to come later, or could not be reached. */
  failures: number
  /** Mails taken since the concurrency was last raised. */
  taken: number
}

/**
 * `later`: the server takes no more mail now (421, or a 4yz reply that says so). `away`: it could not be reached or did not
 * answer. `taken`: it takes mail. `other`: the reply is about one mail only.
 */
export type Told = 'taken' | 'later' | 'away' | 'other'

export const CONCURRENCY_FIRST = 10
export const CONCURRENCY_MAX = 20
const RESTS: Growth = { first_ms: 5_000, cap_ms: 120_000, jitter: [0.8, 1.2] }

export const FRESH: Pace = { concurrency: CONCURRENCY_FIRST, rests_until_ms: 0, failures: 0, taken: 0 }

/** Replies to one mail that are about the server: it is busy or full, or limits our rate. */
const BUSY =
  /\b4\.(?:3\.[12]|7\.(?:0|28)|4\.5)\b|rate|too many|too fast|throttl|limit|try again later|temporarily deferred|unusual/i
/** Greylisting asks an unknown client to come again later (RFC 6647); it says nothing about our rate. */
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

/** `chance`: from 0 to 1, so that processes do not come back at the same moment. */
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

/** Adds a connection after as many taken mails as there are connections. */
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
  // mails that were under way at the first such answer get the same one; it counts once
  if (now_ms < pace.rests_until_ms) return pace
  const failures = pace.failures + 1
  return {
    concurrency: Math.max(1, Math.floor(pace.concurrency / 2)),
    rests_until_ms: now_ms + backoff(failures, RESTS, chance),
    failures,
    taken: 0,
  }
}
