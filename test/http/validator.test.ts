// Requests are validated with shared, lazily compiled schemas. The errors must equal those of openapi-backend, which
// compiles the whole schema of each operation.
import type { ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import * as fc from 'fast-check'
import { type Document, OpenAPIBackend, type OpenAPIValidator } from 'openapi-backend'
import { describe, expect, it } from 'vitest'
import { type Json, methodsOf } from '../../scripts/openapi.ts'
import { addContractKeywords, addLengthKeywords } from '../../src/interfaces/contract/ajv-keywords.ts'
import { IndexedRouter } from '../../src/interfaces/http/contract/router.ts'
import { validationSchema } from '../../src/interfaces/contract/schemas.ts'
import { ContractValidator } from '../../src/interfaces/http/contract/validator.ts'
import { readDocument, servedDefinition } from '../../src/interfaces/contract/document.ts'
import { examplesIn } from '../../src/interfaces/contract/examples.ts'
import { refusalOf } from '../../src/interfaces/http/validation.ts'

describe('the validators of requests', () => {
  const examples = examplesIn(readDocument())
  const router = new IndexedRouter(servedDefinition())
  const ids = router.getOperations().map(({ operationId }) => operationId)
  const ours = new ContractValidator({ router, document: readDocument })
  const library = libraryValidator()

  /** Replaces or removes the value at one place. */
  interface Change {
    place: number
    value: unknown
  }
  const GONE = '(gone)'
  const leaf = fc.oneof(
    fc.constantFrom(null, true, 0, -1, 1e9, 0.5, '', GONE, 'X'.repeat(300), [], {}, [null], { type: 'other' }),
    fc.constantFrom('A0B8D2F4-5F1E-4A63-9C0E-6D1F5A0F7C11', '2026-01-01T00:00:00Z', 'https://a.example', 'a@b.example'),
    fc.anything({ maxDepth: 2, withBigInt: false }),
  )
  const changes = fc.array(fc.record({ place: fc.nat(200), value: leaf }), { maxLength: 3 })

  /** The parents and keys of everything within a value. */
  function placesIn(holder: Record<string, unknown>): [Record<string, unknown>, string][] {
    const places: [Record<string, unknown>, string][] = []
    for (const [name, inner] of Object.entries(holder)) {
      places.push([holder, name])
      if (typeof inner === 'object' && inner !== null) places.push(...placesIn(inner as Record<string, unknown>))
    }
    return places
  }

  function changed(given: Record<string, unknown>, by: readonly Change[]): Record<string, unknown> {
    const copy = structuredClone(given)
    for (const { place, value } of by) {
      const places = placesIn(copy)
      const [holder, name] = places[place % places.length]!
      if (value === GONE) delete holder[name]
      else holder[name] = structuredClone(value)
    }
    return copy
  }

  const said = (errors: ValidateFunction['errors']): unknown => errors && refusalOf(errors).body

  it.each(ids)('return the same errors for %s as openapi-backend', async id => {
    await ours.compile(router.getOperation(id)!)
    const [shared, whole] = [ours, await library].map(each => each.getRequestValidatorsForOperation(id))
    const given = examples.filter(({ operation }) => operation === id)
    const inputs = given.map(({ path_values: path, query, body }) => {
      return { path, query, header: { 'idempotency-key': 'a key' }, cookie: {}, requestBody: body }
    })
    fc.assert(
      fc.property(fc.constantFrom(...inputs), changes, (input, by) => {
        const [one, other] = [changed(input, by), changed(input, by)]
        expect(shared).toHaveLength(whole!.length)
        for (const [index, validate] of shared!.entries()) {
          expect(validate(one)).toBe(whole![index]!(other))
          expect(said(validate.errors)).toEqual(said(whole![index]!.errors))
        }
        // including the defaults that were written into the request
        expect(one).toEqual(other)
      }),
      { numRuns: 50 },
    )
  })
})

/** The contract in plain JSON Schema, with references that openapi-backend resolves. */
function plainDocument(): Document {
  const withRefs = (node: Json): Json => {
    if (Array.isArray(node)) return node.map(withRefs)
    if (typeof node !== 'object' || node === null) return node
    const copy = Object.fromEntries(Object.entries<Json>(node).map(([key, value]) => [key, withRefs(value)]))
    // the library does not require binary fields (`removeBinaryPropertiesFromRequired`)
    if (copy.format === 'binary') delete copy.format
    if (typeof copy.$ref !== 'string') return copy
    const { $ref, ...others } = copy
    if (Object.keys(others).length === 0) return { $ref: `#/components/schemas/${$ref}` }
    // the library ignores keywords next to a reference
    return { ...others, allOf: [{ $ref: `#/components/schemas/${$ref}` }] }
  }
  const formOf = (schema: Json): Json => withRefs(validationSchema(schema))
  const document: Json = structuredClone(readDocument())
  const { schemas, parameters } = document.components
  for (const [name, schema] of Object.entries(schemas)) schemas[name] = formOf(schema)
  for (const parameter of Object.values<Json>(parameters)) parameter.schema = formOf(parameter.schema)
  for (const { operation } of methodsOf(document)) {
    operation.responses = {}
    for (const parameter of operation.parameters ?? [])
      if (parameter.schema) parameter.schema = formOf(parameter.schema)
    for (const media of Object.values<Json>(operation.requestBody?.content ?? {})) media.schema = formOf(media.schema)
  }
  return document
}

/** The validator of openapi-backend. */
async function libraryValidator(): Promise<OpenAPIValidator> {
  const customizeAjv = (): never => {
    const ajv = new Ajv2020({
      strict: false,
      useDefaults: true,
      validateSchema: false,
      discriminator: true,
      verbose: true,
    })
    addLengthKeywords(ajv)
    addContractKeywords(ajv)
    addFormats.default(ajv)
    return ajv as never
  }
  const api = new OpenAPIBackend({ definition: plainDocument(), quick: true, strict: true, customizeAjv })
  await api.init()
  return api.validator
}
