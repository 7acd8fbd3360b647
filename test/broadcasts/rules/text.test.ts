// The plain text generated from HTML with placeholders: the text for one recipient contains no values of another, for
// any HTML, although it is generated once and cached.
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { generateText } from '../../../src/mail/content/text/actions.ts'
import { templateOf } from '../../../src/base/text/mail-template.ts'
import {
  type ContactValues,
  fillParts,
  fillPlaceholders,
  splitPlaceholders,
} from '../../../src/base/text/placeholders.ts'
import { htmlToText } from '../../../src/base/threads/mails.ts'

const cut = (source: string) => splitPlaceholders(source, Number.POSITIVE_INFINITY)

/** A contact whose values all contain the mark, which cannot occur in the HTML. */
const somebody = (mark: string): ContactValues => ({
  contact: { email: `${mark}@E.EX`, first_name: `N${mark}`, last_name: null },
  properties: { plan: `P${mark}`, site: `https://e.ex/${mark}`, seats: Number(mark) },
  fallbacks: {},
  unsubscribeUrl: `https://mail.ex/unsubscribe?token=${mark}`,
})
const [ONE, OTHER] = ['7171717171', '9393939393'] as const

const placeholder = fc.constantFrom(
  ...([
    '{{{contact.email}}}',
    '{{{FIRST_NAME|there}}}',
    '{{{ contact.first_name }}}',
    '{{{contact.plan|none}}}',
  ] as const),
  ...([
    '{{{contact.site}}}',
    '{{{contact.seats}}}',
    '{{{RESEND_UNSUBSCRIBE_URL}}}',
    '{{{UNSUBSCRIBE_URL|x}}}',
  ] as const),
  ...(['{{{contact.last_name|<b>you</b>}}}', '{{{nothing}}}'] as const),
)
/** Places for a placeholder. */
const around = fc.constantFrom<[string, string]>(
  ['', ''],
  ['<p>', '</p>'],
  ['<h1>', '</h1>'],
  ['<a href="', '">here</a>'],
  ['<a href="https://e.ex/?to=', '&amp;a=1">here</a>'],
  ["<a title='", "' href=https://e.ex>x</a>"],
  ['<img alt="', '" src="https://e.ex/p.png">'],
  ['<!-- ', ' -->'],
  ['<!--[if mso]>', '<![endif]-->'],
  ['<style>/*', '*/</style>'],
  ['<title>', '</title>'],
  ['<pre>', '</pre>'],
  ['<table><tr><td>', '</td></tr></table>'],
  ['<ul><li>', ''],
  ['<', '>'],
  ['{', '}'],
)
const odd = fc.constantFrom(
  ...(['&#xE000;0&#xE001;', '&#57344;99&#57345;', '\u{E000}1\u{E001}', '\u{E000}', '&#xE000;', '{{{', '}}}'] as const),
  ...(['<p', '"', "'>", '</a>', '&amp;', '<br>', ' 12 ', '{{{contact.'] as const),
)
const piece = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(around, placeholder).map(([[before, behind], within]) => before + within + behind) },
  { weight: 1, arbitrary: odd },
  { weight: 1, arbitrary: fc.string({ maxLength: 10 }) },
)
const written = fc.array(piece, { maxLength: 12 }).map(pieces => pieces.join(''))

/** The texts of two recipients must differ only in their values. */
function expectNothingOfOthers(texts: readonly [string, string]): void {
  expect(texts[0]).not.toContain(OTHER)
  expect(texts[1]).not.toContain(ONE)
  expect(texts[0].replaceAll(ONE, OTHER)).toBe(texts[1])
}

describe('the text of a broadcast', () => {
  it('contains no values before it is filled, and then those of one recipient only', async () => {
    await fc.assert(
      fc.asyncProperty(written, async html => {
        const made = await generateText({ html, text: null }, 'a team')
        expect(made).not.toMatch(/[\u{E000}\u{E001}]/u)
        const template = templateOf({ html, text: null, preview_text: null }, made, cut)
        const [one, other] = [ONE, OTHER].map(mark => fillParts(template.text, somebody(mark), 'text'))
        expectNothingOfOthers([one!, other!])
      }),
      { numRuns: 500 },
    )
  })

  it('removes the internal marker characters of the HTML, also when truncated within one', async () => {
    const of = (html: string): Promise<string> => generateText({ html, text: null }, 'a team')
    expect(await of('<p>a&#xE000;7&#xE001;b{{{EMAIL}}}</p>')).toBe('ab{{{EMAIL}}}')
    const long = await of(`${'x'.repeat(99_998)}{{{EMAIL}}}`)
    expect(long).toMatch(/^x+$/)
  })
})

describe('the text of any other email', () => {
  it('is generated from its own HTML, independent of earlier conversions', async () => {
    await fc.assert(
      fc.asyncProperty(written, async html => {
        const mails = [ONE, OTHER].map(mark => fillPlaceholders(html, somebody(mark), 'html'))
        // concurrently, and again from the cache
        const texts = await Promise.all([...mails, ...mails].map(mail => htmlToText(mail, 'a team')))
        expect(texts.slice(2)).toEqual(texts.slice(0, 2))
        expectNothingOfOthers([texts[0]!, texts[1]!])
      }),
      { numRuns: 300 },
    )
  })
})
