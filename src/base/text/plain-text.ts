// Converts HTML to plain text. There is always a result, and it is always valid in a message, regardless of the HTML.
import type * as HtmlToText from 'html-to-text'
import { lazy, once } from '../runtime/lazy.ts'

const htmlToText = lazy<typeof HtmlToText>('html-to-text')

/** HTML up to this length takes well under 50 ms, regardless of its content. */
export const QUICK_LENGTH_MAX = 5_000
/** Larger or deeper HTML is truncated, so that one email cannot block all others. */
const HTML_LENGTH_MAX = 100_000
/** Lists and quotations prefix each line, so a text can be much longer than its HTML. */
const TEXT_LENGTH_MAX = 200_000

/** Elements with a space after them. */
const CELLS = ['td', 'th', 'button', 'label']
/** Elements on separate lines that the library treats as inline ones; `li`: outside of a list. */
const LINES = (
  'address caption center dd details dir dl dt fieldset figcaption figure hgroup legend li menu optgroup option search select ' +
  'summary tr'
).split(' ')
const ONE_LINE = { leadingLineBreaks: 1, trailingLineBreaks: 1 }

const converted = once(() =>
  htmlToText().compile({
    wordwrap: false,
    limits: { maxDepth: 100, maxChildNodes: 10_000 },
    // the library converts only data tables, and cannot distinguish them from layout tables
    formatters: {
      cell: (cell, walk, builder) => {
        walk(cell.children, builder)
        builder.addInline(' ')
      },
    },
    selectors: [
      { selector: 'img', format: 'skip' },
      { selector: 'title', format: 'skip' },
      { selector: 'a', options: { hideLinkHrefIfSameAsText: true } },
      ...CELLS.map(selector => ({ selector, format: 'cell' })),
      ...LINES.map(selector => ({ selector, format: 'block', options: ONE_LINE })),
    ],
  }),
)

/** The text of an HTML body, for readers that show no HTML. */
export function plainText(html: string): string {
  try {
    return sendable(converted()(cut(html, HTML_LENGTH_MAX)))
  } catch {
    // the library throws for unexpected HTML, such as a list in Roman numerals that starts at 10000
    return quickText(html)
  }
}

/** The text between the tags, found in one pass: for HTML that the library cannot convert. */
export function quickText(html: string): string {
  const given = cut(html, HTML_LENGTH_MAX).replaceAll(/[\s\0]+/g, ' ')
  const lines = withoutTags(given)
    .join('')
    .split('\n')
    .map(line => line.replaceAll(/ {2,}/g, ' ').trim())
  return sendable(
    decoded(
      lines
        .join('\n')
        .replaceAll(/\n{3,}/g, '\n\n')
        .trim(),
    ),
  )
}

// RFC 5322 3.5: a message contains no NUL, and other control characters are useless in a text
const CONTROL = /[^\P{Cc}\n\t]/gu

function sendable(text: string): string {
  return cut(text, TEXT_LENGTH_MAX).replaceAll(CONTROL, '').toWellFormed()
}

/** Never cuts within a character. */
function cut(text: string, length_max: number): string {
  if (text.length <= length_max) return text
  const isPair = /^[\uD800-\uDBFF][\uDC00-\uDFFF]$/.test(text.slice(length_max - 1, length_max + 1))
  return text.slice(0, isPair ? length_max - 1 : length_max)
}

const MARKUP = /[a-z/!?]/i
const TAG_NAME = /[a-z][a-z0-9]*/iy
/** Elements without visible text, and the tag that ends each. */
const UNSEEN = new Map([
  ['script', /<\/script/gi],
  ['style', /<\/style/gi],
  ['title', /<\/title/gi],
])
const INLINE = new Set(
  'a abbr b bdi big cite code em font i img kbd mark q s small span strong sub sup tt u'.split(' '),
)

function withoutTags(html: string): string[] {
  const pieces: string[] = []
  let index = 0
  while (index < html.length) {
    const tag = html.indexOf('<', index)
    pieces.push(html.slice(index, tag === -1 ? html.length : tag))
    if (tag === -1) break
    const { end, instead } = tagAt(html, tag)
    pieces.push(instead)
    index = end
  }
  return pieces
}

/** The end of the tag or comment at `start`, and its replacement. If it never ends, it includes the rest of the HTML. */
function tagAt(html: string, start: number): { end: number; instead: string } {
  if (!MARKUP.test(html[start + 1] ?? '')) return { end: start + 1, instead: '<' }
  if (html.startsWith('<!--', start)) return { end: after(html, '-->', start + 4), instead: '' }
  const isEnd = html[start + 1] === '/'
  TAG_NAME.lastIndex = isEnd ? start + 2 : start + 1
  const name = TAG_NAME.exec(html)?.[0].toLowerCase() ?? ''
  const unseen = isEnd ? undefined : UNSEEN.get(name)
  if (unseen) {
    unseen.lastIndex = start
    const close = unseen.exec(html)
    return { end: close ? after(html, '>', close.index) : html.length, instead: '' }
  }
  return { end: after(html, '>', start), instead: insteadOf(name) }
}

function insteadOf(name: string): string {
  if (name === '' || INLINE.has(name)) return ''
  return CELLS.includes(name) ? ' ' : '\n'
}

function after(html: string, mark: string, from: number): number {
  const found = html.indexOf(mark, from)
  return found === -1 ? html.length : found + mark.length
}

const ENTITY = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,7}));/gi
const ENTITIES = new Map(
  Object.entries({
    amp: '&',
    apos: "'",
    copy: '©',
    euro: '€',
    gt: '>',
    hellip: '…',
    laquo: '«',
    ldquo: '“',
    lsquo: '‘',
    lt: '<',
    mdash: '—',
    nbsp: ' ',
    ndash: '–',
    quot: '"',
    raquo: '»',
    rdquo: '”',
    reg: '®',
    rsquo: '’',
    trade: '™',
  }),
)

/** Accents of Latin letters by their names in HTML; `szlig` and similar names are separate letters. */
const ACCENTS = new Map(
  Object.entries({
    acute: '\u0301',
    caron: '\u030C',
    cedil: '\u0327',
    circ: '\u0302',
    grave: '\u0300',
    ring: '\u030A',
    tilde: '\u0303',
    uml: '\u0308',
  }),
)
const LETTERS = new Map(
  Object.entries({
    AElig: 'Æ',
    aelig: 'æ',
    ETH: 'Ð',
    eth: 'ð',
    OElig: 'Œ',
    oelig: 'œ',
    Oslash: 'Ø',
    oslash: 'ø',
    szlig: 'ß',
    THORN: 'Þ',
    thorn: 'þ',
  }),
)

/** Names of letters are case-sensitive, all others are not. */
function named(name: string): string | undefined {
  const accent = ACCENTS.get(name.slice(1))
  const letter = accent && (name[0]! + accent).normalize('NFC')
  return letter?.length === 1 ? letter : (LETTERS.get(name) ?? ENTITIES.get(name.toLowerCase()))
}

function decoded(text: string): string {
  return text.replaceAll(ENTITY, (entity, decimal?: string, hexadecimal?: string, name?: string) => {
    if (name !== undefined) return named(name) ?? entity
    const code = decimal === undefined ? Number.parseInt(hexadecimal!, 16) : Number(decimal)
    return code <= 0x10ffff ? String.fromCodePoint(code) : entity
  })
}
