// Whose name a client or a team has: people decide by it, so it must not be taken for ours or for that of a client that
// the operator vouches for.
import { folded } from '../../../base/text/confusables.ts'

const PRODUCT = 'Lettermill'

/** Whether another name can be taken for this one. */
export function lookalikesOf(name: string): (other: string) => boolean {
  const rest = folded(name)
  return other => folded(other) === rest
}

/**
 * The name that this one could be taken for, if any: the product's, as soon as it stands in it, or a verified client's,
 * when it is all of it.
 */
export function imitatedBy(name: string, verified: readonly string[]): string | undefined {
  const rest = folded(name)
  if (rest.includes(folded(PRODUCT))) return PRODUCT
  return verified.find(lookalikesOf(name))
}
