import { describe, expect, it } from 'vitest'
import { type Rule, ruleVerdict } from '../../../src/campaigns/automations/steps/config/rule-tree.ts'
import { aContact } from './support.ts'

const sources = {
  event: {
    plan: 'pro',
    seats: 3,
    paid: true,
    none: null,
    empty: '',
    list: ['a', 'b'],
    nothing: [],
    blank: {},
    zero: 0,
  },
  contact: aContact({ properties: { score: 7 } }),
  wait_events: new Map(),
  steps: new Map(),
}
const rule = (field: string, operator: string, value?: unknown) =>
  ({ type: 'rule', field, operator, ...(value !== undefined && { value }) }) as Rule
const answer = (given: Rule) => ruleVerdict(given, sources)

describe('a comparison', () => {
  it.each<[string, string, unknown, boolean]>([
    ['event.plan', 'eq', 'pro', true],
    ['event.plan', 'eq', 'Pro', false],
    ['event.seats', 'eq', 3, true],
    ['event.seats', 'eq', '3', false],
    ['event.paid', 'eq', true, true],
    ['event.paid', 'eq', 'true', false],
    ['event.none', 'eq', null, true],
    ['event.plan', 'neq', 'free', true],
    ['event.plan', 'neq', 'pro', false],
    ['event.seats', 'neq', '3', true],
    ['event.none', 'neq', null, false],
    ['event.seats', 'gt', 2, true],
    ['event.seats', 'gt', 3, false],
    ['event.seats', 'gte', 3, true],
    ['event.seats', 'gte', 4, false],
    ['event.seats', 'lt', 4, true],
    ['event.seats', 'lt', 3, false],
    ['event.seats', 'lte', 3, true],
    ['event.seats', 'lte', 2, false],
    ['event.plan', 'gt', 2, false],
    ['event.none', 'lt', 2, false],
    ['event.plan', 'contains', 'r', true],
    ['event.plan', 'contains', 'x', false],
    ['event.list', 'contains', 'a', true],
    ['event.list', 'contains', 'c', false],
    ['event.seats', 'contains', '3', false],
    ['event.plan', 'starts_with', 'pr', true],
    ['event.plan', 'starts_with', 'ro', false],
    ['event.plan', 'ends_with', 'ro', true],
    ['event.plan', 'ends_with', 'pr', false],
    ['event.seats', 'ends_with', '3', false],
    ['event.plan', 'exists', undefined, true],
    ['event.zero', 'exists', undefined, true],
    ['event.empty', 'exists', undefined, true],
    ['event.none', 'exists', undefined, false],
    ['event.gone', 'exists', undefined, false],
    ['event.gone', 'is_empty', undefined, true],
    ['event.none', 'is_empty', undefined, true],
    ['event.empty', 'is_empty', undefined, true],
    ['event.nothing', 'is_empty', undefined, true],
    ['event.blank', 'is_empty', undefined, true],
    ['event.zero', 'is_empty', undefined, false],
    ['event.plan', 'is_empty', undefined, false],
    ['contact.first_name', 'eq', 'Ana', true],
    ['contact.last_name', 'eq', null, true],
    ['contact.properties.score', 'gte', 7, true],
  ])('%s %s %j is %s', (field, operator, value, met) => {
    expect(answer(rule(field, operator, value))).toEqual({ met })
  })

  it.each(['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'contains', 'starts_with', 'ends_with'])(
    'by %s is undecidable without the field',
    operator => {
      expect(answer(rule('event.gone', operator, 1))).toEqual({ missing: 'event.gone' })
    },
  )
})

describe('several comparisons', () => {
  const yes = rule('event.plan', 'exists')
  const no = rule('event.gone', 'exists')
  const unclear = rule('event.gone', 'eq', 1)

  it.each<[string, Rule, object]>([
    ['and is met if all are met', { type: 'and', rules: [yes, yes] }, { met: true }],
    ['and is not met if one is not met', { type: 'and', rules: [yes, no] }, { met: false }],
    ['or is met if one is met', { type: 'or', rules: [no, yes] }, { met: true }],
    ['or is not met if none is met', { type: 'or', rules: [no, no] }, { met: false }],
    ['can be nested', { type: 'and', rules: [{ type: 'or', rules: [no, yes] }, yes] }, { met: true }],
    [
      'and reports a missing field if the result depends on it',
      { type: 'and', rules: [yes, unclear] },
      { missing: 'event.gone' },
    ],
    ['and ignores a missing field if the result is decided', { type: 'and', rules: [no, unclear] }, { met: false }],
    [
      'or reports a missing field if the result depends on it',
      { type: 'or', rules: [no, unclear] },
      { missing: 'event.gone' },
    ],
    ['or ignores a missing field if the result is decided', { type: 'or', rules: [yes, unclear] }, { met: true }],
  ])('%s', (_, given, expected) => {
    expect(answer(given)).toEqual(expected)
  })
})
