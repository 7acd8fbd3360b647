// What the scopes are, how they are written, and which one contains which. They are declared in the contract.
import { DECLARED_SCOPES, type Scope } from '../../../generated/scopes.ts'

export { FULL_SCOPE, type Scope } from '../../../generated/scopes.ts'

/** Every scope, in the order in which lists of them are shown. */
export const SCOPES: readonly Scope[] = DECLARED_SCOPES.map(({ name }) => name)

/** What each scope is worth: itself and all that it contains. */
const WORTH = new Map(DECLARED_SCOPES.map(({ name, implies }) => [name, new Set([name, ...implies])]))

/** What a person is told of a scope: its title, and what a client could do with it. */
export function scopeWords(scope: Scope): { title: string; consent: string } {
  return DECLARED_SCOPES.find(({ name }) => name === scope)!
}

/**
 * The scopes of a space-separated list, each once and in our order. `undefined` when one is not known, or when there are
 * only spaces: nothing must never be read as everything.
 */
export function parseScope(text: string): Scope[] | undefined {
  // RFC 6749 3.3: separated by spaces and nothing else, case-sensitive, in any order
  const words = text.split(' ').filter(word => word !== '')
  const known = SCOPES.filter(scope => words.includes(scope))
  return words.length > 0 && words.every(word => (SCOPES as readonly string[]).includes(word)) ? known : undefined
}

/** The scopes as the wire writes them. */
export function scopeText(scopes: readonly Scope[]): string {
  return SCOPES.filter(scope => scopes.includes(scope)).join(' ')
}

/** Whether who holds `granted` may do what asks for `needed`. */
export function satisfies(granted: readonly Scope[], needed: Scope): boolean {
  return granted.some(scope => WORTH.get(scope)?.has(needed))
}

/** Every scope that lets its holder do what asks for one of `needed`. */
export function sufficientFor(needed: readonly Scope[]): ReadonlySet<Scope> {
  return new Set(SCOPES.filter(scope => needed.some(each => satisfies([scope], each))))
}

/** All that lies within these scopes. */
export function containedIn(scopes: readonly Scope[]): Scope[] {
  return SCOPES.filter(scope => satisfies(scopes, scope))
}

/** The ones among them that say it all: what another one contains is left out. */
export function outermost(scopes: readonly Scope[]): Scope[] {
  return SCOPES.filter(
    scope => scopes.includes(scope) && !scopes.some(other => other !== scope && satisfies([other], scope)),
  )
}

/**
 * The scopes asked for, when all of them lie within `granted`; everything granted when nothing was asked for; `undefined`
 * when one is unknown or lies outside.
 */
export function narrowed(granted: readonly Scope[], asked: string | undefined): Scope[] | undefined {
  if (asked === undefined) return [...granted]
  const scopes = parseScope(asked)
  // RFC 6749 6: never more than was granted
  return scopes?.every(scope => satisfies(granted, scope)) ? scopes : undefined
}
