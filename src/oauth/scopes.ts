// What the scopes are, how they are written, and which one contains which.
import type { Scope } from '../operation.ts'

/** Every scope, in the order in which lists of them are shown. */
export const SCOPES: readonly Scope[] = ['full_access', 'emails:send']

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

/** Whether who holds `granted` may do what asks for `needed`. `full_access` contains every other scope. */
export function satisfies(granted: readonly Scope[], needed: Scope): boolean {
  return granted.includes(needed) || granted.includes('full_access')
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
