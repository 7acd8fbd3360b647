import { describe, expect, it } from 'vitest'
import { type CheckedContent, CLIPPED_BYTES, findContentFaults } from '../../src/text/content-faults.ts'
import { findHtmlFaults, HTML_FAULTS_MAX, linkFault } from '../../src/text/html-faults.ts'
import { effort_ms } from '../support/effort.ts'

const WAY_OUT = '<a href="{{{RESEND_UNSUBSCRIBE_URL}}}">Leave</a>'
const content = (change: Partial<CheckedContent> = {}): CheckedContent => ({
  subject: 'Hi',
  preview_text: null,
  html: WAY_OUT,
  text: null,
  properties: {},
  ...change,
})
const codes = (change: Partial<CheckedContent>): string[] =>
  findContentFaults(content(change)).map(({ code, where }) => `${code} in ${where}`)

describe('linkFault', () => {
  it.each([
    'https://example.com',
    ' https://example.com/a?b=c#d ',
    'http://example.com',
    'HTTPS://EXAMPLE.com',
    'https://müller.example/ä',
    'mailto:a@b.example?subject=Hi there',
    'tel:+491234',
    '#top',
    '{{{RESEND_UNSUBSCRIBE_URL}}}',
    '{{{contact.page}}}/news',
    'https://{{{contact.shop|www}}}.example.com/{{{contact.id}}}',
    'https://example.com/?a={{{contact.first_name|a b}}}',
  ])('says nothing of %j', href => {
    expect(linkFault(href)).toBeUndefined()
  })

  it.each([
    ['', 'it is empty'],
    [' \n', 'it is empty'],
    ['#', 'it leads nowhere'],
    ['javascript:void(0)', 'mail programs follow no such link'],
    [' JavaScript:alert(1)', 'mail programs follow no such link'],
    ['data:text/html,x', 'mail programs follow no such link'],
    ['http://', 'it names no host'],
    ['https:///news', 'it names no host'],
    ['https:example.com', 'it names no host'],
    ['https://?a', 'it names no host'],
    ['https://exa mple.com', 'it is no address'],
    ['https://example.com/a b', 'it is no address'],
    ['https://example.com:99999/', 'it is no address'],
    ['www.example.com', 'it is no whole address: begin it with https://'],
    ['//example.com/a', 'it is no whole address: begin it with https://'],
    ['/news', 'it is no whole address: begin it with https://'],
    ['{{unsubscribe}}', 'it is no whole address: begin it with https://'],
    ['example.com:8080/a', 'it is no whole address: begin it with https://'],
    ['mailto:', 'it is no address'],
  ])('of %j that %s', (href, why) => {
    expect(linkFault(href)).toBe(why)
  })
})

describe('findHtmlFaults', () => {
  it.each([
    ['<a href="http://example.com/?a&amp;b">x</a>', ['insecure_link http://example.com/?a&b 1']],
    ['<p>\n<A HREF=www.example.com>x</A>\n<area href="">', ['broken_link www.example.com 2', 'broken_link  3']],
    ['<a href>x</a>', ['broken_link  1']],
    ['<a name="here">x</a><link href="http://x.example"><b href="#">', []],
    ['<a href="https://a.example" href="#">', []],
    [
      '<img src="a.png"/>\n\n<img alt="" src="b.png"><img alt src="c.png"><img>',
      ['missing_alt a.png 1', 'missing_alt  3'],
    ],
    ['<!-- <a href="#"> --><script>"<a href=#>"</script><a href="#', []],
  ])('in %j', (html, expected) => {
    expect(findHtmlFaults(html).map(({ code, value, line }) => `${code} ${value} ${line}`)).toEqual(expected)
  })

  it('tells the first ones of each kind', () => {
    const html = '<a href="#">x</a>\n<img src="a.png">\n'.repeat(HTML_FAULTS_MAX + 1)
    const faults = findHtmlFaults(html)
    expect(faults).toHaveLength(2 * HTML_FAULTS_MAX)
    expect(faults.at(-1)).toEqual({ code: 'missing_alt', value: 'a.png', line: 2 * HTML_FAULTS_MAX })
  })

  it('keeps the beginning of a picture that is in the text itself', () => {
    const [fault] = findHtmlFaults(`<img src="data:image/png;base64,${'A'.repeat(100_000)}">`)
    expect(fault!.value.length).toBeLessThan(5000)
  })

  it.each(['<a href="#">', '<a href="{{{', '<a href=http://a.example/>\n', '<img', '\n', '&#38;<a href="&#38;&#38;'])(
    'reads %j over and over in a time that grows with its length',
    part => {
      const few = effort_ms(() => findHtmlFaults(part.repeat(10_000)))
      const many = effort_ms(() => findHtmlFaults(part.repeat(40_000)))
      expect(many).toBeLessThan(8 * few + 20)
    },
  )
})

describe('findContentFaults', () => {
  it('finds nothing where nothing is wrong', () => {
    const subject = 'Hi {{{contact.first_name}}} {{{FIRST_NAME}}} {{{contact.plan}}} {{{nickname|you}}} {{{half'
    expect(codes({ subject, text: '{{{RESEND_UNSUBSCRIBE_URL}}}', properties: { plan: null } })).toEqual([])
  })

  it.each<[Partial<CheckedContent>, string[]]>([
    [{ html: '<p>Hi</p>' }, ['missing_unsubscribe_link in html']],
    [{ text: 'Hi' }, ['missing_unsubscribe_link in text']],
    [{ text: '' }, []],
    [{ html: null, text: null }, []],
    [
      {
        subject: '{{{plan}}} {{{plan}}}',
        preview_text: '{{{contact.plan}}}',
        text: '{{{UNSUBSCRIBE_URL}}} {{{PLAN}}}',
      },
      ['unknown_placeholder in subject', 'unknown_placeholder in preview_text', 'unknown_placeholder in text'],
    ],
    [{ subject: '{{{constructor}}}' }, ['unknown_placeholder in subject']],
    [{ html: `${WAY_OUT}\n<a href="#">x</a>` }, ['broken_link in html, line 2']],
  ])('finds in %j', (change, expected) => {
    expect(codes(change)).toEqual(expected)
  })

  it('measures the HTML as it is rendered', () => {
    const bytes = (count: number): string => '<p>'.padEnd(count, 'x')
    const out = WAY_OUT.replace(/\{.*\}/, 'https://example.com/')
    const large = (html: string, more: Partial<CheckedContent> = {}): string[] =>
      codes({ html, ...more }).filter(code => code.startsWith('html_too_large'))
    expect(large(bytes(CLIPPED_BYTES))).toEqual([])
    expect(large(bytes(CLIPPED_BYTES + 1))).toEqual(['html_too_large in html'])
    expect(large(bytes(CLIPPED_BYTES), { preview_text: 'x' })).toEqual(['html_too_large in html'])
    expect(large(bytes(CLIPPED_BYTES / 2).replaceAll('x', 'é') + out)).toEqual(['html_too_large in html'])
    const filled = '{{{contact.plan}}}'.repeat(500)
    expect(large(filled, { properties: { plan: 'x'.repeat(200) } })).toEqual([])
    expect(large(filled, { properties: { plan: 'x'.repeat(210) } })).toEqual(['html_too_large in html'])
  })

  it('says what to do', () => {
    const html = '<a href="http://a.example/">x</a><a href="#">x</a>\n<img src="a.png">'
    expect(findContentFaults(content({ subject: '{{{plan}}}', html }))).toEqual([
      {
        code: 'missing_unsubscribe_link',
        message: 'The html has no link to unsubscribe: put {{{RESEND_UNSUBSCRIBE_URL}}} where people look for it.',
        where: 'html',
      },
      {
        code: 'unknown_placeholder',
        message:
          '{{{plan}}} is no property of contacts, so nothing stands there: make the property, or write {{{plan|something else}}}.',
        where: 'subject',
      },
      {
        code: 'insecure_link',
        message: 'The link "http://a.example/" is not encrypted: begin it with https:// if that works.',
        where: 'html, line 1',
      },
      { code: 'broken_link', message: 'The link "#" cannot be followed: it leads nowhere.', where: 'html, line 1' },
      {
        code: 'missing_alt',
        message: 'The picture "a.png" has no `alt`: say what is on it, or `alt=""` if it is only decoration.',
        where: 'html, line 2',
      },
    ])
  })
})
