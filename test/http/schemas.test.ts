// The form in which request validators read the schemas of the contract.
import { expect, it } from 'vitest'
import { validationSchema } from '../../src/interfaces/contract/schemas.ts'

it('removes descriptions at every level', () => {
  const limit = { type: 'integer', description: 'How many', example: 5 }
  expect(validationSchema({ title: 'Page', properties: { limit } })).toEqual({
    properties: { limit: { type: 'integer' } },
  })
})

it('keeps fields that are named like keywords, and data unchanged', () => {
  const description = { type: ['string', 'null'], maxLength: 5 }
  const schema = {
    properties: { description, example: { const: { summary: 1 } }, properties: {}, $ref: { type: 'string' } },
    required: ['description'],
    dependentRequired: { title: ['summary'] },
  }
  expect(validationSchema({ ...schema, title: 'A title', default: { description: 'kept' } })).toEqual({
    ...schema,
    default: { description: 'kept' },
  })
})

it('reads a field under its aliases', () => {
  const type = { type: 'string', description: 'A type' }
  const properties = { size: {}, content_type: { ...type, 'x-also-read': ['contentType'] } }
  const read = { size: {}, contentType: { type: 'string' }, content_type: { type: 'string' } }
  expect(validationSchema({ properties })).toEqual({ properties: read })
})

it('refers to a schema of the contract by its name', () => {
  const items = { $ref: '#/components/schemas/Rule' }
  expect(validationSchema({ items, 'x-items-also-read': ['Name'] })).toEqual({
    items: { anyOf: [{ $ref: 'Name' }, { $ref: 'Rule' }] },
  })
})

it('lists the members for which null means absent, and removes null from them', () => {
  const mark = { 'x-null-is-absent': true }
  const properties = {
    size: { type: ['string', 'null'], enum: ['a', 'b', null], 'x-also-read': ['SIZE'], ...mark },
    rule: { description: 'A rule', anyOf: [{ $ref: '#/components/schemas/Rule' }, { type: 'null' }], ...mark },
    note: { type: ['string', 'null'] },
  }
  const size = { type: 'string', enum: ['a', 'b'] }
  expect(validationSchema({ type: 'object', properties })).toEqual({
    type: 'object',
    properties: { SIZE: size, size, rule: { $ref: 'Rule' }, note: { type: ['string', 'null'] } },
    'x-absent-if-null': ['SIZE', 'size', 'rule'],
  })
})
