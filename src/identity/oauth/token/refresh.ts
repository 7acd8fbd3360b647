// Decides the response to a refresh token. Rotation detects theft: of two parties that have one token, one sends it after it
// was replaced (RFC 9700 4.14.2). A client that did not receive the response does the same, but soon after. A short window
// distinguishes the two.

import { type BindingRefusal, bindingFault } from '../dpop/binding.ts'
import type { FoundRefreshToken } from '../store/grants.ts'

/** The part of a refresh token that the decision depends on. */
export type RefreshToken = Pick<
  FoundRefreshToken,
  'client_id' | 'dpop_jkt' | 'expires_at' | 'rotated_at' | 'successor_rotated_at' | 'grant_revoked_at'
>

/**
 * `rotate`: derive the successor and store the replacement. `repeat`: derive the same successor again and store nothing.
 * `refused`: apply `effect`, then return `invalid_grant` unless another error is named.
 */
type RefreshDecision =
  | { outcome: 'rotate' }
  | { outcome: 'repeat' }
  | { outcome: 'refused'; effect: 'none' | 'revoke_grant'; description: string }
  | BindingRefusal

interface Attempt {
  client_id: string
  /** The thumbprint of the key that the request proves. */
  jkt?: string | undefined
  now: Date
  window_ms: number
}

const UNKNOWN = 'The refresh token is not valid, has expired or belongs to another client.'

export function refreshDecision(
  token: RefreshToken | undefined,
  { client_id, jkt, now, window_ms }: Attempt,
): RefreshDecision {
  // RFC 6749 5.2 and 10.4: bound to its client. A token of another client is refused like an unknown one, and remains valid
  if (!token || token.client_id !== client_id) return refused('none', UNKNOWN)
  // before all effects: without the key the token is worthless, so its holder cannot end the grant
  const unbound = bindingFault('refresh token', token.dpop_jkt, jkt)
  if (unbound) return unbound
  if (token.grant_revoked_at !== null) return refused('none', 'The grant was revoked.')
  // before the expiry: reuse of an old token indicates theft at any age
  if (token.rotated_at !== null) return shownAgain(token, now.getTime() - Date.parse(token.rotated_at), window_ms)
  if (now.getTime() >= Date.parse(token.expires_at)) return refused('none', UNKNOWN)
  return { outcome: 'rotate' } // RFC 6749 6
}

/** RFC 9700 4.14.2 */
function shownAgain(token: RefreshToken, age_ms: number, window_ms: number): RefreshDecision {
  if (window_ms === 0 || age_ms > window_ms) {
    return refused('revoke_grant', 'The refresh token was already used, so the grant was revoked.')
  }
  // the client has received a successor that is in use, so this is a late or parallel request of the client, or a thief: it
  // gets nothing in either case, but the grant need not end
  if (token.successor_rotated_at !== null)
    return refused('none', 'The refresh token was already used. Use the newest one.')
  return { outcome: 'repeat' }
}

function refused(effect: 'none' | 'revoke_grant', description: string): RefreshDecision {
  return { outcome: 'refused', effect, description }
}
