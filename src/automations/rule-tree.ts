// Whether the rule of a condition or of a wait can be answered: depth, fields, and values that fit their operators.
import type { Schemas } from '../../generated/api.ts'
import { referenceFault, type Root } from './variables.ts'

export type Rule = Schemas['Rule']
type Comparison = Schemas['ComparisonRule']

const DEEPEST = 10
const MOST_COMPARISONS = 200
const NO_EVENTS: ReadonlySet<string> = new Set()

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
export function ruleFaults(rule: Rule, roots: readonly Root[]): string[] {
  const faults: string[] = []
  let comparisons = 0
  // level by level instead of recursion: the depth is the sender's to choose
  let level: readonly Rule[] = [rule]
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > DEEPEST) return [...faults, `the rule is nested deeper than ${DEEPEST} levels`]
    const own = level.filter(node => node.type === 'rule')
    comparisons += own.length
    if (comparisons > MOST_COMPARISONS) return [...faults, `the rule has more than ${MOST_COMPARISONS} comparisons`]
    faults.push(...own.flatMap(comparison => comparisonFaults(comparison, roots)))
    level = level.flatMap(node => (node.type === 'rule' ? [] : node.rules))
  }
  return faults
}

function comparisonFaults({ field, operator, value }: Comparison, roots: readonly Root[]): string[] {
  const fault = referenceFault(field, roots, NO_EVENTS)
  const faults = fault ? [`the field ${fault}`] : []
  const takes = TAKES[operator]
  if (takes === 'anything' && value === undefined) faults.push(`the operator ${operator} needs a value`)
  if ((takes === 'number' || takes === 'string') && typeof value !== takes) {
    faults.push(`the operator ${operator} needs a ${takes} as its value`)
  }
  return faults
}
