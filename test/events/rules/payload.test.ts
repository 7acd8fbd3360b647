import { describe, expect, it } from 'vitest'
import { coercePayload, type EventSchema } from '../../../src/campaigns/events/payload.ts'

const one = (type: EventSchema[string], value: unknown) => coercePayload({ field: type }, { field: value }).field

describe('coerced', () => {
  it.each<[EventSchema[string], unknown, unknown]>([
    ['string', 'pro', 'pro'],
    ['string', '', ''],
    ['string', 12, '12'],
    ['string', true, 'true'],
    ['number', 12, 12],
    ['number', -1.5, -1.5],
    ['number', '12', 12],
    ['number', '-0.5', -0.5],
    ['number', '1e3', 1000],
    ['boolean', true, true],
    ['boolean', 'true', true],
    ['boolean', 'false', false],
    ['date', '2026-11-02', '2026-11-02'],
    ['date', '2028-02-29', '2028-02-29'],
    ['date', '2026-11-02T08:15', '2026-11-02T08:15'],
    ['date', '2026-11-02T08:15:30Z', '2026-11-02T08:15:30Z'],
    ['date', '2026-11-02T08:15:30.123456+01:00', '2026-11-02T08:15:30.123456+01:00'],
    ['number', null, null],
  ])('converts %s %j to %j', (type, value, expected) => {
    expect(one(type, value)).toBe(expected)
  })

  it.each<[EventSchema[string], unknown]>([
    ['string', {}],
    ['string', ['a']],
    ['number', ''],
    ['number', ' 12'],
    ['number', '0x10'],
    ['number', '012'],
    ['number', '1e999'],
    ['number', 'Infinity'],
    ['number', '9'.repeat(101)],
    ['number', true],
    ['number', [1]],
    ['boolean', 1],
    ['boolean', 'True'],
    ['boolean', 'yes'],
    ['date', '2026-02-30'],
    ['date', '2027-02-29'],
    ['date', '2026-13-01'],
    ['date', '2026-00-10'],
    ['date', '2026-11-02T24:00'],
    ['date', '02.11.2026'],
    ['date', 1_700_000_000],
    ['date', 'tomorrow'],
  ])('rejects %s %j', (type, value) => {
    expect(() => one(type, value)).toThrow(
      expect.objectContaining({ status: 422, message: expect.stringContaining('payload.field must be') }),
    )
  })

  it('accepts missing and additional fields', () => {
    expect(coercePayload({ seats: 'number' }, { plan: { a: [1] } })).toEqual({ plan: { a: [1] } })
    expect(coercePayload({}, { plan: 1 })).toEqual({ plan: 1 })
  })

  it('checks nothing without a schema', () => {
    const payload = { seats: 'many' }
    expect(coercePayload(null, payload)).toBe(payload)
  })

  it('reports every error, up to a limit', () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
    const schema = Object.fromEntries(names.map(name => [name, 'number' as const]))
    const payload = Object.fromEntries(names.map(name => [name, 'x']))
    expect(() => coercePayload(schema, payload)).toThrow(
      /payload\.a must be a number; .*payload\.e must be a number; and 2 more$/,
    )
  })

  it('treats every field name as plain data', () => {
    const payload = JSON.parse('{"__proto__":"1","constructor":"2"}')
    const result = coercePayload({ seats: 'number' }, payload)
    expect(JSON.stringify(result)).toBe('{"__proto__":"1","constructor":"2"}')
    expect(Object.getPrototypeOf(result)).toBe(Object.prototype)
  })

  it('does not modify the given payload', () => {
    const payload = Object.freeze({ seats: '3' })
    expect(coercePayload({ seats: 'number' }, payload)).toEqual({ seats: 3 })
  })
})
