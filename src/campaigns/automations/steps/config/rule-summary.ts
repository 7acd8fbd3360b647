// A rule as text for people.
import type { Schemas } from '../../../../../generated/api.ts'
import type { Rule } from './rule-tree.ts'

const OPERATORS: Record<Schemas['RuleOperator'], string> = {
  eq: '=',
  neq: '≠',
  gt: '>',
  gte: '≥',
  lt: '<',
  lte: '≤',
  contains: 'contains',
  starts_with: 'starts with',
  ends_with: 'ends with',
  exists: 'exists',
  is_empty: 'is empty',
}

/** The depth of the rule must have been checked before, because this function recurses. */
export function ruleSummary(rule: Rule): string {
  if (rule.type === 'rule') {
    const value = rule.operator === 'exists' || rule.operator === 'is_empty' ? '' : ` ${JSON.stringify(rule.value)}`
    return `${rule.field} ${OPERATORS[rule.operator]}${value}`
  }
  const parts = rule.rules.map(part => (part.type === 'rule' ? ruleSummary(part) : `(${ruleSummary(part)})`))
  return parts.join(` ${rule.type} `)
}
