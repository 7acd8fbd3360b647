// What requests are held against was written when the contract was generated: it says what a validator of the contract says,
// and no server makes one.
import type { ValidateFunction } from 'ajv'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openContract } from '../../scripts/contract/checks.ts'
import { readDocument, readRules } from '../../src/interfaces/http/document.ts'
import { examplesIn } from '../../src/interfaces/http/examples.ts'
import { readOperations } from '../../src/interfaces/http/traits.ts'
import { refusalOf } from '../../src/interfaces/http/validation.ts'
import { validatorsOf } from '../../src/interfaces/http/validators.ts'
import { type TestServer, startServer } from '../support/server.ts'

describe('the checks of requests', () => {
  const examples = examplesIn(readDocument())
  const ids = readOperations().map(({ traits }) => traits.id)
  const made = openContract(readRules())
  const whole = openContract(readRules(), false)

  /** Something at one place of a value is another one, or is gone. */
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

  /** The holders and names of everything within a value. */
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

  it('are there for each operation', async () => {
    const { operations } = await made
    expect(ids).toEqual(operations.map(({ operationId }) => operationId))
  })

  it.each(ids)('of %s say what a validator of the contract says', async id => {
    const [written, meant] = [validatorsOf(id), (await made).validatorsOf(id)]
    expect(written).toHaveLength(meant.length)
    const unshared = (await whole).validatorsOf(id)
    const given = examples.filter(({ operation }) => operation === id)
    const inputs = given.map(({ path_values: path, query, body }) => {
      return { path, query, header: { 'idempotency-key': 'a key' }, cookie: {}, requestBody: body }
    })
    fc.assert(
      fc.property(fc.constantFrom(...inputs), changes, (input, by) => {
        const [ours, theirs, other] = [changed(input, by), changed(input, by), changed(input, by)]
        for (const [index, validate] of written.entries()) {
          expect(validate(ours)).toBe(meant[index]!(theirs))
          expect(validate.errors).toEqual(meant[index]!.errors)
          // what several operations share says the same as if each had it itself
          expect(unshared[index]!(other)).toBe(!validate.errors)
          expect(said(validate.errors)).toEqual(said(unshared[index]!.errors))
        }
        // with what was put in the place of what was sent
        expect(ours).toEqual(theirs)
        expect(ours).toEqual(other)
      }),
      { numRuns: 50 },
    )
  })
})

describe('a server', () => {
  const { Function: native } = globalThis
  let server: TestServer
  let written = 0
  beforeAll(async () => {
    // what Ajv writes becomes a function so
    globalThis.Function = new Proxy(native, {
      construct(target, parameters, newTarget) {
        written++
        return Reflect.construct(target, parameters, newTarget)
      },
    })
    // the seal on answers would write code, too
    server = await startServer({}, { onAnswer: () => {} })
  })
  afterAll(async () => {
    globalThis.Function = native
    await server.stop()
  })

  it('writes no check, neither at its start nor for the first requests', async () => {
    const id = '0b8d2f44-5f1e-4a63-9c0e-6d1f5a0f7c11'
    const automation = { name: 'Welcome', steps: [{ key: 'start', type: 'nothing' }], connections: [] }
    expect((await server.call('POST', '/automations', { body: automation })).status).toBe(422)
    expect((await server.call('PATCH', `/automations/${id}`, { body: { name: 'Welcome' } })).status).toBe(404)
    expect((await server.call('GET', '/emails?limit=0')).status).toBe(422)
    expect(written).toBe(0)
  })
})
