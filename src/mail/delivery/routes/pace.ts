// The pace of a destination, learned from its replies: a server that asks us to slow down gets half as many connections and a
// delay. Connections are then added one at a time while it accepts email.
import { backoff, type Growth } from '../../../base/limits/backoff.ts'

/** How much email a destination accepts. */
export interface Pace {
  /** Concurrent emails, in each process. */
  concurrency: number
  /** No email is offered before this time. */
  rests_until_ms: number
  /** Consecutive times that it asked us to slow down or could not be reached. */
  failures: number
  /** Emails accepted since the concurrency was last raised. */
  taken: number
}

/**
 * `later`: the server accepts no more email now (421, or a 4yz reply that says so). `away`: it could not be reached or did not
 * reply. `accepted`: it accepts email. `other`: the reply is about one email only.
 */
export type SmtpOutcome = 'taken' | 'later' | 'away' | 'other'

export const CONCURRENCY_FIRST = 10
export const CONCURRENCY_MAX = 20
const RESTS: Growth = { first_ms: 5_000, cap_ms: 120_000, jitter: [0.8, 1.2] }

export const INITIAL_PACE: Pace = { concurrency: CONCURRENCY_FIRST, rests_until_ms: 0, failures: 0, taken: 0 }

/** Replies to one email that describe the server: it is busy or full, or limits our rate. */
const BUSY =
  /\b4\.(?:3\.[12]|7\.(?:0|28)|4\.5)\b|rate|too many|too fast|throttl|limit|try again later|temporarily deferred|unusual/i
/** Greylisting asks an unknown client to retry later (RFC 6647). It is unrelated to our rate. */
const GREYLISTED = /gr[ae]y-?list/i

export function smtpOutcomeOf(
  code: number | null,
  reply_text: string,
  { accepted, reached }: { accepted: boolean; reached: boolean },
): SmtpOutcome {
  if (accepted) return 'taken'
  if (code === null) return reached ? 'other' : 'away'
  if (code === 421) return 'later'
  const isTransient = code >= 400 && code < 500
  return isTransient && !GREYLISTED.test(reply_text) && BUSY.test(reply_text) ? 'later' : 'other'
}

/** `chance`: from 0 to 1, so that processes do not resume at the same moment. */
export function updatedPace(pace: Pace, told: SmtpOutcome, now_ms: number, chance: number): Pace {
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

/** Adds a connection after as many accepted emails as there are connections. */
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
  // emails in delivery at the first such reply get the same one; it counts once
  if (now_ms < pace.rests_until_ms) return pace
  const failures = pace.failures + 1
  return {
    concurrency: Math.max(1, Math.floor(pace.concurrency / 2)),
    rests_until_ms: now_ms + backoff(failures, RESTS, chance),
    failures,
    taken: 0,
  }
}
