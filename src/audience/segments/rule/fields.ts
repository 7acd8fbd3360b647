// The fields that a segment rule can use, and the faults of rules.
import type { InSchemas } from '../../../../generated/api.ts'
import { type Comparison, comparisonsIn, treeFaults } from '../../../base/rules/tree.ts'

export type SegmentRule = InSchemas['SegmentRule']

/** Maximum bytes of a rule as JSON: it is stored, and read with each page. */
const BYTES_MAX = 32_000

/** What a field refers to. */
export type SegmentField =
  | { of: 'column'; name: 'email' | 'first_name' | 'last_name' }
  | { of: 'unsubscribed' }
  | { of: 'property'; key: string }
  | { of: 'topic'; id: string }
  | { of: 'segment'; id: string }
  | { of: 'broadcast'; id: string; activity: Activity }
  | { of: 'age' }
  | { of: 'activity'; activity: Activity }

/** A relation of a contact to broadcasts: an email was created for it, it opened one, or it followed a link. */
export type Activity = (typeof ACTIVITIES)[number]

const ACTIVITIES = ['sent', 'opened', 'clicked'] as const
const COLUMNS = ['email', 'first_name', 'last_name'] as const
const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const NUMERIC = ['gt', 'gte', 'lt', 'lte']
/** Operators on activities; an activity that never happened has no time. */
const OF_ACTIVITY = [...NUMERIC, 'exists', 'is_empty']

/** The field; `undefined` if the text does not name one. */
export function parseSegmentField(text: string): SegmentField | undefined {
  const [root, ...path] = text.split('.')
  const [first, ...rest] = path
  if (root === 'contact' && first === 'properties') {
    return rest.length === 1 && rest[0] !== '' ? { of: 'property', key: rest[0]! } : undefined
  }
  if (path.length !== 1) return undefined
  const name = COLUMNS.find(each => each === first)
  if (root === 'contact' && name) return { of: 'column', name }
  if (root === 'contact' && first === 'unsubscribed') return { of: 'unsubscribed' }
  if (root === 'topics' && ID.test(first!)) return { of: 'topic', id: first! }
  if (root === 'segments' && ID.test(first!)) return { of: 'segment', id: first! }
  const activity = ACTIVITIES.find(each => each === (root === 'days_since' ? first : root))
  if (activity && root !== 'days_since') return ID.test(first!) ? { of: 'broadcast', id: first!, activity } : undefined
  if (activity) return { of: 'activity', activity }
  return root === 'days_since' && first === 'created' ? { of: 'age' } : undefined
}

/** Whether the field is a column of the contact's own row. */
export function isContactColumn(field: string): boolean {
  const { of } = parseSegmentField(field)!
  return of === 'column' || of === 'unsubscribed' || of === 'age'
}

/** The objects that the rule names, which must exist when it is stored. */
export interface SegmentRuleNames {
  properties: string[]
  topics: string[]
  segments: string[]
  broadcasts: string[]
}

/** The rule must have no faults. */
export function namesInSegmentRule(rule: SegmentRule): SegmentRuleNames {
  const fields = comparisonsIn(rule).flatMap(({ field }) => parseSegmentField(field) ?? [])
  const idsOf = (of: 'topic' | 'segment' | 'broadcast'): string[] => [
    ...new Set(fields.flatMap(field => (field.of === of && 'id' in field ? [field.id] : []))),
  ]
  const keys = fields.flatMap(field => (field.of === 'property' ? [field.key] : []))
  const named = { topics: idsOf('topic'), segments: idsOf('segment'), broadcasts: idsOf('broadcast') }
  return { properties: [...new Set(keys)], ...named }
}

/** The faults of a rule alone, one sentence each. */
export function segmentRuleFaults(rule: SegmentRule): string[] {
  const faults = treeFaults(rule, fieldFault)
  const bytes = Buffer.byteLength(JSON.stringify(rule))
  if (bytes > BYTES_MAX) faults.push(`the rule has ${bytes} bytes as JSON; at most ${BYTES_MAX} are allowed`)
  return faults
}

function fieldFault({ field, operator }: Comparison): string | undefined {
  const found = parseSegmentField(field)
  if (!found) {
    return (
      `unknown field "${field}"; allowed: contact.email, contact.first_name, contact.last_name, contact.unsubscribed, ` +
      'contact.properties.<key>, topics.<topic id>, segments.<segment id>, sent.<broadcast id>, opened.<broadcast id>, ' +
      'clicked.<broadcast id>, days_since.created, days_since.sent, days_since.opened, days_since.clicked'
    )
  }
  if (found.of !== 'age' && found.of !== 'activity') return undefined
  const allowed = found.of === 'age' ? NUMERIC : OF_ACTIVITY
  return allowed.includes(operator)
    ? undefined
    : `the operator ${operator} is not allowed for the field "${field}"; allowed: ${allowed.join(', ')}`
}

/**
 * The rule without fields that the contract does not declare. Its depth must have been checked before, because this function
 * recurses.
 */
export function pickSegmentRule(rule: SegmentRule): SegmentRule {
  if (rule.type !== 'rule') return { type: rule.type, rules: rule.rules.map(pickSegmentRule) }
  const { type, field, operator, value } = rule
  return { type, field, operator, ...(value !== undefined && { value }) }
}
