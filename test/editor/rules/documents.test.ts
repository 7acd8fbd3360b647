import { array, assert, constantFrom, property } from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  checkDocument,
  DEPTH_MAX,
  type EditorNode,
  MARK_NAMES,
  NODE_NAMES,
  NODES_MAX,
} from '../../../src/campaigns/editor/document/document.ts'
import { withBlocksInLines } from '../../../src/campaigns/editor/document/for-pages.ts'
import { htmlToDocument, textToDocument } from '../../../src/campaigns/editor/document/from-html.ts'
import { HTML_LENGTH_MAX, documentToHtml } from '../../../src/campaigns/editor/document/to-html.ts'
import { EDITOR_PROMPT } from '../../../src/campaigns/editor/prompt.ts'

const doc = (...content: unknown[]) => ({ type: 'doc', content }) as EditorNode
const text = (words: string, ...marks: (string | object)[]) => ({
  type: 'text',
  ...(marks.length > 0 && { marks: marks.map(mark => (typeof mark === 'string' ? { type: mark } : mark)) }),
  text: words,
})
const node = (type: string, ...content: unknown[]) => ({ type, content })
const p = (...content: unknown[]) => node('paragraph', ...content)
const link = (href: string) => ({ type: 'link', attrs: { href } })
const image = (src: string, alt = '') => ({ type: 'image', attrs: { src, alt } })
const html = (...content: unknown[]): string => documentToHtml(checkDocument(doc(...content)))

describe('a document converted to HTML', () => {
  it.each<[string, unknown, string]>([
    ['a paragraph', p(text('Hello')), '<p>Hello</p>'],
    ['an empty paragraph', { type: 'paragraph' }, '<p><br></p>'],
    ['a heading', { type: 'heading', attrs: { level: 3 }, content: [text('News')] }, '<h3>News</h3>'],
    ['a heading without a level', node('heading', text('News')), '<h1>News</h1>'],
    ['a break', p(text('a'), { type: 'hardBreak' }, text('b')), '<p>a<br>b</p>'],
    ['a rule', { type: 'horizontalRule' }, '<hr>'],
    [
      'a list',
      node('bulletList', node('listItem', p(text('a'))), node('listItem', p(text('b')))),
      '<ul><li><p>a</p></li><li><p>b</p></li></ul>',
    ],
    [
      'an ordered list',
      { ...node('orderedList', node('listItem', p(text('c')))), attrs: { start: 3 } },
      '<ol start="3"><li><p>c</p></li></ol>',
    ],
    ['a quotation', node('blockquote', p(text('q'))), '<blockquote><p>q</p></blockquote>'],
    ['code', node('codeBlock', text('if (a < b)\n  c')), '<pre><code>if (a &lt; b)\n  c</code></pre>'],
    [
      'a picture',
      image('https://example.com/a.png?b=1&c', 'A "cat"'),
      '<p><img src="https://example.com/a.png?b=1&amp;c" alt="A &quot;cat&quot;"></p>',
    ],
    ['a picture in a line', p(text('x'), image('cid:logo')), '<p>x<img src="cid:logo" alt=""></p>'],
    [
      'marks',
      p(text('a', 'bold', 'italic'), text('b', 'underline'), text('c', 'strike'), text('d', 'code')),
      '<p><strong><em>a</em></strong><u>b</u><s>c</s><code>d</code></p>',
    ],
    [
      'one link of two texts',
      p(text('see ', link('https://a.example')), text('this', link('https://a.example'), 'bold')),
      '<p><a href="https://a.example">see <strong>this</strong></a></p>',
    ],
    ['attributes that it has no use for', { ...p(text('a')), attrs: { textAlign: null, class: 'x' } }, '<p>a</p>'],
  ])('has %s', (_, block, expected) => expect(html(block)).toBe(expected))

  it('keeps placeholders, in text and in URLs', () => {
    const leave = link('{{{RESEND_UNSUBSCRIBE_URL}}}')
    expect(html(p(text('Hi {{{contact.first_name|there}}}, {{{NAME}}}'), text('Leave', leave)))).toBe(
      '<p>Hi {{{contact.first_name|there}}}, {{{NAME}}}<a href="{{{RESEND_UNSUBSCRIBE_URL}}}">Leave</a></p>',
    )
  })

  it('escapes all text, including default values', () => {
    const hostile = '<script>alert("1")</script>{{{x|<img src=x onerror=y>}}}'
    const written = html(
      p(text(hostile)),
      node('codeBlock', text(hostile)),
      image('https://a.example/"><script>', hostile),
      p(text('a', link('/"onclick="x'))),
    )
    expect(written).not.toMatch(/<script|<img src=x|" *onclick/)
  })

  it('has one complete block after another', () => {
    expect(html(p(text('a')), p(text('b')))).toBe('<p>a</p>\n<p>b</p>')
    expect(html()).toBe('')
  })
})

describe('a document is rejected with the position', () => {
  const refused = (content: unknown): string => {
    try {
      documentToHtml(checkDocument(content))
    } catch (error) {
      return (error as Error).message
    }
    return 'it was not'
  }
  it.each<[string, unknown, string]>([
    [
      'when it is not a document',
      'doc',
      'Invalid `content` field: must be an object whose `type` is "doc"; received "doc".',
    ],
    [
      'when it is another node',
      p(),
      'Invalid `content` field: must be an object whose `type` is "doc"; received "paragraph".',
    ],
    [
      'of a node that is not known',
      doc(p(), node('blockquote', node('table'))),
      'Invalid `content.content[1].content[0].type` field: must be one of',
    ],
    [
      'of a node named as what every object has',
      doc({ type: 'constructor' }),
      'Invalid `content.content[0].type` field',
    ],
    [
      'of a mark that is not known',
      doc(p(text('a'), text('b', 'highlight'))),
      'Invalid `content.content[0].content[1].marks[0].type` field',
    ],
    [
      'of a text where a block belongs',
      doc(text('a')),
      'Invalid `content.content[0]` field: text is not allowed here.',
    ],
    [
      'of a block in a line',
      doc(p(p())),
      'Invalid `content.content[0].content[0]` field: paragraph is not allowed here.',
    ],
    [
      'of a paragraph in a list',
      doc(node('bulletList', p())),
      'Invalid `content.content[0].content[0]` field: paragraph is not allowed here.',
    ],
    [
      'of content within an image',
      doc({ ...image('https://a.example'), content: [p()] }),
      'Invalid `content.content[0].content[0]` field',
    ],
    [
      'of a level',
      doc({ type: 'heading', attrs: { level: 7 } }),
      'Invalid `content.content[0]` field: requires a whole number from 1 to 6',
    ],
    [
      'of a text without text',
      doc(p({ type: 'text' })),
      'Invalid `content.content[0].content[0].text` field: must be a text',
    ],
    ['of bold code', doc(node('codeBlock', text('a', 'bold'))), 'Invalid `content.content[0].content[0].marks` field'],
    [
      'of a picture without an address',
      doc({ type: 'image' }),
      'Invalid `content.content[0]` field: requires a text in `attrs.src`.',
    ],
    [
      'of content that is not a list',
      doc({ type: 'paragraph', content: 'a' }),
      'Invalid `content.content[0].content` field: must be a list',
    ],
    [
      'of a node that is not an object',
      doc(null),
      'Invalid `content.content[0]` field: must be a node; received null.',
    ],
  ])('%s', (_, content, message) => expect(refused(content)).toContain(message))

  it.each([
    'javascript:alert(1)',
    ' JavaScript:alert(1)',
    'java\tscript:alert(1)',
    '\u0001javascript:alert(1)',
    'vbscript:x',
    'data:text/html,<script>',
    '{{{x|javascript:alert(1)}}}',
    '{{{x}}}javascript:alert(1)',
  ])('of a URL that runs a script: %j', address => {
    expect(refused(doc(p(text('a', link(address)))))).toContain(
      'Invalid `content.content[0].content[0].marks[0]` field: has a `attrs.href`',
    )
    expect(refused(doc(image(address)))).toContain('Invalid `content.content[0]` field: has a `attrs.src`')
    expect(JSON.stringify(htmlToDocument(`<a href="${address}">x</a><img src="${address}">`))).not.toContain('script:')
  })

  it('if it exceeds the maximum depth, and not one level less', () => {
    const nested = (depth: number): unknown => (depth === 0 ? p(text('a')) : node('blockquote', nested(depth - 1)))
    expect(refused(doc(nested(DEPTH_MAX - 3)))).toBe('it was not')
    expect(refused(doc(nested(DEPTH_MAX - 2)))).toContain(`is nested deeper than ${DEPTH_MAX} levels`)
  })

  it('if it has too many nodes, and not with one less', () => {
    const many = (nodes: number) => doc(...Array.from({ length: nodes - 1 }, () => ({ type: 'horizontalRule' })))
    expect(refused(many(NODES_MAX))).toBe('it was not')
    expect(refused(many(NODES_MAX + 1))).toContain(`more than ${NODES_MAX} nodes`)
  })

  it('if the HTML is too long, and not with one character less', () => {
    const long = (length: number) => doc(p(text('x'.repeat(length - '<p></p>'.length))))
    expect(refused(long(HTML_LENGTH_MAX))).toBe('it was not')
    expect(refused(long(HTML_LENGTH_MAX + 1))).toContain(`more than ${HTML_LENGTH_MAX} characters`)
  })
})

describe('HTML converted to a document', () => {
  it.each<[string, string, unknown[]]>([
    ['of nothing', '', [{ type: 'paragraph' }]],
    ['of text without a tag', 'Hello', [p(text('Hello'))]],
    [
      'without what is not seen',
      '<head><title>T</title><style>p{}</style></head><script>x</script><p>a</p><div style="display: none">pre</div>',
      [p(text('a'))],
    ],
    [
      'with spaces as a browser has them',
      '<p>\n  a\n  <b>b </b> c\n</p>\n',
      [p(text('a '), text('b ', 'bold'), text('c'))],
    ],
    ['of cells of a table', '<table><tr><td>a</td><td>b</td></tr></table>', [p(text('a')), p(text('b'))]],
    [
      'of a linked picture',
      '<a href="https://a.example"><img src="https://a.example/b.png" alt="B"></a>',
      [p({ ...image('https://a.example/b.png', 'B'), marks: [link('https://a.example')] })],
    ],
    ['of entities', '<p>a &amp; b&nbsp;c &lt;d&gt;</p>', [p(text('a & b\u00A0c <d>'))]],
    [
      'of text in a list without an item',
      '<ul>a<li>b</ul>',
      [node('bulletList', node('listItem', p(text('a'))), node('listItem', p(text('b'))))],
    ],
    ['of code', '<pre>\na  b\n c\n</pre>', [node('codeBlock', text('a  b\n c'))]],
    ['of the last break', '<p>a<br></p><p><br></p>', [p(text('a')), p({ type: 'hardBreak' })]],
    ['of a placeholder', '<p>Hi {{{contact.first_name|there}}}</p>', [p(text('Hi {{{contact.first_name|there}}}'))]],
  ])('%s', (_, markup, content) => expect(htmlToDocument(markup)).toEqual(doc(...content)))

  it('is a valid document for any HTML', () => {
    const piece = constantFrom(
      '<ul>',
      '<li>',
      '</ul>',
      '<p>',
      '</p>',
      '<b>',
      '</b>',
      '<a href="/x">',
      '</a>',
      '<h2>',
      '</h2>',
      '<pre>',
      '</pre>',
      '<blockquote>',
      '</blockquote>',
      '<br>',
      '<hr>',
      '<img src="x">',
      '<svg>',
      '</svg>',
      '<style>',
      'a',
      ' ',
      '&lt;',
      '<',
      '"',
      '<ol start="2">',
      '</ol>',
      '</li>',
    )
    assert(
      property(array(piece, { maxLength: 80 }), pieces => {
        const made = htmlToDocument(pieces.join(''))
        // converting it to HTML and back returns the same document
        const markup = documentToHtml(checkDocument(made))
        expect(documentToHtml(htmlToDocument(markup))).toBe(markup)
      }),
      { numRuns: 300 },
    )
  })

  it('flattens deeper nesting into consecutive lines', () => {
    expect(() => checkDocument(htmlToDocument('<ul><li>a'.repeat(200)))).not.toThrow()
    expect(() => checkDocument(htmlToDocument(`${'<blockquote>'.repeat(900)}<ul>x`))).not.toThrow()
  })

  it('is rejected if it has too many nodes, and not with one less', () => {
    expect(htmlToDocument('<hr>'.repeat(NODES_MAX - 1)).content).toHaveLength(NODES_MAX - 1)
    expect(() => htmlToDocument('<hr>'.repeat(NODES_MAX))).toThrow('too complex for the visual editor')
    expect(() => htmlToDocument('<b>'.repeat(100_000))).toThrow('too complex for the visual editor')
  })

  it('converts the HTML of a document to the same document', () => {
    const whole = doc(
      { type: 'heading', attrs: { level: 2 }, content: [text('News')] },
      p(text('a '), text('b', link('https://a.example'), 'bold'), { type: 'hardBreak' }, text('{{{x|y}}}')),
      node('bulletList', node('listItem', p(text('one')), node('orderedList', node('listItem', p(text('two')))))),
      node('blockquote', p(text('q', 'italic')), { type: 'horizontalRule' }),
      node('codeBlock', text('a\n  b')),
      p(image('https://a.example/b.png', 'B')),
    )
    expect(htmlToDocument(documentToHtml(checkDocument(whole)))).toEqual(whole)
  })
})

it('plain text becomes a document of its paragraphs', () => {
  expect(textToDocument('a\nb\n\n\nc')).toEqual(doc(p(text('a'), { type: 'hardBreak' }, text('b')), p(text('c'))))
  expect(textToDocument('')).toEqual(doc({ type: 'paragraph' }))
})

it('wraps a block image in a paragraph for pages', () => {
  const given = doc(image('https://a.example/b.png'), p(text(''), image('cid:a')))
  expect(withBlocksInLines(given)).toEqual(doc(p(image('https://a.example/b.png')), p(image('cid:a'))))
})

it('the published schema describes every node and mark', () => {
  for (const name of [...NODE_NAMES, ...MARK_NAMES]) expect(EDITOR_PROMPT.data).toContain(name)
  const example = JSON.parse(EDITOR_PROMPT.data.slice(EDITOR_PROMPT.data.indexOf('\n{"type":"doc"')))
  expect(documentToHtml(checkDocument(example))).toContain('<a href="{{{RESEND_UNSUBSCRIBE_URL}}}">')
})
