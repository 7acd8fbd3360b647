// Rules of conditions and waits: whether one can be answered (depth, fields, values that fit their operators), and the
// answer. Nothing is converted and case counts.
import type { Schemas } from '../../../../generated/api.ts'
import { NO_NAMES, referenceFault, type ReferenceNames, type Root, type ValueSources, valueOf } from './variables.ts'

export type Rule = Schemas['Rule']
type Comparison = Schemas['ComparisonRule']

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

/** What is wrong with a rule whose fields are read from these roots, a sentence each. */
export function ruleFaults(rule: Rule, roots: readonly Root[], names: ReferenceNames = NO_NAMES): string[] {
  const faults: string[] = []
  let comparisons = 0
  // level by level instead of recursion: the depth is the sender's to choose
  let level: readonly Rule[] = [rule]
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > DEEPEST) return [...faults, `the rule is nested deeper than ${DEEPEST} levels`]
    const own = level.filter(node => node.type === 'rule')
    comparisons += own.length
    if (comparisons > MOST_COMPARISONS) return [...faults, `the rule has more than ${MOST_COMPARISONS} comparisons`]
    faults.push(...own.flatMap(comparison => comparisonFaults(comparison, roots, names)))
    level = level.flatMap(node => (node.type === 'rule' ? [] : node.rules))
  }
  return faults
}

function comparisonFaults(
  { field, operator, value }: Comparison,
  roots: readonly Root[],
  names: ReferenceNames,
): string[] {
  const fault = referenceFault(field, roots, names)
  const faults = fault ? [`the field ${fault}`] : []
  const takes = TAKES[operator]
  if (takes === 'anything' && value === undefined) faults.push(`the operator ${operator} needs a value`)
  if ((takes === 'number' || takes === 'string') && typeof value !== takes) {
    faults.push(`the operator ${operator} needs a ${takes} as its value`)
  }
  return faults
}

/** The answer to a rule, or the field that has no value although the answer depends on it. */
export type Verdict = { met: boolean } | { missing: string }

/** Only for a rule whose depth has been checked. What the answer does not depend on is not looked at. */
export function verdict(rule: Rule, sources: ValueSources): Verdict {
  if (rule.type === 'rule') return compared(rule, valueOf(rule.field, sources))
  const decisive = rule.type === 'or'
  for (const part of rule.rules) {
    const answer = verdict(part, sources)
    if ('missing' in answer || answer.met === decisive) return answer
  }
  return { met: !decisive }
}

function compared({ field, operator, value: expected }: Comparison, value: unknown): Verdict {
  if (operator === 'exists') return { met: value !== undefined && value !== null }
  if (operator === 'is_empty') return { met: isEmpty(value) }
  return value === undefined ? { missing: field } : { met: COMPARED[operator](value, expected) }
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
