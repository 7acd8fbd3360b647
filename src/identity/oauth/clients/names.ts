// Compares names of clients and teams. People decide by them, so a name must not be confused with the product's or with that of
// a verified client.
import { foldConfusables } from '../../../base/text/confusables.ts'

const PRODUCT = 'Lettermill'

/** Creates a function that checks whether another name could be confused with this one. */
export function lookalikeCheck(name: string): (other: string) => boolean {
  const rest = foldConfusables(name)
  return other => foldConfusables(other) === rest
}

/**
 * The name that this one could be confused with, if any: the product's, if this one contains it, or a verified client's, if the
 * whole names look alike.
 */
export function findImitatedName(name: string, verified: readonly string[]): string | undefined {
  const rest = foldConfusables(name)
  if (rest.includes(foldConfusables(PRODUCT))) return PRODUCT
  return verified.find(lookalikeCheck(name))
}

/**
 * Removes the name of this server in parentheses at the end, which agents add: `Claude Code (lettermill)`. The consent page
 * still warns about such a name.
 */
export function withoutServerName(name: string): string {
  const [, own, server] = /^(.*\S)\s*\(([^()]+)\)$/.exec(name) ?? []
  return own !== undefined && server !== undefined && lookalikeCheck(PRODUCT)(server) ? own : name
}
