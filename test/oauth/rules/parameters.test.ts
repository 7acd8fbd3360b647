import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  jsonObject,
  singleParameter,
  parametersIn,
  parseForm,
  percentEncoded,
  repeatedParameters,
} from '../../../src/identity/oauth/parameters.ts'
import { codePoint } from '../../support/code-point.ts'

const one = (raw: string) => parseForm(raw)[0]!

describe('parseForm', () => {
  test('keeps order and duplicates', () => {
    const parameters = parseForm('a=1&b=2&a=3&&c&=4')
    expect(parameters.map(({ name, text }) => [name, text])).toEqual([
      ['a', '1'],
      ['b', '2'],
      ['a', '3'],
      ['c', ''],
      ['', '4'],
    ])
    expect(repeatedParameters(parameters, ['a', 'b'])).toEqual(['a'])
  })

  test.each([
    ['s=a+b', 'a b', 'a%20b', 3],
    ['s=a%2Bb', 'a+b', 'a%2Bb', 3],
    ['s=a=b', 'a=b', 'a%3Db', 3],
    ['s=%7e%2d', '~-', '~-', 2],
    ['s=%F0%9F%93%AE', '📮', '%F0%9F%93%AE', 1],
    ['s=%EF%BB%BFx', '\uFEFFx', '%EF%BB%BFx', 2],
    ['s=%FF%FE', '\uFFFD\uFFFD', '%FF%FE', 2],
    ['s=%00', '\0', '%00', 1],
    ['s=\xe9', '\uFFFD', '%E9', 1],
    ['%73=x', 'x', 'x', 1],
  ])('parses %j', (raw, text, encoded, code_points) => {
    expect(one(raw)).toEqual({ name: 's', text, encoded, code_points, malformed: false })
  })

  test.each(['s=%', 's=%2', 's=%zz', 's=100%25%', '%zz=s', 's=%u0041', 's=\u0100'])('rejects %j as malformed', raw => {
    expect(one(raw).malformed).toBe(true)
  })

  test('returns any bytes unchanged', () => {
    fc.assert(
      fc.property(fc.uint8Array(), bytes => {
        const { encoded } = one(`s=${percentEncoded(Buffer.from(bytes))}`)
        const back = encoded.replaceAll(/%(..)/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
        expect(Buffer.from(back, 'latin1')).toEqual(Buffer.from(bytes))
      }),
    )
  })

  test('counts text in code points and decodes it like every other parser', () => {
    fc.assert(
      fc.property(fc.string({ unit: codePoint }), text => {
        const parameter = one(`s=${percentEncoded(text)}`)
        expect(parameter).toMatchObject({ text, code_points: [...text].length })
        expect(new URLSearchParams(`s=${parameter.encoded}`).get('s')).toBe(text)
        expect(decodeURIComponent(parameter.encoded)).toBe(text)
      }),
    )
  })
})

const json = (text: string) => jsonObject(Buffer.from(text))

describe('jsonObject', () => {
  test('returns the same shape as a form', () => {
    expect(parametersIn({ a: '1', b: 'x y' })).toEqual(parseForm('a=1&b=x+y'))
    expect(json('{"a":"1","b":"x y"}')).toEqual({ members: { a: '1', b: 'x y' } })
  })

  test.each(['1', 'null', '[]', '"a"', '', '{', '{"a":1}{', '\uFEFF1'])('%j is not an object', text => {
    expect(json(text)).toEqual({ fault: 'The body is not a JSON object in UTF-8.' })
  })

  test('bytes that are not UTF-8 are not JSON', () => {
    expect(jsonObject(Buffer.from('{"a":"\xff"}', 'latin1'))).toHaveProperty('fault')
  })

  test.each([
    '{"a":"1","a":"2"}',
    '{"a":"1", "b":{}, "a" : "1"}',
    String.raw`{"a":"1","\u0061":"2"}`,
    '{"b":{"a":1,"a":1}}',
    '{"b":[[{"c":"}"},{"a":1,"c":[],"a":1}]]}',
    String.raw`{"x\"\\":1,"b":"{","x\"\\":2}`,
  ])('%s has a duplicate member', text => {
    expect(json(text)).toEqual({ fault: 'The JSON body has a duplicate member.' })
  })

  test.each([
    '{"a":"a","b":["a","a",{"a":1},{"a":1}],"c":{"a":{"a":",\\"a\\":"}}}',
    '{"":{"":""}}',
    '{"a":"\\\\","b":"\\""}',
  ])('%s has no duplicate member', text => expect(json(text)).toHaveProperty('members'))

  test.each([String.raw`{"a":"\ud800"}`, String.raw`{"a":["\u0000"]}`, String.raw`{"\udc00":1}`])(
    '%s has a value that is not text',
    text => expect(json(text)).toMatchObject({ fault: 'The JSON body contains a NUL or half of a surrogate pair.' }),
  )

  test('an object has at most 100 members', () => {
    const of = (count: number): string =>
      JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, index) => [`m${index}`, ''])))
    expect(json(of(100))).toHaveProperty('members')
    expect(json(of(101))).toEqual({ fault: 'The body has more than 100 members.' })
  })

  test.each(['{"a":1}', '{"a":["x"]}', '{"a":{}}', '{"a":true}'])('rejects the value in %j that is not text', text => {
    expect(parametersIn(JSON.parse(text))).toMatchObject([{ name: 'a', malformed: true }])
  })

  test('treats null as absent', () => {
    expect(parametersIn({ a: null, b: 'x' })).toMatchObject([{ name: 'b', text: 'x' }])
  })

  test('accepts __proto__ as an ordinary name', () => {
    expect(parametersIn(JSON.parse('{"__proto__":"x"}'))).toMatchObject([{ name: '__proto__', text: 'x' }])
  })
})

describe('only', () => {
  test.each([
    ['a=1', '1'],
    ['a=', undefined],
    ['a', undefined],
    ['b=1', undefined],
    ['a=1&a=1', undefined],
    ['a=&a=1', undefined],
    ['A=1', undefined],
  ])('reads the single value of %j', (raw, text) => expect(singleParameter(parseForm(raw), 'a')?.text).toBe(text))
})
