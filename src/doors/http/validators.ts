// What the requests of each operation are held against: code that `npm run generate` has written, loaded with the first of
// them (docs/decisions/rules.md).
import { createRequire } from 'node:module'
import type { ValidateFunction } from 'ajv'
import { CHECK_WORDS } from './check-words.ts'

const require = createRequire(import.meta.url)

/** Of its body, if it has one, and of everything else. */
export function validatorsOf(operation: string): readonly ValidateFunction[] {
  const make: (words: typeof CHECK_WORDS) => ValidateFunction[] = require(`../../../generated/checks/${operation}.cjs`)
  return make(CHECK_WORDS)
}
