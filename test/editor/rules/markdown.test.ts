// Markdown converted to the HTML of an email, and documents converted to Markdown.
import { describe, expect, it } from 'vitest'
import { htmlToDocument } from '../../../src/campaigns/editor/document/from-html.ts'
import { markdownToHtml } from '../../../src/campaigns/editor/document/markdown.ts'
import { documentToHtml } from '../../../src/campaigns/editor/document/to-html.ts'
import { documentToMarkdown } from '../../../src/campaigns/editor/document/to-markdown.ts'

describe('the HTML of Markdown', () => {
  it.each([
    ['# One\n\n*two* **three** ~~four~~', '<h1>One</h1>\n<p><em>two</em> <strong>three</strong> <del>four</del></p>'],
    ['Hi {{{contact.first_name|*you*}}}', '<p>Hi {{{contact.first_name|*you*}}}</p>'],
    ['[Leave]({{{RESEND_UNSUBSCRIBE_URL}}})', '<p><a href="{{{RESEND_UNSUBSCRIBE_URL}}}">Leave</a></p>'],
    [
      '![A "cat"](https://a.example/?a=1&b=2)',
      '<p><img src="https://a.example/?a=1&amp;b=2" alt="A &quot;cat&quot;"></p>',
    ],
    ['a_b_c &lt;i&gt; "q"', '<p>a_b_c &lt;i&gt; &quot;q&quot;</p>'],
    ['', ''],
  ])('for %j', (markdown, html) => expect(markdownToHtml(markdown)).toBe(html))

  it.each([
    '<script>alert(1)</script>',
    'a <img src=x onerror=alert(1)> b',
    '[x](javascript:alert(1))',
    '[x]( java\u0000script:alert(1) )',
    '![x](javascript:alert(1))',
    '[x][r]\n\n[r]: javascript:alert(1)',
    '<javascript:alert(1)>',
    '[x](https://a.example "\\" onclick=\\"alert(1)")',
    '[x](https://a.example/"onclick="alert)',
    '```"><script>\nx\n```',
  ])('contains no raw HTML that runs: %j', markdown => {
    const html = markdownToHtml(markdown)
    expect(html).not.toMatch(/<(?!\/?(?:p|a|img|pre|code)[ >])/)
    for (const [, attributes] of html.matchAll(/<\w+([^>]*)>/g))
      expect(attributes).toMatch(/^(?: (?:href|src|alt|class)="(?!java)[^"]*")*$/)
  })

  it('is rejected if it exceeds the limit', () => {
    expect(() => markdownToHtml('a\n\n'.repeat(70_000))).toThrow('more than 500000 characters')
  })
})

describe('Markdown of a document', () => {
  it.each([
    '<h2>News <em>for</em> {{{contact.first_name|*you*}}}</h2>',
    '<p>a * b _ c [d] &lt;e&gt; # f</p>\n<p># g</p>\n<p>1. h</p>\n<p>- i</p>',
    '<p><strong>bold</strong> and <s>gone</s><br>next <code>a_b</code></p>',
    '<p><a href="https://a.example/(x) y">link</a> <a href="{{{RESEND_UNSUBSCRIBE_URL}}}"><strong>Leave</strong></a></p>',
    '<ul><li><p>a</p><ul><li><p>b</p></li></ul></li><li><p>c</p><p>d</p></li></ul>',
    '<ol start="3"><li><p>x</p></li><li><p>y</p></li></ol>',
    '<blockquote><p>q</p><p>r</p></blockquote>\n<hr>\n<pre><code>a\n  b</code></pre>',
    '<p><img src="https://a.example/b.png" alt="A [cat]"></p>',
  ])('converts to the same document again: %s', html => {
    const document = htmlToDocument(html)
    const again = htmlToDocument(markdownToHtml(documentToMarkdown(document)))
    expect(documentToHtml(again)).toBe(documentToHtml(document))
  })
})
