// Codes and refresh tokens that are bound to a key: only a request with a proof of that key can exchange them.
import type { Client } from '../clients/rules.ts'
import { oauthRefusal } from '../refusals.ts'

/** A refusal without any effect on the code or token. */
export interface BindingRefusal {
  outcome: 'refused'
  effect: 'none'
  /** The error instead of `invalid_grant`. */
  error?: 'invalid_dpop_proof'
  description: string
}

/**
 * RFC 9449 5 and 10. `bound`: the thumbprint that the code or token is bound to, `null` for none; `jkt`: the one that the
 * request proves.
 */
export function bindingFault(
  what: 'code' | 'refresh token',
  bound: string | null,
  jkt: string | undefined,
): BindingRefusal | undefined {
  if (bound === null || bound === jkt) return undefined
  const refused = { outcome: 'refused', effect: 'none' } as const
  if (jkt !== undefined)
    return { ...refused, description: `The ${what} is bound to a different key than the DPoP proof.` }
  const description = `The ${what} is bound to a key. Send a DPoP proof of that key.`
  return { ...refused, error: 'invalid_dpop_proof', description }
}

/** RFC 9449 5.2. `jkt`: the thumbprint of the key that the request proves. */
export function checkBound({ dpop_bound_access_tokens }: Client, jkt: string | undefined): void {
  if (!dpop_bound_access_tokens || jkt !== undefined) return
  const words = 'The client is registered with dpop_bound_access_tokens. Send a DPoP proof in the DPoP header.'
  throw oauthRefusal('invalid_dpop_proof', words)
}
