// The contract in OpenAPI 3.0.4 is valid, equivalent to the one in 3.1, and contains no construct that 3.0 lacks.
import { readFileSync } from 'node:fs'
import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import { describe, expect, it } from 'vitest'
import { type Json, methodsOf, resolved, visitSchemas } from '../../scripts/openapi.ts'
import { inOpenApi30 } from '../../src/interfaces/docs/openapi-30.ts'

const newer: Json = JSON.parse(readFileSync('generated/openapi.json', 'utf8'))
const before = structuredClone(newer)
const older: Json = inOpenApi30(newer)

it('is valid', async () => {
  const validator = new Validator()
  const { valid, errors } = await validator.validate(structuredClone(older))
  expect([valid, errors]).toEqual([true, undefined])
  expect([older.openapi, validator.version]).toEqual(['3.0.4', '3.0'])
})

it('is converted from the 3.1 document without modifying it', () => {
  expect(newer).toEqual(before)
})

it('has every operation with its responses, and every schema except those used only next to null', () => {
  const operations = (document: Json): unknown[] =>
    methodsOf(document).map(({ method, path, operation }) => [
      method,
      path,
      operation.operationId,
      Object.keys(operation.responses),
      operation.security,
    ])
  expect(operations(older)).toEqual(operations(newer))
  const names = new Set(Object.keys(older.components.schemas))
  const gone = Object.keys(newer.components.schemas).filter(name => !names.has(name))
  const text = JSON.stringify(newer)
  for (const name of gone) {
    const all = text.split(`{"$ref":"#/components/schemas/${name}"}`).length
    expect(text.split(`"anyOf":[{"$ref":"#/components/schemas/${name}"},{"type":"null"}]`)).toHaveLength(all)
  }
})

it('uses no keyword that 3.0 lacks', () => {
  const unknown: string[] = []
  const WORDS = [
    'const',
    'examples',
    'unevaluatedProperties',
    'dependentRequired',
    'prefixItems',
    '$defs',
    'if',
    'then',
    'else',
    'propertyNames',
  ]
  visitSchemas(older, (schema, place) => {
    for (const word of WORDS) if (word in schema) unknown.push(`${place}: ${word}`)
    if (Array.isArray(schema.type) || schema.type === 'null') unknown.push(`${place}: type ${schema.type}`)
    if (schema.$ref && Object.keys(schema).length > 1) unknown.push(`${place}: words beside a reference`)
    if (schema.nullable && schema.type === undefined) unknown.push(`${place}: nullable without a type`)
  })
  expect(unknown).toEqual([])
  expect(older.info.license).toEqual({ name: 'MIT' })
})

describe('the examples of the 3.0 contract', () => {
  const ajv = new Ajv({ strict: false, validateFormats: true })
  ;(addFormats as unknown as (ajv: Ajv) => void)(ajv)
  const { schemas } = older.components
  ajv.addSchema({ $id: 'older', components: { schemas } })
  const compiled = new Map<string, ValidateFunction>()
  const fits = (schema: Json, example: unknown): string => {
    const text = JSON.stringify(schema).replaceAll('"#/components', '"older#/components')
    if (!compiled.has(text)) compiled.set(text, ajv.compile(JSON.parse(text)))
    const validate = compiled.get(text)!
    return validate(example) ? '' : ajv.errorsText(validate.errors)
  }

  it.each(methodsOf(older).map(({ operation }) => [operation.operationId, operation] as [string, Json]))(
    'are valid: %s',
    (_, operation) => {
      for (const holder of [operation.requestBody, ...Object.values<Json>(operation.responses)].filter(Boolean)) {
        const json = resolved(older, holder).content?.['application/json']
        const values = json?.example
          ? [json.example]
          : Object.values<Json>(json?.examples ?? {}).map(each => each.value)
        for (const value of values) expect(fits(json.schema, value)).toBe('')
      }
    },
  )

  it.each(['AutomationRun', 'StepRun', 'UpdateEvent', 'AutomationSettings'])(
    'are invalid with text instead of an object: %s',
    name => {
      expect(
        fits({ $ref: `#/components/schemas/${name}` }, { error: 'text', schema: 'text', quiet_hours: 'text' }),
      ).not.toBe('')
    },
  )

  it('accepts null for a nullable object, and no value other than that object', () => {
    const schema = schemas.UpdateEvent
    const given = [null, { plan: 'string' }, { plan: 'colour' }, 'text']
    expect(given.map(value => fits(schema, { schema: value }) === '')).toEqual([true, true, false, false])
  })
})
