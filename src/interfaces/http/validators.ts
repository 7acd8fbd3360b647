// The validators of each operation: code that `npm run generate` writes, loaded with the operation's first request
// (docs/decisions/rules.md).
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

/** Functions that the generated code calls by these names (scripts/contract/checks.ts). */
export const CHECK_WORDS = { hasOneOf, isLongerThan, isShorterThan }

/** The validators of an operation: for its body, if it has one, and for everything else. */
export function validatorsOf(operation: string): readonly ValidateFunction[] {
  const make: (words: typeof CHECK_WORDS) => ValidateFunction[] = require(`../../../generated/checks/${operation}.cjs`)
  return make(CHECK_WORDS)
}

/** The validator of a schema that several operations have in their bodies. */
export function validatorOfShared(schema: string): ValidateFunction {
  const make: (words: typeof CHECK_WORDS) => ValidateFunction = require(`../../../generated/checks/${schema}.field.cjs`)
  return make(CHECK_WORDS)
}
