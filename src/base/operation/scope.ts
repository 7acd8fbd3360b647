// The scopes: their names, the format of scope lists, and which scope contains which. The contract declares them.
import { DECLARED_SCOPES, type Scope } from '../../../generated/scopes.ts'

/** Every scope, in the order in which lists of them are shown. */
export const SCOPES: readonly Scope[] = DECLARED_SCOPES.map(({ name }) => name)

/** For each scope, the scope and all that it contains. */
const WORTH = new Map(DECLARED_SCOPES.map(({ name, implies }) => [name, new Set([name, ...implies])]))

/** The texts of a scope for people: its title, and what it allows a client to do. */
export function scopeTexts(scope: Scope): { title: string; consent: string } {
  return DECLARED_SCOPES.find(({ name }) => name === scope)!
}

/**
 * The scopes of a space-separated list, without duplicates and in our order. `undefined` if one is unknown or there are
 * only spaces: an empty list must never be read as all scopes.
 */
export function parseScope(text: string): Scope[] | undefined {
  // RFC 6749 3.3: separated by spaces and nothing else, case-sensitive, in any order
  const words = text.split(' ').filter(word => word !== '')
  const known = SCOPES.filter(scope => words.includes(scope))
  return words.length > 0 && words.every(word => (SCOPES as readonly string[]).includes(word)) ? known : undefined
}

/** The scope that clients of other servers add to get a refresh token. Here, grant types decide about that. */
const IGNORED = 'offline_access'

/** The scope parameter of a request without `offline_access`; `undefined` if nothing else was sent. */
export function withoutIgnoredScopes(scope: string | undefined): string | undefined {
  if (scope?.includes(IGNORED) !== true) return scope
  const words = scope.split(' ').filter(word => word !== '' && word !== IGNORED)
  return words.length === 0 ? undefined : words.join(' ')
}

/** The scopes as the API writes them: separated by spaces. */
export function formatScopes(scopes: readonly Scope[]): string {
  return SCOPES.filter(scope => scopes.includes(scope)).join(' ')
}

/** Whether `granted` satisfies an operation that requires `needed`. */
export function satisfies(granted: readonly Scope[], needed: Scope): boolean {
  return granted.some(scope => WORTH.get(scope)?.has(needed))
}

/** Every scope that satisfies an operation that requires one of `needed`. */
export function sufficientScopes(needed: readonly Scope[]): ReadonlySet<Scope> {
  return new Set(SCOPES.filter(scope => needed.some(each => satisfies([scope], each))))
}

/** All scopes that these contain, themselves included. */
export function impliedScopes(scopes: readonly Scope[]): Scope[] {
  return SCOPES.filter(scope => satisfies(scopes, scope))
}

/** The scopes among these that no other one contains. */
export function withoutImplied(scopes: readonly Scope[]): Scope[] {
  return SCOPES.filter(
    scope => scopes.includes(scope) && !scopes.some(other => other !== scope && satisfies([other], scope)),
  )
}

/**
 * The requested scopes, if `granted` contains all of them; all granted ones if none were requested; `undefined` if one
 * is unknown or not contained.
 */
export function narrowScopes(granted: readonly Scope[], asked: string | undefined): Scope[] | undefined {
  if (asked === undefined) return [...granted]
  const scopes = parseScope(asked)
  // RFC 6749 6: never more than was granted
  return scopes?.every(scope => satisfies(granted, scope)) ? scopes : undefined
}
