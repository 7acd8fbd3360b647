// Rules: comparisons of field values, joined by `and` and `or`. Validates a rule (depth, number of comparisons, values
// that fit their operators) and evaluates it. Values are not converted, and case matters. The caller defines the
// meaning of fields.
import type { Schemas } from '../../../generated/api.ts'

export type Comparison = Schemas['ComparisonRule']

/** A comparison, or several rules joined. */
type RuleTree = Comparison | { type: 'and' | 'or'; rules: readonly RuleTree[] }

const DEEPEST = 10
const MOST_COMPARISONS = 200

const TAKES: Record<Comparison['operator'], 'anything' | 'number' | 'string' | 'nothing'> = {
  eq: 'anything',
  neq: 'anything',
  gt: 'number',
  gte: 'number',
  lt: 'number',
  lte: 'number',
  contains: 'string',
  starts_with: 'string',
  ends_with: 'string',
  exists: 'nothing',
  is_empty: 'nothing',
}

/** The faults of a rule, a sentence each. `faultOf` checks the field of a comparison. */
export function treeFaults(rule: RuleTree, faultOf: (comparison: Comparison) => string | undefined): string[] {
  const faults: string[] = []
  let comparisons = 0
  // level by level instead of by recursion, because the sender of the rule determines the depth
  let level: readonly RuleTree[] = [rule]
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > DEEPEST) return [...faults, `the rule is nested deeper than ${DEEPEST} levels`]
    const own = level.filter(node => node.type === 'rule')
    comparisons += own.length
    if (comparisons > MOST_COMPARISONS) return [...faults, `the rule has more than ${MOST_COMPARISONS} comparisons`]
    faults.push(...own.flatMap(comparison => comparisonFaults(comparison, faultOf)))
    level = level.flatMap(node => (node.type === 'rule' ? [] : node.rules))
  }
  return faults
}

function comparisonFaults(comparison: Comparison, faultOf: (comparison: Comparison) => string | undefined): string[] {
  const { operator, value } = comparison
  const fault = faultOf(comparison)
  const faults = fault === undefined ? [] : [fault]
  const takes = TAKES[operator]
  if (takes === 'anything' && value === undefined) faults.push(`the operator ${operator} requires a value`)
  if ((takes === 'number' || takes === 'string') && typeof value !== takes) {
    faults.push(`the operator ${operator} requires a ${takes} as its value`)
  }
  return faults
}

/** All comparisons of a rule. Only for a rule whose depth has been checked. */
export function comparisonsIn(rule: RuleTree): Comparison[] {
  return rule.type === 'rule' ? [rule] : rule.rules.flatMap(comparisonsIn)
}

/** The result, or the field without a value on which the result depends. */
export type Verdict = { met: boolean } | { missing: string }

/** Only for a rule whose depth has been checked. Stops as soon as the result is certain. */
export function treeVerdict(rule: RuleTree, valueOf: (field: string) => unknown): Verdict {
  if (rule.type === 'rule') return compared(rule, valueOf(rule.field))
  const decisive = rule.type === 'or'
  for (const part of rule.rules) {
    const answer = treeVerdict(part, valueOf)
    if ('missing' in answer || answer.met === decisive) return answer
  }
  return { met: !decisive }
}

function compared(comparison: Comparison, value: unknown): Verdict {
  const { operator, field } = comparison
  if (value === undefined && operator !== 'exists' && operator !== 'is_empty') return { missing: field }
  return { met: isMet(comparison, value) }
}

/** Whether a value meets a comparison; `null`: there is no value. */
export function isMet({ operator, value: expected }: Comparison, value: unknown): boolean {
  if (operator === 'exists') return value !== undefined && value !== null
  if (operator === 'is_empty') return isEmpty(value)
  return COMPARED[operator](value, expected)
}

type Compare = (value: unknown, expected: unknown) => boolean
const numbers =
  (compare: (a: number, b: number) => boolean): Compare =>
  (a, b) =>
    typeof a === 'number' && typeof b === 'number' && compare(a, b)
const texts =
  (compare: (a: string, b: string) => boolean): Compare =>
  (a, b) =>
    typeof a === 'string' && typeof b === 'string' && compare(a, b)

const COMPARED: Record<Exclude<Comparison['operator'], 'exists' | 'is_empty'>, Compare> = {
  eq: (a, b) => a === b,
  neq: (a, b) => a !== b,
  gt: numbers((a, b) => a > b),
  gte: numbers((a, b) => a >= b),
  lt: numbers((a, b) => a < b),
  lte: numbers((a, b) => a <= b),
  // a list contains a text that is one of its items
  contains: (a, b) => (Array.isArray(a) ? a.includes(b) : texts((text, part) => text.includes(part))(a, b)),
  starts_with: texts((a, b) => a.startsWith(b)),
  ends_with: texts((a, b) => a.endsWith(b)),
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true
  return typeof value === 'object' && Object.keys(value).length === 0
}
