import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { plainText, QUICK_LENGTH_MAX, simpleText } from '../../src/base/text/plain-text.ts'
import { effort_ms } from '../support/effort.ts'
import { hostileHtml } from '../support/hostile-html.ts'

// whatever it was made from: no control character but line breaks and tabs, and whole characters only
const UNSENDABLE = /[^\P{Cc}\n\t]/u

describe('plainText', () => {
  test.each([
    ['a list that the library throws over', '<ol type="i" start="10000"><li>a</li></ol>', 'a'],
    [
      'what stands around it',
      '<h1>Dear you</h1><ol type=i start=1e9><li>One &amp; two</ol>Bye',
      'Dear you\n\nOne & two\nBye',
    ],
  ])('has a text for %s', (_what, html, text) => {
    expect(plainText(html)).toBe(text)
  })

  test('leaves out what cannot stand in a message', () => {
    expect(plainText('<ol type=A start=x><li>a</li></ol>')).not.toMatch(UNSENDABLE)
    expect(plainText('<p>a\0b\u0001c\u0085d</p>')).toBe('abcd')
    expect(plainText('<p>a&#0;b&#1;c</p>')).not.toMatch(UNSENDABLE)
    expect(plainText('<p>a\uD800b</p>').isWellFormed()).toBe(true)
  })

  test('ends within its limit, and never within a character', () => {
    const text = plainText(`x${'😀'.repeat(100_000)}`)
    expect(text.length).toBeLessThanOrEqual(100_000)
    expect([text.isWellFormed(), text.includes('\uFFFD')]).toEqual([true, false])
    const quoted = '<blockquote>'.repeat(100) + 'a<br>'.repeat(18_000)
    expect(plainText(quoted).length).toBeLessThanOrEqual(200_000)
  })

  test('is sendable for whatever HTML', () => {
    fc.assert(
      fc.property(hostileHtml, html => {
        for (const text of [plainText(html), simpleText(html)]) {
          expect(text).not.toMatch(UNSENDABLE)
          expect(text.isWellFormed()).toBe(true)
        }
      }),
      { numRuns: 1500 },
    )
  })

  test.each([
    ['quotations', `${'<blockquote>'.repeat(100)}${'a<br>'.repeat(QUICK_LENGTH_MAX)}`],
    ['list items', `<ol>${'<li>x'.repeat(QUICK_LENGTH_MAX)}`],
    ['line breaks', '<br>'.repeat(QUICK_LENGTH_MAX)],
    ['open tags', '<'.repeat(QUICK_LENGTH_MAX)],
  ])('is quick as long as the HTML is short: %s', (_what, html) => {
    const short = html.slice(0, QUICK_LENGTH_MAX)
    plainText(short)
    // 5 to 25 ms, and generous for a busy machine
    expect(effort_ms(() => plainText(short))).toBeLessThan(200)
  })
})

describe('simpleText', () => {
  test.each([
    ['text alone', 'Hello', 'Hello'],
    [
      'blocks and lines',
      '<h1>Hello</h1>\n<p>One <b>bold</b>\nword<br>and more</p>',
      'Hello\n\nOne bold word\nand more',
    ],
    ['entities', '&lt;b&gt; &amp;amp; &#8364; &#x41; &nbsp;&bogus; &#x110000;', '<b> &amp; € A  &bogus; &#x110000;'],
    ['what is no text', '<title>T</title><style>p{}</style><!-- c --><script>x<y</script>end', 'end'],
    ['what never ends', 'a<style>p{}', 'a'],
    ['a comparison', '1 < 2 and 3<4', '1 < 2 and 3<4'],
    ['letters', '&Uuml;ber &uuml; &ntilde; &Ccedil; &szlig; &AElig;&oslash; &quml;', 'Über ü ñ Ç ß Æø &quml;'],
    ['names of other things', '<constructor>a</__proto__>&constructor;', 'a&constructor;'],
  ])('keeps %s', (_what, html, text) => {
    expect(simpleText(html)).toBe(text)
  })

  test.each(['<', '<a ', '<!--', '<style>', '<script>a', '</', '&', '&#', '<p>x', ' \n', '\0', '<!--a-->', '😀'])(
    'is quick about %j over and over',
    piece => {
      const html = piece.repeat(200_000)
      // a few milliseconds; what is not linear takes minutes
      expect(effort_ms(() => simpleText(html))).toBeLessThan(1_000)
    },
  )
})
