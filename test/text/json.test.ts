import { assert, constantFrom, property, string } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Refusal } from '../../src/base/text/refusal.ts'
import { jsonHash, parseJson } from '../../src/base/text/json.ts'
import { effort_ms } from '../support/cpu-time.ts'

const LIMITS = { values_max: 100 }
const parsed = (text: string | Buffer, limits = LIMITS): unknown => parseJson(Buffer.from(text), limits)

function refused(text: string | Buffer, limits = LIMITS): { status: number; message: string } {
  try {
    parsed(text, limits)
  } catch (error) {
    if (error instanceof Refusal) return { status: error.status, message: error.message }
    throw error
  }
  throw new Error(`This was taken: ${String(text).slice(0, 100)}`)
}

describe('parseJson', () => {
  test.each([
    '{}',
    '[]',
    '7',
    '"a"',
    '{"a":"\\"","b\\\\":["\\\\","\\\\\\"",{}]}',
    ' { "a" : [ ] , "b" : { } } ',
    '{"a":"[[[{{{,,,,"}',
  ])('parses %s', text => {
    expect(parsed(text)).toEqual(JSON.parse(text))
  })

  test('accepts a key of 1000 bytes and strings of any length', () => {
    const text = `{"${'k'.repeat(1000)}":["${'t'.repeat(5000)}","${'t'.repeat(5000)}"]}`
    expect(parsed(text)).toEqual(JSON.parse(text))
  })

  test.each([
    ['', 'ends too early at line 1, column 1'],
    ['{', 'ends too early at line 1, column 2'],
    ['{"a":"', 'cannot be read on at line 1, column 6'],
    ['{"a":"\\', 'cannot be read on at line 1, column 6'],
    ['{"a":"\\"}', 'cannot be read on at line 1, column 6'],
    [']', 'cannot be read on at line 1, column 1'],
    ['}}', 'cannot be read on at line 1, column 1'],
    ['x', 'cannot be read on at line 1, column 1'],
    ['{"a":1}}', 'cannot be read on at line 1, column 8'],
    ['{"a":1,}', 'cannot be read on at line 1, column 8'],
    ['{\n  "a": 1\n  "b": 2\n}', 'cannot be read on at line 3, column 3'],
    ['{"a":"a\tb"}', 'cannot be read on at line 1, column 6'],
    ['// a\n{}', 'cannot be read on at line 1, column 1'],
    ['{"a": re_secret}', 'cannot be read on at line 1, column 7'],
  ])('rejects %s and reports the position of the syntax error', (text, where) => {
    expect(refused(text)).toEqual({ status: 400, message: `Request body must be valid JSON. It ${where}.` })
  })

  test('rejects any other text that JSON.parse rejects, with the position if it is known', () => {
    assert(
      property(string({ unit: constantFrom(...'{}[]",:\\u01e+-.tf n\n') }), text => {
        try {
          JSON.parse(text)
        } catch {
          expect(refused(text).message).toMatch(
            /^Request body must be valid JSON\. It (?:ends|cannot be read on) .*line \d+, column \d+\.$/,
          )
        }
      }),
    )
  })

  test('rejects bytes that are not UTF-8', () => {
    const message = 'Request body must be valid JSON. It is not UTF-8.'
    expect(refused(Buffer.from([0x22, 0xff, 0x22]))).toEqual({ status: 400, message })
  })

  test('accepts 64 levels and rejects 65', () => {
    const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels)
    expect(parsed(nested(64))).toBeInstanceOf(Array)
    expect(refused(nested(65))).toMatchObject({ status: 400, message: expect.stringContaining('64 levels') })
  })

  // each of them holds 100 values, including the outermost one
  test.each([
    ['texts', `[${Array(99).fill('"a"').join()}]`],
    ['numbers', `[${Array(99).fill('1').join(' , ')}]`],
    ['empty objects', `[${Array(99).fill('{}').join()}]`],
    ['empty lists', `{"a":[${Array(98).fill('[]').join()}]}`],
    ['objects', `[${Array(49).fill('{"a":1}').join()},true]`],
    ['fields', `{${Array.from({ length: 99 }, (_, index) => `"k${index}":null`).join()}}`],
  ])('accepts 100 values and rejects one more: %s', (_what, text) => {
    expect(parsed(text)).toEqual(JSON.parse(text))
    expect(refused(text, { values_max: 99 })).toMatchObject({
      status: 422,
      message: expect.stringMatching(/at most 99 .* received 100\b/),
    })
  })

  test('rejects a long key and reports its length', () => {
    expect(refused(`{"a":{"${'k'.repeat(1001)}" :1}}`)).toMatchObject({
      status: 422,
      message: expect.stringMatching(/at most 1000 bytes .* received 1001\./),
    })
  })

  test.each([
    ['many values', `[${'{},'.repeat(300_000)}1]`],
    ['many escaped quotation marks', `["${'\\"'.repeat(450_000)}"]`],
    ['many backslashes', `["${'\\\\'.repeat(450_000)}"]`],
    ['many texts', `[${'"",'.repeat(300_000)}1]`],
    ['one long key', `{"${'k'.repeat(900_000)}":1}`],
    ['nothing but spaces', ' '.repeat(900_000)],
  ])('parses a megabyte of %s in under 150 ms', (_what, text) => {
    const body = Buffer.from(text)
    // Building the objects for `[{},{},…]` takes 20 times as long. The margin allows for a busy machine.
    expect(
      effort_ms(() => {
        try {
          parseJson(body, { values_max: 10_000 })
        } catch (error) {
          expect(error).toBeInstanceOf(Refusal)
        }
      }),
    ).toBeLessThan(150)
  })
})

describe('jsonHash', () => {
  test('ignores the order of fields and differs for different values', () => {
    expect(jsonHash({ a: { b: 1, c: [1, 2] }, d: 'e' })).toBe(jsonHash({ d: 'e', a: { c: [1, 2], b: 1 } }))
    expect(jsonHash({ a: [1, 2] })).not.toBe(jsonHash({ a: [2, 1] }))
  })
})
