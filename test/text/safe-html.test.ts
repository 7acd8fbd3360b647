// Sanitizes HTML from strangers for a page, for any input.
import * as fc from 'fast-check'
import { Parser } from 'htmlparser2'
import { describe, expect, test } from 'vitest'
import { safeHtml } from '../../src/base/text/safe-html.ts'
import { hostileHtml } from '../support/hostile-html.ts'

const FORBIDDEN =
  /^(?:script|style|iframe|object|embed|form|input|button|meta|link|base|svg|math|video|audio|template)$/
const LOADING = /^(?:src|srcset|background|poster|action|formaction|data|xlink:href|ping)$/

/** Problems in the result, as found by an HTML parser. */
function faultsIn(html: string): string[] {
  const faults: string[] = []
  const parser = new Parser({
    onopentag(name, attributes) {
      if (FORBIDDEN.test(name)) faults.push(name)
      for (const [attribute, value] of Object.entries(attributes)) {
        const isOwn = name === 'img' && attribute === 'src' && /^\s*(?:cid:|data:image\/)/i.test(value)
        if (attribute.startsWith('on') || (LOADING.test(attribute) && !isOwn)) faults.push(`${name} ${attribute}`)
        if (attribute === 'href' && !/^(?:https?:|mailto:|tel:|[^:]*$)/i.test(value)) faults.push(`${name} ${value}`)
        if (attribute === 'style' && /url|\\/i.test(value)) faults.push(`${name} ${value}`)
      }
    },
  })
  parser.end(html)
  return faults
}

describe('safeHtml', () => {
  test.each([
    ['a script', '<script>alert(1)</script>a', 'a'],
    ['the text of a title', '<head><title>T</title></head>a', 'a'],
    ['a handler', '<b onclick="x()">a</b>', '<b>a</b>'],
    [
      'a link that runs something',
      '<a href="java&#x0A;script:x()">a</a>',
      '<a target="_blank" rel="noopener noreferrer">a</a>',
    ],
    [
      'a link into the page',
      '<a href="https://a.example" target="_top" rel="opener">a</a>',
      '<a href="https://a.example" target="_blank" rel="noopener noreferrer">a</a>',
    ],
    [
      'a picture from elsewhere',
      '<img src="https://a.example/x" srcset="https://a.example/y 2x" alt="A">',
      '<img alt="A" />',
    ],
    ['a picture without a scheme', '<img src="//a.example/x">', '<img />'],
    ['a picture in a style', '<p style="background: URL(https://a.example)">a</p>', '<p>a</p>'],
    [
      'a picture in a style that is written with escapes',
      String.raw`<p style="background: \75rl(https://a.example)">a</p>`,
      '<p>a</p>',
    ],
    [
      'a style sheet',
      '<style>p { background: url(https://a.example) }</style><link rel="stylesheet" href="https://a.example">a',
      'a',
    ],
    ['a form', '<form action="https://a.example"><input name="a"><button>b</button></form>', 'b'],
    ['a drawing', '<svg><a href="javascript:x()"><text>a</text></a></svg>b', 'b'],
  ])('removes %s', (_, html, left) => expect(safeHtml(html, false)).toBe(left))

  test.each([
    ['its own pictures', '<img src="cid:a@b" alt="A" width="1" />'],
    ['pictures in it', '<img src="data:image/png;base64,AA==" />'],
    [
      'how it looks',
      '<table width="600" bgcolor="#ffffff"><tr><td align="center" style="color:red">a</td></tr></table>',
    ],
  ])('keeps %s', (_, html) => expect(safeHtml(html, false)).toBe(html))

  test('keeps only the URL of remote images when they are requested', () => {
    expect(
      safeHtml('<img src="https://a.example/x" onerror="y()"><script src="https://a.example/z"></script>', true),
    ).toBe('<img src="https://a.example/x" />')
  })

  test('keeps nothing that runs or loads, for any input', () => {
    fc.assert(
      fc.property(hostileHtml, html => {
        expect(faultsIn(safeHtml(html, false))).toEqual([])
      }),
      { numRuns: 1500 },
    )
  })
})
