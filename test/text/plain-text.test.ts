import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { plainText, QUICK_LENGTH_MAX, quickText } from '../../src/base/text/plain-text.ts'
import { effort_ms } from '../support/cpu-time.ts'
import { hostileHtml } from '../support/hostile-html.ts'

// The result of any input has no control characters except line breaks and tabs, and no lone surrogates.
const UNSENDABLE = /[^\P{Cc}\n\t]/u

describe('plainText', () => {
  test.each([
    ['a list that the library throws over', '<ol type="i" start="10000"><li>a</li></ol>', 'a'],
    [
      'what stands around it',
      '<h1>Dear you</h1><ol type=i start=1e9><li>One &amp; two</ol>Bye',
      'Dear you\n\nOne & two\nBye',
    ],
  ])('returns a text for %s', (_what, html, text) => {
    expect(plainText(html)).toBe(text)
  })

  test.each([
    [
      'cells of a table by spaces and rows by lines',
      '<table><tr><th>Item</th><th>Price</th></tr><tr><td>Widget</td><td>2</td><td>10.00</td></tr>' +
        '<tr><td>Total</td><td></td><td>20.00</td></tr></table>Thanks',
      'Item Price\nWidget 2 10.00\nTotal 20.00\n\nThanks',
    ],
    [
      'tables that arrange a mail',
      '<table><tr><td><table><tr><td>Sum</td><td>5</td></tr></table></td><td><p>Bye</p></td></tr></table>',
      'Sum 5\n\nBye',
    ],
    ['terms and definitions', '<dl><dt>From</dt><dd>Ada</dd><dt>To</dt><dd>Eve</dd></dl>', 'From\nAda\nTo\nEve'],
    ['items outside of a list', '<li>one</li><li>two</li>', 'one\ntwo'],
    ['list items', '<ul><li>one</li><li>two</li></ul>', ' * one\n * two'],
    ['line breaks in preformatted text', '<pre>a<br>b\n  c</pre>', 'a\nb\n  c'],
    ['a rule', 'a<hr>b', `a\n\n${'-'.repeat(40)}\n\nb`],
    ['captions', '<figure>Chart<figcaption>Growth</figcaption></figure>End', 'Chart\nGrowth\nEnd'],
    ['addresses and summaries', '<address>Road 1</address><summary>More</summary>Less', 'Road 1\nMore\nLess'],
    ['buttons', '<button>Yes</button><button>No</button>', 'Yes No'],
    ['text from a title, which is left out', '<title>Shop</title><p>Hi</p>', 'Hi'],
  ])('separates %s', (_what, html, text) => {
    expect(plainText(html)).toBe(text)
  })

  test('removes characters that a message cannot contain', () => {
    expect(plainText('<ol type=A start=x><li>a</li></ol>')).not.toMatch(UNSENDABLE)
    expect(plainText('<p>a\0b\u0001c\u0085d</p>')).toBe('abcd')
    expect(plainText('<p>a&#0;b&#1;c</p>')).not.toMatch(UNSENDABLE)
    expect(plainText('<p>a\uD800b</p>').isWellFormed()).toBe(true)
  })

  test('truncates to its limit without splitting a character', () => {
    const text = plainText(`x${'😀'.repeat(100_000)}`)
    expect(text.length).toBeLessThanOrEqual(100_000)
    expect([text.isWellFormed(), text.includes('\uFFFD')]).toEqual([true, false])
    const quoted = '<blockquote>'.repeat(100) + 'a<br>'.repeat(18_000)
    expect(plainText(quoted).length).toBeLessThanOrEqual(200_000)
  })

  test('returns sendable text for any HTML', () => {
    fc.assert(
      fc.property(hostileHtml, html => {
        for (const text of [plainText(html), quickText(html)]) {
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
  ])('is fast if the HTML is short: %s', (_what, html) => {
    const short = html.slice(0, QUICK_LENGTH_MAX)
    plainText(short)
    // takes 5 to 25 ms; the limit allows for a busy machine
    expect(effort_ms(() => plainText(short))).toBeLessThan(200)
  })
})

describe('quickText', () => {
  test.each([
    ['text alone', 'Hello', 'Hello'],
    [
      'blocks and lines',
      '<h1>Hello</h1>\n<p>One <b>bold</b>\nword<br>and more</p>',
      'Hello\n\nOne bold word\nand more',
    ],
    ['entities', '&lt;b&gt; &amp;amp; &#8364; &#x41; &nbsp;&bogus; &#x110000;', '<b> &amp; € A  &bogus; &#x110000;'],
    ['cells apart', '<table><tr><td>Widget</td><td>2</td></tr><tr><td>Total</td></tr></table>', 'Widget 2\n\nTotal'],
    ['what is no text', '<title>T</title><style>p{}</style><!-- c --><script>x<y</script>end', 'end'],
    ['what never ends', 'a<style>p{}', 'a'],
    ['a comparison', '1 < 2 and 3<4', '1 < 2 and 3<4'],
    ['letters', '&Uuml;ber &uuml; &ntilde; &Ccedil; &szlig; &AElig;&oslash; &quml;', 'Über ü ñ Ç ß Æø &quml;'],
    ['names of other things', '<constructor>a</__proto__>&constructor;', 'a&constructor;'],
  ])('keeps %s', (_what, html, text) => {
    expect(quickText(html)).toBe(text)
  })

  test.each(['<', '<a ', '<!--', '<style>', '<script>a', '</', '&', '&#', '<p>x', ' \n', '\0', '<!--a-->', '😀'])(
    'takes linear time for repeated %j',
    piece => {
      const html = piece.repeat(200_000)
      // takes a few milliseconds; a nonlinear algorithm takes minutes
      expect(effort_ms(() => quickText(html))).toBeLessThan(1_000)
    },
  )
})
