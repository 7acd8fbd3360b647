// What the requests of each operation are held against: code that `npm run generate` has written, loaded with the first of
// them (docs/decisions/rules.md).
import { createRequire } from 'node:module'
import type { ValidateFunction } from 'ajv'
import { isLongerThan, isShorterThan } from '../../base/text/length.ts'

const require = createRequire(import.meta.url)

function hasOneOf(groups: readonly (readonly string[])[], value: unknown): boolean {
  return (
    typeof value !== 'object' ||
    value === null ||
    groups.some(names => names.every(name => (value as Record<string, unknown>)[name] !== undefined))
  )
}

/** What the written code calls: `npm run generate` (scripts/contract/checks.ts) knows these by their names. */
export const CHECK_WORDS = { hasOneOf, isLongerThan, isShorterThan }

/** Of its body, if it has one, and of everything else. */
export function validatorsOf(operation: string): readonly ValidateFunction[] {
  const make: (words: typeof CHECK_WORDS) => ValidateFunction[] = require(`../../../generated/checks/${operation}.cjs`)
  return make(CHECK_WORDS)
}
