import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isLongerThan, isShorterThan, truncate } from '../../src/base/text/length.ts'
import { describeValue } from '../../src/base/text/describe-value.ts'
import { codePoint } from '../support/code-point.ts'

const text = fc.string({ unit: codePoint, maxLength: 40 })
const limit = fc.integer({ min: 0, max: 45 })

describe('isLongerThan, isShorterThan and shortened', () => {
  it('count code points in any text', () => {
    fc.assert(
      fc.property(text, limit, (text, limit) => {
        const count = [...text].length
        expect([isLongerThan(text, limit), isShorterThan(text, limit)]).toEqual([count > limit, count < limit])
        expect(truncate(text, limit)).toBe([...text].slice(0, limit).join(''))
      }),
    )
  })

  it('compare a very long text without reading it', () => {
    // A string of this length is a rope, which is flattened as soon as its characters are read.
    const far = '😀'.repeat(2 ** 28 - 16)
    expect([isLongerThan(far, 998), isShorterThan(far, 998)]).toEqual([true, false])
  })
})

describe('shown', () => {
  it.each([
    ['a text', '"a text"'],
    ['a "text"\n', '"a \\"text\\"\\n"'],
    ['a\u202eb\u2028c\u200bd', '"a\\u{202e}b\\u{2028}c\\u{200b}d"'],
    ['\ud800', '"\\ud800"'],
    ['😀'.repeat(60), `"${'😀'.repeat(60)}"`],
    ['😀'.repeat(61), `"${'😀'.repeat(60)}…"`],
    [7, '7'],
    [null, 'null'],
    [false, 'false'],
    [undefined, 'nothing'],
    [[1, 2], 'a list of 2'],
    [{ a: 1 }, 'an object'],
  ])('shows %j as %s', (value, words) => expect(describeValue(value)).toBe(words))
})
