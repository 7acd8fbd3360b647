// The rule of a segment as an SQL condition on a row `contact`. The SQL is fixed text, and every value is a parameter. A
// comparison whose result is known in advance, such as text with a number, is replaced by a constant.
import type { PropertyValue } from '../../contact-properties/rules.ts'
import { type Comparison, isMet } from '../../../base/rules/tree.ts'
import { smallestIdAt } from '../../../base/text/uuids.ts'
import { type Activity, type SegmentField, parseSegmentField, type SegmentRule } from './fields.ts'

/** The input of the translation: those of the named objects that exist. */
export interface RuleFacts {
  team_id: string
  properties: ReadonlyMap<string, { id: string; type: 'string' | 'number'; fallback_value: PropertyValue | null }>
  /** The topics by id, with the default for contacts that have not chosen. */
  topics: ReadonlyMap<string, { default_subscription: 'opt_in' | 'opt_out' }>
  /** The segments with manually added contacts. */
  segments: ReadonlySet<string>
  broadcasts: ReadonlySet<string>
}

/** The facts, with the time and the SQL dialect. */
interface AskedWith extends RuleFacts {
  now: Date
  /** The SQL function that finds a text in another one. */
  position: string
}

interface Condition {
  sql: string
  values: (string | number)[]
}

/** The table in which the members are found by an index sorted by contact id; `contacts`: no such index. */
export type MemberSource =
  | { in: 'contacts' }
  | { in: 'segment_members'; segment_id: string }
  | { in: 'topic_choices'; topic_id: string; subscription: string }
  | { in: 'contact_property_values'; property_id: string; value: string }
  | { in: 'broadcast_recipients'; broadcast_id: string }
  | { in: 'broadcast_facts'; type: Done; broadcast_id: string }
  /** Any broadcast: a contact has a row for each. */
  | { in: 'broadcast_facts'; type: Done; broadcast_id?: undefined }

/** The activities of contacts themselves. */
type Done = Exclude<Activity, 'sent'>

const DAY_MS = 86_400_000
/** The last time whose text form sorts chronologically. */
const LAST_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

const ALWAYS: Condition = { sql: '1 = 1', values: [] }
const NEVER: Condition = { sql: '1 = 0', values: [] }
const known = (is: boolean): Condition => (is ? ALWAYS : NEVER)

/** The condition of a rule. The rule must have no faults. */
export function segmentCondition(rule: SegmentRule, facts: AskedWith): Condition {
  if (rule.type === 'rule') return comparisonCondition(rule, parseSegmentField(rule.field)!, facts)
  const parts = rule.rules.map(part => segmentCondition(part, facts))
  return {
    sql: `(${parts.map(({ sql }) => sql).join(` ${rule.type} `)})`,
    values: parts.flatMap(({ values }) => values),
  }
}

function comparisonCondition(comparison: Comparison, field: SegmentField, facts: AskedWith): Condition {
  switch (field.of) {
    case 'column':
      return textCondition(comparison, { sql: `contact.${field.name}`, values: [] }, facts)
    case 'unsubscribed':
      return flagCondition(comparison, is => ({ sql: `contact.unsubscribed = ${is ? 1 : 0}`, values: [] }))
    case 'property':
      return propertyCondition(comparison, field.key, facts)
    case 'topic':
      return topicCondition(comparison, field.id, facts)
    case 'segment':
      return memberCondition(comparison, field.id, facts)
    case 'broadcast':
      return broadcastCondition(comparison, field, facts)
    case 'age':
      return timeCondition(comparison, facts, 'contact.created_at')
    case 'activity':
      return activityCondition(comparison, field.activity, facts)
  }
}

function propertyCondition(comparison: Comparison, key: string, facts: AskedWith): Condition {
  const property = facts.properties.get(key)
  if (!property) return known(isMet(comparison, null))
  const { id, type, fallback_value } = property
  const given: Condition = {
    sql: 'select has.value from contact_property_values as has where has.contact_id = contact.id and has.property_id = ? and has.team_id = ?',
    values: [id, facts.team_id],
  }
  const value: Condition =
    fallback_value === null
      ? { sql: `(${given.sql})`, values: given.values }
      : { sql: `coalesce((${given.sql}), ?)`, values: [...given.values, String(fallback_value)] }
  return type === 'number' ? numberCondition(comparison, value) : textCondition(comparison, value, facts)
}

function topicCondition(comparison: Comparison, topic_id: string, facts: AskedWith): Condition {
  const topic = facts.topics.get(topic_id)
  if (!topic) return known(isMet(comparison, null))
  const value: Condition = {
    sql: 'coalesce((select chose.subscription from topic_choices as chose where chose.contact_id = contact.id and chose.topic_id = ? and chose.team_id = ?), ?)',
    values: [topic_id, facts.team_id, topic.default_subscription],
  }
  return textCondition(comparison, value, facts)
}

function memberCondition(comparison: Comparison, segment_id: string, { segments, team_id }: AskedWith): Condition {
  if (!segments.has(segment_id)) return known(isMet(comparison, false))
  return flagCondition(comparison, is => ({
    sql: `${is ? '' : 'not '}exists (select 1 from segment_members as other where other.contact_id = contact.id and other.segment_id = ? and other.team_id = ?)`,
    values: [segment_id, team_id],
  }))
}

function broadcastCondition(
  comparison: Comparison,
  { id, activity }: { id: string; activity: Activity },
  { broadcasts, team_id }: AskedWith,
): Condition {
  if (!broadcasts.has(id)) return known(isMet(comparison, false))
  const some: Condition =
    activity === 'sent'
      ? {
          sql: 'select 1 from broadcast_recipients as mail where mail.contact_id = contact.id and mail.broadcast_id = ? and mail.team_id = ? and mail.email_id is not null',
          values: [id, team_id],
        }
      : {
          sql: 'select 1 from broadcast_facts as fact where fact.contact_id = contact.id and fact.broadcast_id = ? and fact.team_id = ? and fact.type = ?',
          values: [id, team_id, activity],
        }
  return flagCondition(comparison, is => ({ sql: `${is ? '' : 'not '}exists (${some.sql})`, values: some.values }))
}

/** Compares the last time, which is the contact's last entry in an index. For `sent`, the id of the email contains it. */
function activityCondition(comparison: Comparison, activity: Activity, { now, team_id }: AskedWith): Condition {
  const last: Condition =
    activity === 'sent'
      ? {
          sql: '(select mail.email_id from broadcast_recipients as mail where mail.contact_id = contact.id and mail.team_id = ? and mail.email_id is not null order by mail.email_id desc limit 1)',
          values: [team_id],
        }
      : {
          sql: '(select max(fact.happened_at) from broadcast_facts as fact where fact.contact_id = contact.id and fact.team_id = ? and fact.type = ?)',
          values: [team_id, activity],
        }
  if (comparison.operator === 'exists') return about(last, `${last.sql} is not null`)
  if (comparison.operator === 'is_empty') return about(last, `${last.sql} is null`)
  if (activity !== 'sent') {
    const { sql, values } = timeCondition(comparison, { now }, last.sql)
    return { sql, values: [...last.values, ...values] }
  }
  const { sign, ms } = borderOf(comparison, now)
  const isAfter = sign.startsWith('>')
  return about(
    last,
    `${last.sql} ${isAfter ? '>=' : '<'} ?`,
    smallestIdAt(ms + (sign === '>' || sign === '<=' ? 1 : 0)),
  )
}

/** A condition on something that is true or false for every contact. */
function flagCondition(comparison: Comparison, when: (is: boolean) => Condition): Condition {
  const [if_true, if_false] = [isMet(comparison, true), isMet(comparison, false)]
  return if_true === if_false ? known(if_true) : when(if_true)
}

const SIGNS: Partial<Record<Comparison['operator'], string>> = { gt: '>', gte: '>=', lt: '<', lte: '<=' }

/** A condition on a text, or on `null` if there is none. */
function textCondition(comparison: Comparison, of: Condition, { position }: AskedWith): Condition {
  const { operator, value } = comparison
  if (operator === 'is_empty') return about(of, `coalesce(${of.sql}, '') = ''`)
  const common = commonCondition(comparison, of)
  if (common) return common
  if (typeof value !== 'string' || SIGNS[operator]) return known(operator === 'neq')
  const length = [...value].length
  switch (operator) {
    case 'eq':
      return about(of, `${of.sql} = ?`, value)
    case 'neq':
      return about(of, `case when ${of.sql} = ? then 0 else 1 end = 1`, value)
    case 'contains':
      return about(of, `${position}(${of.sql}, ?) > 0`, value)
    case 'starts_with':
      return about(of, `substr(${of.sql}, 1, ?) = ?`, length, value)
    default: {
      const { sql, values } = of
      const text = `substr(${sql}, length(${sql}) - ? + 1) = ?`
      return length === 0
        ? about(of, `${sql} is not null`)
        : { sql: text, values: [...values, ...values, length, value] }
    }
  }
}

/** A condition on a number that is stored as text, or on `null` if there is none. */
function numberCondition(comparison: Comparison, of: Condition): Condition {
  const { operator, value } = comparison
  if (operator === 'is_empty') return about(of, `${of.sql} is null`)
  const common = commonCondition(comparison, of)
  if (common) return common
  if (typeof value !== 'number') return known(operator === 'neq')
  // in the stored form
  const text = String(value)
  if (operator === 'eq') return about(of, `${of.sql} = ?`, text)
  if (operator === 'neq') return about(of, `case when ${of.sql} = ? then 0 else 1 end = 1`, text)
  const sign = SIGNS[operator]
  return sign ? about(of, `cast(${of.sql} as double precision) ${sign} ?`, value) : NEVER
}

/** Conditions that exist for every kind of value. */
function commonCondition({ operator, value }: Comparison, of: Condition): Condition | undefined {
  if (operator === 'exists') return about(of, `${of.sql} is not null`)
  if (value !== null) return undefined
  return operator === 'eq' ? about(of, `${of.sql} is null`) : about(of, `${of.sql} is not null`)
}

const about = ({ values }: Condition, sql: string, ...more: (string | number)[]): Condition => ({
  sql,
  values: [...values, ...more],
})

/**
 * Compares a time with a fixed limit, instead of computing the number of days for each contact. `of`: the time, in SQL.
 */
function timeCondition(comparison: Comparison, { now }: Pick<AskedWith, 'now'>, of: string): Condition {
  const { sign, ms } = borderOf(comparison, now)
  return { sql: `${of} ${sign} ?`, values: [new Date(ms).toISOString()] }
}

/** The limit in whole milliseconds for a comparison of a number of days ago. */
function borderOf({ operator, value }: Comparison, now: Date): { sign: '<' | '<=' | '>' | '>='; ms: number } {
  const border_ms = now.getTime() - (value as number) * DAY_MS
  const whole = (ms: number): number => Math.min(Math.max(ms, 0), LAST_MS)
  switch (operator) {
    case 'gt':
      return { sign: '<', ms: whole(Math.ceil(border_ms)) }
    case 'gte':
      return { sign: '<=', ms: whole(Math.floor(border_ms)) }
    case 'lt':
      return { sign: '>', ms: whole(Math.floor(border_ms)) }
    default:
      return { sign: '>=', ms: whole(Math.ceil(border_ms)) }
  }
}

// ---- index selection ----------------------------------------------------------------------------------------------

/**
 * Characters of a value in the index: enough to distinguish most values, and within the limit of an index row of PostgreSQL.
 */
export const INDEXED_CHARACTERS = 200

/**
 * The best index for the rule, from a condition that every member meets: an equal value, a membership, a choice other
 * than the default, or an activity.
 */
export function memberSourceOf(rule: SegmentRule, facts: RuleFacts): MemberSource {
  const asked = rule.type === 'and' ? rule.rules : [rule]
  const found = asked.flatMap(part => (part.type === 'rule' ? (indexOf(part, facts) ?? []) : []))
  const place = (way: MemberSource): number => PREFERRED.indexOf(way.in)
  return found.toSorted((one, other) => place(one) - place(other))[0] ?? { in: 'contacts' }
}

const PREFERRED: readonly MemberSource['in'][] = [
  'broadcast_facts',
  'segment_members',
  'contact_property_values',
  'topic_choices',
  'broadcast_recipients',
]

function indexOf({ field, operator, value }: Comparison, facts: RuleFacts): MemberSource | undefined {
  const asked = parseSegmentField(field)!
  if (asked.of === 'activity') {
    const { activity: type } = asked
    return type === 'sent' || operator === 'is_empty' ? undefined : { in: 'broadcast_facts', type }
  }
  if (operator !== 'eq') return undefined
  switch (asked.of) {
    case 'segment':
      return value === true && facts.segments.has(asked.id)
        ? { in: 'segment_members', segment_id: asked.id }
        : undefined
    case 'broadcast': {
      const { id: broadcast_id, activity: type } = asked
      if (value !== true || !facts.broadcasts.has(broadcast_id)) return undefined
      return type === 'sent'
        ? { in: 'broadcast_recipients', broadcast_id }
        : { in: 'broadcast_facts', type, broadcast_id }
    }
    case 'topic': {
      const topic = facts.topics.get(asked.id)
      if (!topic || (value !== 'opt_in' && value !== 'opt_out')) return undefined
      return value === topic.default_subscription
        ? undefined
        : { in: 'topic_choices', topic_id: asked.id, subscription: value }
    }
    case 'property': {
      const property = facts.properties.get(asked.key)
      if (!property || typeof value !== property.type || value === property.fallback_value) return undefined
      return { in: 'contact_property_values', property_id: property.id, value: String(value) }
    }
    default:
      return undefined
  }
}
