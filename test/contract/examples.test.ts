// Every example of the contract is valid: parameters, request bodies, responses and errors.
import { readFileSync } from 'node:fs'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describe, expect, it } from 'vitest'
import { type Json, methodsOf, resolved } from '../../scripts/openapi.ts'

const document: Json = JSON.parse(readFileSync('generated/openapi.json', 'utf8'))
const ajv = new Ajv2020({ strict: false, validateFormats: true })
;(addFormats as unknown as (ajv: Ajv2020) => void)(ajv)
// validates internationalized addresses (RFC 6531)
ajv.addFormat('idn-email', /^[^\s@]+@[^\s@]+$/u)
ajv.addSchema({ $id: 'contract', ...document })

const compiled = new Map<string, ValidateFunction>()

/** The validation errors of an example as text; empty if it is valid. */
function wrong(schema: Json, example: unknown): string {
  const text = JSON.stringify(schema).replaceAll('"#/components', '"contract#/components')
  if (!compiled.has(text)) compiled.set(text, ajv.compile(JSON.parse(text)))
  const validate = compiled.get(text)!
  return validate(example) ? '' : ajv.errorsText(validate.errors)
}

/** The examples of a parameter or a media type. */
function examplesOf({ example, examples }: Json): unknown[] {
  return example === undefined ? Object.values<Json>(examples ?? {}).map(({ value }) => value) : [example]
}

const operations = methodsOf(document).map(({ operation }) => [operation.operationId, operation] as [string, Json])

describe.each(operations)('%s', (_, operation) => {
  it('has valid parameter examples', () => {
    for (const reference of operation.parameters ?? []) {
      const parameter = resolved(document, reference)
      const examples = examplesOf(parameter)
      expect(examples.length).toBeGreaterThan(0)
      for (const example of examples)
        expect([parameter.name, wrong(parameter.schema, example)]).toEqual([parameter.name, ''])
    }
  })

  it('has valid body examples', () => {
    const bodies = [operation.requestBody, ...Object.values<Json>(operation.responses)].filter(Boolean)
    for (const body of bodies) {
      for (const media of Object.values<Json>(resolved(document, body).content ?? {})) {
        for (const example of examplesOf(media)) expect(wrong(media.schema, example)).toBe('')
      }
    }
  })
})

it('accepts an internationalized address in the email format', () => {
  const address = { type: 'string', format: 'idn-email' }
  expect(wrong(address, 'ada@müller.example')).toBe('')
  expect(wrong(address, 'ada')).toContain('must match format "idn-email"')
})

it('has an example for each name of every error', () => {
  const errors = Object.entries<Json>(document.components.responses)
  expect(errors.length).toBeGreaterThan(20)
  for (const [name, answer] of errors) {
    const media = answer.content['application/json']
    const { properties } = resolved(document, media.schema)
    const named = examplesOf(media).map((example: Json) => example.name ?? example.error)
    expect([name, named.toSorted()]).toEqual([name, (properties.name ?? properties.error).enum.toSorted()])
  }
})
