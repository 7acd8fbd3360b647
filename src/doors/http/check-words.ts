// What a check of requests calls: checks are written by `npm run generate` (scripts/contract/checks.ts), which knows these by
// their names.
import { isLongerThan, isShorterThan } from '../../base/text/length.ts'

function hasOneOf(groups: readonly (readonly string[])[], value: unknown): boolean {
  return (
    typeof value !== 'object' ||
    value === null ||
    groups.some(names => names.every(name => (value as Record<string, unknown>)[name] !== undefined))
  )
}

export const CHECK_WORDS = { hasOneOf, isLongerThan, isShorterThan }
