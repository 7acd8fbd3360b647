import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { rulesOnly, serverRules } from '../../scripts/contract/rules-only.ts'

const read = (name: string): unknown => JSON.parse(readFileSync(`generated/${name}`, 'utf8'))

it('leaves out what is for readers, wherever it stands', () => {
  const operation = {
    summary: 'Send',
    description: 'Sends',
    'x-codeSamples': [{}],
    operationId: 'send',
    tags: ['Emails'],
  }
  const parameter = { name: 'limit', in: 'query', example: 5, schema: { type: 'integer', description: 'How many' } }
  expect(rulesOnly({ paths: { '/a': { post: { ...operation, parameters: [parameter] } } } })).toEqual({
    paths: {
      '/a': {
        post: { operationId: 'send', parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer' } }] },
      },
    },
  })
})

it('keeps fields whose names are words for readers, and values as they are', () => {
  const description = { type: ['string', 'null'], maxLength: 5 }
  const schema = {
    properties: { description, example: { const: { summary: 1 } }, properties: {} },
    required: ['description'],
  }
  expect(rulesOnly({ schemas: { title: { ...schema, title: 'A title', default: { description: 'kept' } } } })).toEqual({
    schemas: { title: { ...schema, default: { description: 'kept' } } },
  })
})

it('reads a field under its other names, which no schema of the contract has', () => {
  const type = { type: 'string', description: 'A type' }
  const properties = { size: {}, content_type: { ...type, 'x-also-read': ['contentType'] } }
  const read = { size: {}, contentType: { type: 'string' }, content_type: { type: 'string' } }
  expect(rulesOnly({ schemas: { File: { properties } } })).toEqual({ schemas: { File: { properties: read } } })
})

it('is what the server reads', () => {
  expect(read('rules.json')).toEqual(serverRules(read('openapi.json') as never))
})
