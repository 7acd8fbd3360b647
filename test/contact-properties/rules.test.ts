import { describe, expect, it } from 'vitest'
import {
  type ContactProperty,
  newContactProperty,
  updatedContactProperty,
} from '../../src/audience/contact-properties/rules.ts'
import { valueFault } from '../../src/base/text/typed-values.ts'
import { valueChanges } from '../../src/audience/contact-properties/values.ts'

const NOW = new Date('2026-11-20T10:01:02.123Z')
const property = (more: Partial<ContactProperty> = {}): ContactProperty => ({
  ...newContactProperty({ key: 'plan', type: 'string', fallback_value: 'free' }, 'id', NOW),
  ...more,
})

describe('newContactProperty', () => {
  it.each(['FIRST_NAME', 'last_name', 'Email', 'UNSUBSCRIBE_URL'])('rejects the reserved key %s', key => {
    expect(() => newContactProperty({ key, type: 'string' }, 'id', NOW)).toThrow('is reserved')
  })

  it('has no default value unless the request contains one', () => {
    expect(newContactProperty({ key: 'plan', type: 'string' }, 'id', NOW).fallback_value).toBeNull()
    expect(newContactProperty({ key: 'seats', type: 'number', fallback_value: 0 }, 'id', NOW).fallback_value).toBe(0)
  })
})

describe('updatedContactProperty', () => {
  it('updates only the default value', () => {
    expect(updatedContactProperty(property(), { fallback_value: 'pro' })).toEqual(property({ fallback_value: 'pro' }))
    expect(updatedContactProperty(property(), { fallback_value: null })).toEqual(property({ fallback_value: null }))
    expect(updatedContactProperty(property(), { key: 'plan', type: 'string' })).toEqual(property())
  })

  it.each([{ key: 'other' }, { type: 'number' }, { fallback_value: 1 }])('rejects %j', body => {
    expect(() => updatedContactProperty(property(), body)).toThrow(/cannot change|must be a string/)
  })
})

describe('valueFault', () => {
  it.each<[ContactProperty['type'], unknown, string | undefined]>([
    ['string', '', undefined],
    ['string', 'x'.repeat(2000), undefined],
    ['string', 'x'.repeat(2001), 'must not be longer than 2000 characters'],
    ['string', 5, 'must be a string'],
    ['string', null, 'must be a string'],
    ['number', -0.5, undefined],
    ['number', '5', 'must be a number'],
    ['number', Number.NaN, 'must be between -9007199254740991 and 9007199254740991'],
    ['number', 1e300, 'must be between -9007199254740991 and 9007199254740991'],
    ['number', true, 'must be a number'],
  ])('for a %s %j is %j', (type, value, fault) => expect(valueFault(type, value)).toBe(fault))
})

describe('valueChanges', () => {
  const known = [property({ id: 'p' }), property({ id: 's', key: 'seats', type: 'number' })]

  it('identifies the properties by id', () => {
    expect(valueChanges({ plan: 'pro', seats: null }, known)).toEqual([
      { property_id: 'p', key: 'plan', value: 'pro' },
      { property_id: 's', key: 'seats', value: null },
    ])
  })

  it('stores booleans as text, because no property type exists for them', () => {
    expect(valueChanges({ plan: false }, known)).toEqual([{ property_id: 'p', key: 'plan', value: 'false' }])
    expect(() => valueChanges({ seats: false }, known)).toThrow('must be a number')
  })

  it.each(['gone', 'constructor', '__proto__', 'PLAN'])('rejects %s, which is not a property', key => {
    expect(() => valueChanges(Object.fromEntries([[key, 'x']]), known)).toThrow(`Unknown contact property \`${key}\``)
  })
})
