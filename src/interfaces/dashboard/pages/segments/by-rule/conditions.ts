// The rule of a segment in a form: a list of conditions, all or any of which must match. Converts between form and rule, if the
// form can express the rule.
import { parseSegmentField, type SegmentRule, segmentRuleFaults } from '../../../../../audience/segments/rule/fields.ts'

export interface TypedCondition {
  field: string
  operator: string
  value: string
}

export interface TypedRule {
  join: 'and' | 'or'
  conditions: readonly TypedCondition[]
}

type Comparison = Extract<SegmentRule, { type: 'rule' }>
type Operator = Comparison['operator']
/** The types of the team's properties, by their keys. */
export type PropertyTypes = ReadonlyMap<string, { type: 'string' | 'number' }>

/** Maximum conditions in a form; a rule with more must be edited by programs. */
export const CONDITIONS_MAX = 20

/** Operators as text that fits between the field and the value. */
export const OPERATORS = {
  yes: 'yes',
  no: 'no',
  eq: 'is',
  neq: 'is not',
  contains: 'contains',
  starts_with: 'starts with',
  ends_with: 'ends with',
  exists: 'has any value',
  is_empty: 'has no value',
  gt: 'is greater than',
  gte: 'is at least',
  lt: 'is less than',
  lte: 'is at most',
} as const satisfies Record<Operator | 'yes' | 'no', string>

export type TypedOperator = keyof typeof OPERATORS

const NUMERIC: readonly TypedOperator[] = ['gt', 'gte', 'lt', 'lte']
const OF_TEXT: readonly TypedOperator[] = ['contains', 'starts_with', 'ends_with']
/** Operators without a value. */
export const VALUELESS: readonly TypedOperator[] = ['yes', 'no', 'exists', 'is_empty']

/** The typed values, without empty conditions. */
export function typedRule(form: URLSearchParams): TypedRule {
  const [fields, operators, values] = ['field', 'operator', 'value'].map(name => form.getAll(name))
  const conditions = fields!.map((field, index) => ({
    field,
    operator: operators![index] ?? '',
    value: values![index]?.trim() ?? '',
  }))
  return {
    join: form.get('join') === 'or' ? 'or' : 'and',
    conditions: conditions.filter(({ field, value }) => field !== '' || value !== ''),
  }
}

/** The typed rule, or its faults, one sentence each. Segments and topics that it refers to may be missing. */
export function ruleOf({ join, conditions }: TypedRule, properties: PropertyTypes): SegmentRule | string[] {
  if (conditions.length === 0) return ['add at least one condition']
  if (conditions.length > CONDITIONS_MAX) return [`a form can have up to ${CONDITIONS_MAX} conditions`]
  const faults: string[] = []
  const rules: Comparison[] = []
  conditions.forEach((condition, index) => {
    const found = comparisonOf(condition, properties)
    if (typeof found === 'string') faults.push(`condition ${index + 1}: ${found}`)
    else rules.push(found)
  })
  if (faults.length > 0) return faults
  return rules.length === 1 ? rules[0]! : { type: join, rules }
}

/** The rule in the form's representation; `undefined` if the form would not express the same. */
export function typedOf(rule: SegmentRule, properties: PropertyTypes): TypedRule | undefined {
  const parts = rule.type === 'rule' ? [rule] : rule.rules
  const conditions = parts.flatMap(part => (part.type === 'rule' ? [conditionOf(part)] : []))
  if (conditions.length < parts.length) return undefined
  const typed = { join: rule.type === 'or' ? 'or' : 'and', conditions } as const
  const again = ruleOf(typed, properties)
  if (Array.isArray(again) || JSON.stringify(plain(again)) !== JSON.stringify(plain(rule))) return undefined
  return conditions.every(({ value }) => isTypable(value)) ? typed : undefined
}

/** The fields of a rule, if a form could show it. */
export function fieldsIn(rule: SegmentRule): string[] {
  const parts = rule.type === 'rule' ? [rule] : rule.rules
  return parts.flatMap(part => (part.type === 'rule' ? [part.field] : []))
}

/** Whether browsers and servers leave the value in an input unchanged. */
function isTypable(value: string): boolean {
  return value === value.trim() && value.isWellFormed() && !/[\p{Cc}\uFFFD]/u.test(value)
}

/** A canonical form for rules with the same meaning: a group with one condition is that condition. */
function plain(rule: SegmentRule): SegmentRule {
  if (rule.type !== 'rule') {
    const rules = rule.rules.map(plain)
    return rules.length === 1 ? rules[0]! : { type: rule.type, rules }
  }
  const { type, field, operator, value } = rule
  return { type, field, operator, ...(!VALUELESS.includes(operator) && { value: value! }) }
}

/** The value may be the id of a broadcast that the field is about. */
function fieldIn({ field, value }: TypedCondition): string {
  return field.endsWith('.') ? `${field}${value.toLowerCase()}` : field
}

function comparisonOf(condition: TypedCondition, properties: PropertyTypes): Comparison | string {
  const { field: chosen, operator: how, value } = condition
  if (chosen === '') return 'choose a field'
  const field = fieldIn(condition)
  if (!Object.hasOwn(OPERATORS, how)) return `choose an operator for the field "${field}"`
  const operator = how as TypedOperator
  const rule = { type: 'rule', field } as const
  if (!parseSegmentField(field)) return segmentRuleFaults({ ...rule, operator: 'exists' }).join('; ')
  const [yes, no] = answersOf(field)
  if (operator === 'yes' || operator === 'no') {
    if (yes === undefined) return `the field "${field}" cannot be compared with “yes” or “no”`
    return { ...rule, operator: 'eq', value: operator === 'yes' ? yes : no! }
  }
  if (yes !== undefined) return `the field "${field}" requires “yes” or “no”, not “${OPERATORS[operator]}”`
  if (VALUELESS.includes(operator)) return { ...rule, operator }
  if (value === '') return `“${OPERATORS[operator]}” requires a value`
  if (!isNumber(field, operator, properties)) return { ...rule, operator, value }
  const number = Number(value)
  return Number.isFinite(number) ? { ...rule, operator, value: number } : `“${OPERATORS[operator]}” requires a number`
}

/** The values for yes and no of a field that has one of them for every contact. */
function answersOf(field: string): [yes: boolean | string, no: boolean | string] | [] {
  const of = parseSegmentField(field)?.of
  if (of === 'topic') return ['opt_in', 'opt_out']
  return of === 'unsubscribed' || of === 'segment' || of === 'broadcast' ? [true, false] : []
}

function isNumber(text: string, operator: TypedOperator, properties: PropertyTypes): boolean {
  if (NUMERIC.includes(operator)) return true
  const field = parseSegmentField(text)
  return field?.of === 'property' && properties.get(field.key)?.type === 'number' && !OF_TEXT.includes(operator)
}

function conditionOf({ field, operator, value }: Comparison): TypedCondition {
  const [yes, no] = answersOf(field)
  if (yes !== undefined && operator === 'eq' && (value === yes || value === no)) {
    return { field, operator: value === yes ? 'yes' : 'no', value: '' }
  }
  const hasValue = !VALUELESS.includes(operator) && value !== undefined && value !== null
  return { field, operator, value: hasValue ? String(value) : '' }
}
