// Checks the scopes of the caller. Throws the refusal that names the missing scope.
import { refusal } from '../../../base/text/refusal.ts'
import { sufficientFor } from '../../../base/operation/scope.ts'
import type { Traits } from '../traits.ts'
import type { Challenge } from './challenge.ts'
import type { Identified } from './identify.ts'

export function authorize<T extends Identified>(
  { scopes, any_key }: Traits,
  challenge: Challenge,
): (identified: T) => T {
  const sufficient = sufficientFor(scopes)
  // RFC 6750 3.1
  const insufficient = `error="insufficient_scope", scope="${scopes.join(' ')}"`
  return identified => {
    const { caller, ctx } = identified
    if (!caller || caller.scopes.some(scope => sufficient.has(scope))) return identified
    if (any_key && caller.kind === 'api_key') return identified
    challenge(ctx, insufficient)
    if (caller.kind === 'api_key') {
      throw refusal('restricted_api_key', 'This API key is restricted to only send emails.')
    }
    throw refusal('invalid_permission', `This access token lacks the scope ${scopes.join(' ')}.`)
  }
}
