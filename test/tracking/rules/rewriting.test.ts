// Rewriting HTML changes only link targets, for any HTML.
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findLinks, LINKS_MAX } from '../../../src/base/text/html-links.ts'
import { TRACKED_LINKS_MAX, trackedHtml } from '../../../src/mail/tracking/rewriting.ts'
import { detectMachine, truncatedAddress } from '../../../src/mail/tracking/visits/visitors.ts'
import { codePoint } from '../../support/code-point.ts'

const BASE = 'https://mail.example/t/c/'
const encoded = (url: string): string => BASE + Buffer.from(url).toString('base64url')
const decoded = (address: string): string => Buffer.from(address.slice(BASE.length), 'base64url').toString()

const rewritten = (html: string): string => trackedHtml(html, findLinks(html), { linkTo: encoded, picture: undefined })
/** The original HTML, in which each URL was written with `&amp;`. */
const restored = (html: string): string =>
  html.replaceAll(new RegExp(`${BASE}([\\w-]*)`, 'g'), address => decoded(address).replaceAll('&', '&amp;'))

const text = fc.oneof(
  fc.string({ unit: codePoint }),
  fc.constantFrom(
    '<',
    '>',
    '"',
    "'",
    '</',
    '<a',
    '<a ',
    'href=',
    '=',
    '<!--',
    '-->',
    '<![CDATA[',
    '&',
    '&#',
    '\0',
    '\u2028',
  ),
  fc.constantFrom(
    '<script>',
    '</script>',
    '<style>',
    '</style>',
    '<title>',
    '</title>',
    '<textarea>',
    '</body>',
    '<p>',
  ),
)
const url = fc
  .tuple(fc.constantFrom('https://e.example/', 'HTTP://E.example/'), fc.stringMatching(/^[\w./?=&%#~-]{0,30}$/))
  .map(([start, rest]) => (start + rest).replaceAll('&', '&amp;'))
const link = fc.tuple(url, fc.constantFrom('"', "'")).map(([href, quote]) => `<a id=x href=${quote}${href}${quote}>`)
const other = fc.constantFrom(
  '<a href="mailto:a@b.example">',
  '<a href="#x">',
  '<a href="javascript:alert(1)">',
  '<a href="/path">',
  '<a data-no-track href="https://left.example">',
  '<img src="https://picture.example/x.png">',
  '<link href="https://style.example/x.css">',
  '<a title="https://title.example">',
)
const document = fc.array(fc.oneof(text, link, other), { maxLength: 30 }).map(parts => parts.join(''))

describe('HTML with rewritten links', () => {
  it('equals the original when they are reverted, for any HTML', () => {
    fc.assert(
      fc.property(document, html => {
        expect(restored(rewritten(html))).toBe(html)
      }),
      { numRuns: 2000 },
    )
  })

  it('has one additional image', () => {
    fc.assert(
      fc.property(document, html => {
        const after = trackedHtml(html, findLinks(html), { linkTo: () => undefined, picture: 'https://p.example/o' })
        expect(after.replace(/<img src="https:\/\/p\.example\/o"[^>]*>/, '')).toBe(html)
      }),
      { numRuns: 500 },
    )
  })

  it.each([
    [`<a href="https://e.example/?a=1&amp;b=2">`, 'https://e.example/?a=1&b=2'],
    [`<A CLASS=b HREF='https://e.example'>`, 'https://e.example'],
    ['<a href=https://e.example/x>', 'https://e.example/x'],
    ['<a href = "  https://e.example/x ">', 'https://e.example/x'],
    ['<area shape="rect" href="http://e.example/m" />', 'http://e.example/m'],
    ['<a href="https://first.example" href="https://second.example">', 'https://first.example'],
    [`<a title='>' href="https://e.example/&#x2f;">`, 'https://e.example//'],
  ])('redirects %s through this server', (html, to) => {
    expect(findLinks(html).links.map(each => each.url)).toEqual([to])
    expect(rewritten(html)).toContain(encoded(to))
  })

  it.each([
    '<a href="mailto:a@b.example">',
    '<a href="tel:+1">',
    '<a href="#top">',
    '<a href>',
    '<a href="">',
    '<a href="//e.example">',
    '<a href="https://">',
    '<a href="javascript:alert(1)//https://e.example">',
    '<a data-no-track href="https://e.example">',
    '<a href="https://e.example" data-no-track>',
    '<!-- <a href="https://e.example"> -->',
    '<script>"<a href=\'https://e.example\'>"</script>',
    '<style>/*<a href="https://e.example">*/</style>',
    '<link href="https://e.example"><form action="https://e.example"><abbr href="https://e.example">',
    `<a href="https://e.example/${'x'.repeat(2000)}">`,
    '<a href="https://e.example',
  ])('does not change %s', html => {
    expect(rewritten(html)).toBe(html)
  })

  it('has the pixel before the end of the body, or at the end', () => {
    const shown = (html: string): string =>
      trackedHtml(html, findLinks(html), { linkTo: encoded, picture: 'P' }).replace(/<img src="P"[^>]*>/, '|')
    expect(shown('<p>x</p></BODY></html>')).toBe('<p>x</p>|</BODY></html>')
    expect(shown('<p>x</p>')).toBe('<p>x</p>|')
    expect(shown('')).toBe('|')
  })

  it('is limited in rewritten links and total length', () => {
    const many = '<a href="https://e.example">x</a>'.repeat(TRACKED_LINKS_MAX + 5)
    expect(rewritten(many).split(BASE).length - 1).toBe(TRACKED_LINKS_MAX)
    expect(findLinks('<a href="http://e.example">'.repeat(LINKS_MAX + 5)).links).toHaveLength(LINKS_MAX)
    const long = Array.from({ length: 1500 }, (_, index) => `<a href="https://e.example/${index}${'x'.repeat(1900)}">`)
    const after = trackedHtml(long.join(''), findLinks(long.join('')), {
      linkTo: to => encoded(`${to}${to}`),
      picture: undefined,
    })
    expect(after.length - long.join('').length).toBeLessThan(1_010_000)
  })
})

describe('a visit', () => {
  it.each([
    ['Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0', undefined],
    ['Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)', undefined],
    ['Mozilla/5.0', 'privacy_proxy'],
    ['', 'bot'],
    ['Googlebot/2.1', 'bot'],
    ['python-requests/2.31', 'bot'],
    ['Mozilla/5.0 (compatible; Barracuda Sentinel)', 'bot'],
  ])('is classified by the user agent %j', (user_agent, machine) => {
    expect(detectMachine('open', { method: 'GET', user_agent, purpose: '', ip: '' })).toBe(machine)
  })

  it.each([
    ['192.0.2.77', '192.0.2.0'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::'],
    ['::1', '0:0:0::'],
    ['nonsense', ''],
  ])('is from %s, of which %s is stored', (ip, kept) => expect(truncatedAddress(ip)).toBe(kept))
})
