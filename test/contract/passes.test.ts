// The passes over the document that TypeSpec emits, on small documents.
import { describe, expect, it } from 'vitest'
import { plainSchemas } from '../../scripts/contract/plain-schemas.ts'
import { sharedErrors } from '../../scripts/contract/shared-errors.ts'
import type { Json } from '../../scripts/openapi.ts'

const NAMED = {
  Moment: { type: 'string', format: 'date-time', description: 'A moment.' },
  Colour: { type: 'string', enum: ['red', 'green'] },
  Thing: { type: 'object', properties: { id: { type: 'string' } } },
}
const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` })
const NULL = { type: 'null' }

/** The schema after the pass. */
function plain(schema: Json): Json {
  const document = { paths: {}, components: { schemas: { ...structuredClone(NAMED), It: structuredClone(schema) } } }
  plainSchemas(document)
  return document.components.schemas.It
}

describe('a schema in its plain form', () => {
  it.each([
    ['a map', { type: 'object', unevaluatedProperties: {} }, { type: 'object', additionalProperties: {} }],
    [
      'a scalar or null',
      { anyOf: [{ type: 'string', maxLength: 5 }, NULL] },
      { type: ['string', 'null'], maxLength: 5 },
    ],
    ['a list or null', { anyOf: [{ type: 'array', items: {} }, NULL] }, { type: ['array', 'null'], items: {} }],
    [
      'a named scalar or null',
      { anyOf: [ref('Moment'), NULL] },
      { type: ['string', 'null'], format: 'date-time', description: 'A moment.' },
    ],
    [
      'a named scalar or null with words of its own',
      { anyOf: [ref('Moment'), NULL], description: 'When.' },
      { type: ['string', 'null'], format: 'date-time', description: 'When.' },
    ],
    ['an enum or null', { anyOf: [ref('Colour'), NULL] }, { type: ['string', 'null'], enum: ['red', 'green', null] }],
    ['an object or null', { anyOf: [ref('Thing'), NULL] }, { anyOf: [ref('Thing'), NULL] }],
    [
      'several or null',
      { anyOf: [{ type: 'string' }, { type: 'number' }, NULL, ref('Thing')] },
      { anyOf: [{ type: 'string' }, { type: ['number', 'null'] }, ref('Thing')] },
    ],
    ['what is always true', { type: 'boolean', enum: [true] }, { type: 'boolean', description: 'Always `true`.' }],
    ['a number', { type: 'number', enum: [404] }, { type: 'integer', const: 404 }],
    ['a text', { type: 'string', enum: ['list'] }, { type: 'string', enum: ['list'] }],
    [
      'a default',
      { type: 'object', properties: { runs: { ...ref('Colour'), default: 'red', description: 'Which.' } } },
      {
        type: 'object',
        properties: { runs: { ...ref('Colour'), description: 'Which. `red` when absent.', 'x-default': 'red' } },
      },
    ],
  ])('%s', (_, written, wanted) => expect(plain(written)).toEqual(wanted))

  it('changes nested schemas, and nothing that is not a schema', () => {
    const inner = { anyOf: [{ type: 'string' }, NULL] }
    const list = { type: 'array', items: inner, examples: [{ anyOf: [NULL] }] }
    expect(plain({ type: 'object', properties: { default: list } })).toEqual({
      type: 'object',
      properties: { default: { type: 'array', items: { type: ['string', 'null'] }, examples: [{ anyOf: [NULL] }] } },
    })
  })
})

it("moves the description of a parameter's schema into the schema", () => {
  const parameter = { name: 'after', schema: { type: 'string', format: 'uuid' }, 'x-own-rules': ['format'] }
  const document: Json = {
    paths: { '/a': { get: { parameters: [structuredClone(parameter)], responses: {} } } },
    components: { schemas: {}, parameters: { Cursor: structuredClone(parameter) } },
  }
  plainSchemas(document)
  const wanted = { name: 'after', schema: { type: 'string', format: 'uuid', 'x-own-rules': ['format'] } }
  expect(document.paths['/a'].get.parameters).toEqual([wanted])
  expect(document.components.parameters.Cursor).toEqual(wanted)
})

it('writes each error response once, with an example for each name', () => {
  const content = { 'application/json': { schema: ref('Gone') } }
  const operation = (): Json => ({ responses: { 200: {}, 410: { description: 'Gone.', content } } })
  const document: Json = {
    paths: { '/a': { get: operation() }, '/b': { get: operation() } },
    components: {
      schemas: {
        Gone: {
          properties: { statusCode: { const: 410 }, name: { enum: ['gone'] } },
          'x-examples': { gone: 'Too late.' },
        },
      },
    },
  }
  sharedErrors(document)
  for (const path of ['/a', '/b']) {
    expect(document.paths[path].get.responses).toEqual({ 200: {}, 410: { $ref: '#/components/responses/Gone' } })
  }
  const example = { statusCode: 410, message: 'Too late.', name: 'gone' }
  expect(document.components.responses.Gone).toEqual({
    description: 'Gone.',
    content: { 'application/json': { schema: ref('Gone'), examples: { gone: { value: example } } } },
  })
  expect(document.components.schemas.Gone['x-examples']).toBeUndefined()
})
