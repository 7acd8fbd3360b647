// Hostile HTML: tags in any order, attributes with any value, and truncated markup.
import * as fc from 'fast-check'
import { codePoint } from './code-point.ts'

const TAGS = 'a b blockquote br dd div dl dt em h1 hr img li ol p pre script style table tbody td th tr ul x-y'.split(
  ' ',
)
const ATTRIBUTES = 'align colspan href id rowspan src start style title type value width'.split(' ')
const VALUES = [
  '',
  '0',
  '1',
  '-1',
  '10000',
  '3999',
  '1e300',
  'NaN',
  'x',
  'i',
  'I',
  'a',
  'A',
  '\0',
  '"',
  "'",
  '\uD800',
  '&#0;',
]
const TEXTS = [
  'a',
  ' ',
  '\n',
  '\t',
  '\0',
  '\u0001',
  '\u0085',
  '\uD800',
  '\uDC00',
  '😀',
  'é',
  '&',
  '&amp;',
  '&#0;',
  '&#xD800;',
]
const BROKEN = ['<', '>', '</', '<!', '<!--', '-->', '<![CDATA[', '<?', '<a href="', '&#', '&#x110000;', '<ol start']

const attribute = fc
  .tuple(fc.constantFrom(...ATTRIBUTES), fc.constantFrom(...VALUES), fc.constantFrom('', '"', "'"))
  .map(([name, value, quote]) => ` ${name}=${quote}${value}${quote}`)
const opening = fc
  .tuple(fc.constantFrom(...TAGS), fc.array(attribute, { maxLength: 3 }))
  .map(([tag, attributes]) => `<${tag}${attributes.join('')}>`)
const closing = fc.constantFrom(...TAGS).map(tag => `</${tag}>`)
const list = fc
  .tuple(fc.constantFrom('a', 'A', 'i', 'I', '1', 'x'), fc.constantFrom(...VALUES, '5000'), fc.nat({ max: 40 }))
  .map(([type, start, items]) => `<ol type="${type}" start="${start}">${'<li>a'.repeat(items)}</ol>`)
const piece = fc.oneof(
  { weight: 4, arbitrary: opening },
  { weight: 2, arbitrary: closing },
  { weight: 2, arbitrary: fc.constantFrom(...TEXTS) },
  { weight: 1, arbitrary: fc.constantFrom(...BROKEN) },
  { weight: 1, arbitrary: list },
  { weight: 1, arbitrary: fc.string({ unit: codePoint, maxLength: 8 }) },
)
const soup = fc.array(piece, { maxLength: 60 }).map(pieces => pieces.join(''))

/** Random markup, sometimes repeated many times. */
export const hostileHtml = fc.oneof(
  { weight: 9, arbitrary: soup },
  {
    weight: 1,
    arbitrary: fc.tuple(piece, fc.integer({ min: 100, max: 3000 })).map(([one, count]) => one.repeat(count)),
  },
)
