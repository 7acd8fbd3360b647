// Validation of segment rules, and the errors for invalid rules.
import { describe, expect, it } from 'vitest'
import {
  namesInSegmentRule,
  pickSegmentRule,
  type SegmentRule,
  segmentRuleFaults,
} from '../../src/audience/segments/rule/fields.ts'
import { memberSourceOf, type RuleFacts } from '../../src/audience/segments/rule/sql.ts'

const ID = '0d9a6f7e-11b4-4a5e-9f55-93a4b4b0c1d2'
const plain: SegmentRule = { type: 'rule', field: 'contact.first_name', operator: 'eq', value: 'Ada' }
const all = (...rules: SegmentRule[]): SegmentRule => ({ type: 'and', rules })

describe('a rule', () => {
  it.each<[string, SegmentRule, RegExp]>([
    ['a field that no contact has', { ...plain, field: 'contact.age' }, /^unknown field "contact\.age"; allowed: /],
    ['a value of an event', { ...plain, field: 'event.plan' }, /unknown field/],
    ['a topic without an id', { ...plain, field: 'topics.news' }, /unknown field/],
    [
      'an age that is compared by eq',
      { ...plain, field: 'days_since.created', value: 1 },
      /the operator eq is not allowed for .*; allowed: gt, gte, lt, lte$/,
    ],
    [
      'a last opening that is compared by eq',
      { ...plain, field: 'days_since.opened', value: 1 },
      /the operator eq is not allowed for .*; allowed: gt, gte, lt, lte, exists, is_empty$/,
    ],
    ['a broadcast without an id', { ...plain, field: 'opened.news' }, /unknown field/],
    ['an unknown activity', { ...plain, field: 'days_since.read', operator: 'lt', value: 1 }, /unknown field/],
    ['a number where a text belongs', { ...plain, operator: 'contains', value: 1 }, /contains requires a string/],
    ['no value', { type: 'rule', field: 'contact.email', operator: 'eq' }, /eq requires a value/],
  ])('with %s is rejected with a message', (_, rule, words) => {
    expect(segmentRuleFaults(rule)).toEqual([expect.stringMatching(words)])
    expect(segmentRuleFaults(all(plain, rule))).toHaveLength(1)
  })

  it('is limited in depth, width and length', () => {
    const deep = (levels: number): SegmentRule => (levels === 1 ? plain : all(deep(levels - 1)))
    expect(segmentRuleFaults(deep(10))).toEqual([])
    expect(segmentRuleFaults(deep(11))).toEqual(['the rule is nested deeper than 10 levels'])
    const wide = (count: number): SegmentRule => all(...Array.from({ length: count }, () => plain))
    expect(segmentRuleFaults(all(wide(100), wide(100)))).toEqual([])
    expect(segmentRuleFaults(all(wide(100), wide(100), plain))).toEqual(['the rule has more than 200 comparisons'])
    const long = (bytes: number): SegmentRule => {
      const { length } = JSON.stringify({ ...plain, value: '' })
      return { ...plain, value: 'x'.repeat(bytes - length) }
    }
    expect(segmentRuleFaults(long(32_000))).toEqual([])
    expect(segmentRuleFaults(long(32_001))).toEqual(['the rule has 32001 bytes as JSON; at most 32000 are allowed'])
  })

  it('returns each reference once', () => {
    const fields = ['contact.properties.plan', `topics.${ID}`, `segments.${ID}`, `sent.${ID}`, `opened.${ID}`]
    const names = fields.map((field): SegmentRule => ({ type: 'rule', field, operator: 'eq', value: 'Ada' }))
    const once = { properties: ['plan'], topics: [ID], segments: [ID], broadcasts: [ID] }
    expect(namesInSegmentRule(all(...names, ...names))).toEqual(once)
  })

  it('is stored without unknown fields', () => {
    const more = { ...plain, comment: 'x' }
    expect(pickSegmentRule(all(more))).toEqual(all(plain))
  })
})

describe('the members', () => {
  const facts: RuleFacts = {
    team_id: ID,
    properties: new Map([['plan', { id: ID, type: 'string', fallback_value: 'free' }]]),
    topics: new Map([[ID, { default_subscription: 'opt_in' }]]),
    segments: new Set([ID]),
    broadcasts: new Set([ID]),
  }
  const of = (field: string, value: string | boolean): SegmentRule => ({ type: 'rule', field, operator: 'eq', value })

  it.each<[string, SegmentRule, string]>([
    ['a value', of('contact.properties.plan', 'pro'), 'contact_property_values'],
    ['a property that contacts do not have', of('contact.properties.plan', 'free'), 'contacts'],
    ['a choice', of(`topics.${ID}`, 'opt_out'), 'topic_choices'],
    ['a topic without a choice', of(`topics.${ID}`, 'opt_in'), 'contacts'],
    ['a segment', of(`segments.${ID}`, true), 'segment_members'],
    ['not being in a segment', of(`segments.${ID}`, false), 'contacts'],
    ['a field of the contact', plain, 'contacts'],
    ['having been sent a broadcast', of(`sent.${ID}`, true), 'broadcast_recipients'],
    ['having opened a broadcast', of(`opened.${ID}`, true), 'broadcast_facts'],
    ['not having opened a broadcast', of(`opened.${ID}`, false), 'contacts'],
    ['a last click', { type: 'rule', field: 'days_since.clicked', operator: 'lt', value: 3 }, 'broadcast_facts'],
    ['never having clicked', { type: 'rule', field: 'days_since.clicked', operator: 'is_empty' }, 'contacts'],
  ])('are found by %s', (_, rule, table) => {
    expect(memberSourceOf(rule, facts).in).toBe(table)
    expect(memberSourceOf(all(plain, rule), facts).in).toBe(table)
    expect(memberSourceOf({ type: 'or', rules: [rule] }, facts).in).toBe('contacts')
  })
})
