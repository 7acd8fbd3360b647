import { describe, expect, it } from 'vitest'
import { newTopic, effectiveSubscription, updatedTopic } from '../../src/audience/topics/rules.ts'

const topic = newTopic(
  { name: 'News', description: 'Monthly', default_subscription: 'opt_in', visibility: 'private' },
  'id',
  new Date('2026-11-20T10:01:02.123Z'),
)

describe('updatedTopic', () => {
  it.each([
    [{}, topic],
    [{ default_subscription: 'opt_in' as const }, topic],
    [{ name: 'Other' }, { ...topic, name: 'Other' }],
    [{ description: null }, { ...topic, description: null }],
    [{ visibility: 'public' as const }, { ...topic, visibility: 'public' }],
  ])('applies %j', (body, after) => expect(updatedTopic(topic, body)).toEqual(after))

  it('rejects another default subscription, which would change the status of contacts', () => {
    expect(() => updatedTopic(topic, { default_subscription: 'opt_out' })).toThrow('cannot change')
  })
})

describe('effective', () => {
  it.each([
    ['opt_in', null, 'opt_in'],
    ['opt_out', null, 'opt_out'],
    ['opt_in', 'opt_out', 'opt_out'],
    ['opt_out', 'opt_in', 'opt_in'],
  ] as const)('default %s, choice %s: %s', (default_subscription, choice, counts) => {
    expect(effectiveSubscription({ default_subscription }, choice)).toBe(counts)
  })
})
