// Decides whether an authorization code may be exchanged, and the effect of an attempt on it.
import type { CodeRecord } from '../store/codes.ts'
import { type BindingRefusal, bindingFault } from '../dpop/binding.ts'
import { provesChallenge } from './pkce.ts'

/** RFC 6749 4.1.2 */
export const CODE_LIFETIME_MS = 10 * 60 * 1000

/**
 * Failed attempts that a code survives: a single failure must not consume it, because a thief who saw the code could do that.
 * The limit prevents guessing.
 */
const CODE_FAILURES_LIMIT = 10

/** The part of a code that the decision depends on. */
export type AuthorizationCode = Omit<
  CodeRecord,
  'code_hash' | 'user_id' | 'team_id' | 'created_at' | 'grant_id' | 'client_auth'
>

type RedemptionAttempt = Pick<CodeRecord, 'client_id' | 'redirect_uri'> & {
  code_verifier: string
  /** The thumbprint of the key that the request proves. */
  jkt?: string | undefined
}

/**
 * The effects that must be stored in addition to the response; a refusal returns `invalid_grant` unless it names another error.
 */
type Redemption =
  | { outcome: 'redeemed' }
  | { outcome: 'refused'; effect: 'none' | 'count_failure' | 'revoke_grant'; description: string }
  | BindingRefusal

const UNKNOWN = 'The code is not valid, has expired or belongs to another client.'

/**
 * The order matters: a request of another client must have no effect, and a replay must be detected regardless of other faults.
 */
export function redemption(code: AuthorizationCode | undefined, attempt: RedemptionAttempt, now: Date): Redemption {
  // RFC 6749 5.2: issued to another client. Treated like an unknown code and without effect, so that a thief cannot harm the
  // owner
  if (!code || code.client_id !== attempt.client_id) return refused('none', UNKNOWN)
  // before all effects: without the key a code is worthless, so its holder can neither consume it nor end its grant
  const unbound = bindingFault('code', code.dpop_jkt, attempt.jkt)
  if (unbound) return unbound
  // RFC 6749 4.1.2 and 10.5: a code that is used twice has leaked, and a thief may have the tokens of the first exchange
  if (code.consumed_at !== null) return refused('revoke_grant', 'The code was already used.')
  if (code.failures >= CODE_FAILURES_LIMIT) return refused('none', 'Too many attempts with this code.')
  if (now.getTime() >= Date.parse(code.expires_at)) return refused('none', UNKNOWN) // RFC 6749 4.1.2
  // RFC 6749 4.1.3: identical values, including the port
  if (code.redirect_uri !== attempt.redirect_uri) {
    return refused('count_failure', 'The redirect_uri does not match the authorization request.')
  }
  // RFC 7636 4.6
  if (!provesChallenge(attempt.code_verifier, code.code_challenge)) {
    return refused('count_failure', 'The code_verifier does not match the code_challenge.')
  }
  return { outcome: 'redeemed' }
}

function refused(effect: 'none' | 'count_failure' | 'revoke_grant', description: string): Redemption {
  return { outcome: 'refused', effect, description }
}
