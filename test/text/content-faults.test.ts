import { describe, expect, it } from 'vitest'
import { type CheckedContent, CLIPPED_BYTES, findContentFaults } from '../../src/base/text/content-faults.ts'
import { findHtmlFaults, findTextLinks, HTML_FAULTS_MAX, linkFault } from '../../src/base/text/html-faults.ts'
import { findPlaceholders } from '../../src/base/text/placeholders.ts'
import { findUnfilled } from '../../src/base/text/unfilled-placeholders.ts'
import { expectLinear } from '../support/cpu-time.ts'

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
    'sms:+491234',
    'WhatsApp://send?text=Hi',
  ])('accepts %j', href => {
    expect(linkFault(href)).toBeUndefined()
  })

  it.each([
    ['', 'it is empty'],
    [' \n', 'it is empty'],
    ['#', 'it has no target'],
    ['javascript:void(0)', 'mail programs do not open such links'],
    [' JavaScript:alert(1)', 'mail programs do not open such links'],
    ['data:text/html,x', 'mail programs do not open such links'],
    ['http://', 'it has no host'],
    ['https:///news', 'it has no host'],
    ['https:example.com', 'it has no host'],
    ['https://?a', 'it has no host'],
    ['https://exa mple.com', 'it is not a valid URL'],
    ['https://example.com/a b', 'it is not a valid URL'],
    ['https://example.com:99999/', 'it is not a valid URL'],
    ['www.example.com', 'it is a relative URL; start it with https://'],
    ['//example.com/a', 'it is a relative URL; start it with https://'],
    ['/news', 'it is a relative URL; start it with https://'],
    ['{{unsubscribe}}', 'it is a relative URL; start it with https://'],
    ['example.com:8080/a', 'it is a relative URL; start it with https://'],
    ['mailto:', 'it is not a valid URL'],
    ['htps://example.com', 'mail programs do not support `htps:`; start it with https://'],
    ['HTTP;//example.com', 'it is a relative URL; start it with https://'],
    ['ttp://example.com', 'mail programs do not support `ttp:`; start it with https://'],
    ['file:///home/me/pic.png', 'mail programs do not support `file:`; start it with https://'],
    ['localhost:3000/a', 'mail programs do not support `localhost:`; start it with https://'],
    ['*|UNSUB|*', 'it is a relative URL; start it with https://'],
  ])('reports for %j that %s', (href, why) => {
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
  ])('finds the faults in %j', (html, expected) => {
    expect(findHtmlFaults(html).map(({ code, value, line }) => `${code} ${value} ${line}`)).toEqual(expected)
  })

  it('returns the first faults of each kind', () => {
    const html = '<a href="#">x</a>\n<img src="a.png">\n'.repeat(HTML_FAULTS_MAX + 1)
    const faults = findHtmlFaults(html)
    expect(faults).toHaveLength(2 * HTML_FAULTS_MAX)
    expect(faults.at(-1)).toEqual({ code: 'missing_alt', value: 'a.png', line: 2 * HTML_FAULTS_MAX })
  })

  it('truncates the value of an inline image', () => {
    const [fault] = findHtmlFaults(`<img src="data:image/png;base64,${'A'.repeat(100_000)}">`)
    expect(fault!.value.length).toBeLessThan(5000)
  })

  it.each(['<a href="#">', '<a href="{{{', '<a href=http://a.example/>\n', '<img', '\n', '&#38;<a href="&#38;&#38;'])(
    'reads repeated %j in linear time',
    part => expectLinear(times => findHtmlFaults(part.repeat(times))),
  )
})

describe('findUnfilled', () => {
  const unfilled = (source: string): string[] =>
    findUnfilled(source, findPlaceholders(source), 20).map(({ value, why }) => `${value}: ${why}`)
  const other = (value: string): string =>
    `${value}: it is a placeholder of another system; use one such as {{{contact.first_name}}}`
  const braces = (value: string, key: string): string => `${value}: use three braces on each side: {{{${key}}}}`
  const NAME = 'a placeholder name may contain only letters, digits, _ and ., such as {{{contact.first_name}}}'
  const END = 'it is not closed; end it with }}}'

  it.each<[string, string[]]>([
    ['Hi {{contact.first_name}}', [braces('{{contact.first_name}}', 'contact.first_name')]],
    ['Hi {{ name|you }}!', [braces('{{ name|you }}', 'name')]],
    ['{{{plan}}', [braces('{{{plan}}', 'plan')]],
    ['{{plan}}}', [braces('{{plan}}}', 'plan')]],
    ['{{{first name}}}', [`{{{first name}}}: ${NAME}`]],
    ['{{#if vip}}Hi{{/if}}', [`{{#if vip}}: ${NAME}`, `{{/if}}: ${NAME}`]],
    ['Hi {{{contact.first_name, bye', [`{{{contact.first_name, bye: ${END}`]],
    ['Hi {{{a\n{{{contact.email}}} {{b}}', [`{{{a: ${END}`, braces('{{b}}', 'b')]],
    ['{{{contact.first_name|there {{{contact.email}}}', [`{{{contact.first_name|there: ${END}`]],
    ['Hi *|FNAME|* and *|IF:VIP|*', [other('*|FNAME|*'), other('*|IF:VIP|*')]],
    ['Hi %name%, %recipient.first_name%', [other('%name%'), other('%recipient.first_name%')]],
    ['<p>%%first_name%%</p>', []],
    ['{% if vip %} <%= name %>', [other('{% if vip %}'), other('<%= name %>')]],
  ])('finds the unfilled placeholders in %j', (source, expected) => {
    expect(unfilled(source)).toEqual(expected)
  })

  it.each([
    'Hi {{{contact.first_name|there}}}, {{{ contact.email }}}',
    '10% off and 20% more, 5%off%',
    'https://example.com/?q=%C3%A4%C3%B6&r=%20and%20&s=%ABcd%20',
    '<td width="100%" style="width:50%;margin:auto 5%">',
    'a *|b c|* d, 2*|x|, {a} { {b} }',
    '@media (max-width:9px){.a{color:red}}',
    '%a% %ab%',
  ])('finds no unfilled placeholder in %j', source => {
    expect(unfilled(source)).toEqual([])
  })

  it.each(['{{', '{{{', '{{a}} ', '%', '%a', '*|', '{%', '<% %> ', '%name% ', '{{{a}}}{{', '%abc\n'])(
    'reads repeated %j in linear time',
    part =>
      expectLinear(times => {
        const source = part.repeat(times)
        findUnfilled(source, findPlaceholders(source), Number.POSITIVE_INFINITY)
      }),
  )

  it('checks every field and reports the line', () => {
    const half = 'Hi\n{{name}}'
    expect(codes({ subject: '{{name}}', preview_text: '*|FNAME|*', html: `${WAY_OUT}${half}`, text: half })).toEqual([
      'missing_unsubscribe_link in text',
      'unfilled_placeholder in subject',
      'unfilled_placeholder in preview_text',
      'unfilled_placeholder in html, line 2',
      'unfilled_placeholder in text, line 2',
    ])
  })

  it('returns the first faults in the order of the text', () => {
    expect(codes({ subject: '{{a}} {{{b}}} {{c}} {{{d}}}' })).toEqual([
      'unfilled_placeholder in subject',
      'unknown_placeholder in subject',
      'unfilled_placeholder in subject',
      'unknown_placeholder in subject',
    ])
    expect(codes({ subject: '{{a}}'.repeat(1000) })).toHaveLength(20)
  })
})

describe('findTextLinks', () => {
  const links = (text: string) => codes({ text: `{{{RESEND_UNSUBSCRIBE_URL}}} ${text}` })

  it('reports links with an unknown scheme', () => {
    expect(links('See\nhtps://example.com/a, or hhttp://b.example')).toEqual([
      'broken_link in text, line 2',
      'broken_link in text, line 2',
    ])
    expect(findTextLinks('(htps://example.com/a)', 9)).toEqual([
      { value: 'htps://example.com/a)', why: 'mail programs do not support `htps:`; start it with https://', start: 1 },
    ])
    expect(links('https://example.com HTTP://b.example 1://2 :// ftp://c.example {{{contact.email}}}://')).toEqual([])
    expect(links('htps://a.example '.repeat(100))).toHaveLength(HTML_FAULTS_MAX)
  })

  it.each(['://', 'a://', 'abcdefghij', 'htps://'])('reads repeated %j in linear time', part => {
    expectLinear(times => findTextLinks(part.repeat(times), Number.POSITIVE_INFINITY))
  })
})

describe('findContentFaults', () => {
  it('finds nothing in valid content', () => {
    const subject = 'Hi {{{contact.first_name}}} {{{FIRST_NAME}}} {{{contact.plan}}} {{{nickname|you}}} 100 % {half}'
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
      ['unknown_placeholder in subject', 'unknown_placeholder in preview_text', 'unknown_placeholder in text, line 1'],
    ],
    [{ subject: '{{{constructor}}}' }, ['unknown_placeholder in subject']],
    [{ html: `${WAY_OUT}\n<a href="#">x</a>` }, ['broken_link in html, line 2']],
  ])('finds the faults in %j', (change, expected) => {
    expect(codes(change)).toEqual(expected)
  })

  it('measures the rendered HTML', () => {
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

  it('says how to fix each fault', () => {
    const html = '<a href="http://a.example/">x</a><a href="#">x</a>\n<img src="a.png">'
    expect(findContentFaults(content({ subject: '{{{plan}}}', html }))).toEqual([
      {
        code: 'missing_unsubscribe_link',
        message: 'The html has no unsubscribe link. Add {{{RESEND_UNSUBSCRIBE_URL}}}, for example in the footer.',
        where: 'html',
      },
      {
        code: 'unknown_placeholder',
        message:
          '{{{plan}}} is not a contact property, so its value is empty. Create the property or add a default value: {{{plan|default}}}.',
        where: 'subject',
      },
      {
        code: 'insecure_link',
        message: 'The link "http://a.example/" is not encrypted: begin it with https:// if that works.',
        where: 'html, line 1',
      },
      { code: 'broken_link', message: 'The link "#" does not work: it has no target.', where: 'html, line 1' },
      {
        code: 'missing_alt',
        message: 'The image "a.png" has no `alt` text. Describe the image, or use `alt=""` if it is decorative.',
        where: 'html, line 2',
      },
    ])
  })
})
