// Whether an authorization code may be exchanged, and what an attempt does to it.
import type { CodeRecord } from '../store/codes.ts'
import { provesChallenge } from './pkce.ts'

/** RFC 6749 4.1.2 */
export const CODE_LIFETIME_MS = 10 * 60 * 1000

/** A mistaken attempt does not burn a code, or a thief who saw it could burn it. The limit ends guessing. */
const CODE_FAILURES_LIMIT = 10

/** What decides about a code. */
export type AuthorizationCode = Omit<CodeRecord, 'code_hash' | 'user_id' | 'team_id' | 'created_at' | 'grant_id'>

type RedemptionAttempt = Pick<CodeRecord, 'client_id' | 'redirect_uri'> & { code_verifier: string }

/** What must be written down besides the answer, which is `invalid_grant` for every refusal. */
type Redemption =
  | { outcome: 'redeemed' }
  | { outcome: 'refused'; effect: 'none' | 'count_failure' | 'revoke_grant'; description: string }

const UNKNOWN = 'The code is not valid, has expired or belongs to another client.'

/** The order matters: what another client sends must leave no trace, and a replay must be seen whatever else is wrong. */
export function redemption(code: AuthorizationCode | undefined, attempt: RedemptionAttempt, now: Date): Redemption {
  // RFC 6749 5.2: issued to another client. One answer for both, and no effect, so that a thief cannot harm the owner
  if (!code || code.client_id !== attempt.client_id) return refused('none', UNKNOWN)
  // RFC 6749 4.1.2 and 10.5: a code shown twice has leaked; what the first exchange gave may be in the wrong hands
  if (code.consumed_at !== null) return refused('revoke_grant', 'The code was exchanged before.')
  if (code.failures >= CODE_FAILURES_LIMIT) return refused('none', 'The code was tried too often.')
  if (now.getTime() >= Date.parse(code.expires_at)) return refused('none', UNKNOWN) // RFC 6749 4.1.2
  // RFC 6749 4.1.3: identical values, the port included
  if (code.redirect_uri !== attempt.redirect_uri) {
    return refused('count_failure', 'The redirect_uri is not the one of the authorization request.')
  }
  // RFC 7636 4.6
  if (!provesChallenge(attempt.code_verifier, code.code_challenge)) {
    return refused('count_failure', 'The code_verifier does not fit the code_challenge.')
  }
  return { outcome: 'redeemed' }
}

function refused(effect: 'none' | 'count_failure' | 'revoke_grant', description: string): Redemption {
  return { outcome: 'refused', effect, description }
}
