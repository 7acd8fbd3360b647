import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type ContactValues,
  fillPlaceholders,
  fillUnsubscribe,
  hasUnsubscribe,
  FILLED_CHARACTERS_MAX,
} from '../../src/base/text/placeholders.ts'
import { effort_ms } from '../support/cpu-time.ts'
import { codePoint } from '../support/code-point.ts'

const LINK = 'https://mail.example.com/unsubscribe?token=abc'

const values = (change: Partial<ContactValues> = {}): ContactValues => ({
  contact: { email: 'mira@example.com', first_name: 'Mira', last_name: null },
  properties: {},
  fallbacks: {},
  unsubscribeUrl: LINK,
  ...change,
})
const named = (first_name: string | null): Partial<ContactValues> => ({
  contact: { email: 'mira@example.com', first_name, last_name: null },
})

describe('fillPlaceholders', () => {
  it.each([
    ['Hi {{{contact.first_name}}}', {}, 'Hi Mira'],
    ['{{{contact.first_name}}} {{{contact.email}}}', {}, 'Mira mira@example.com'],
    ['{{{FIRST_NAME}}} {{{EMAIL}}}', {}, 'Mira mira@example.com'],
    ['{{{LAST_NAME|you}}}', {}, 'you'],
    ['{{{contact.last_name}}}.', {}, '.'],
    ['{{{contact.first_name|there}}}', named(null), 'there'],
    ['{{{contact.first_name|there}}}', named(''), 'there'],
    ['{{{contact.first_name|}}}.', named(null), '.'],
    ['{{{contact.first_name|dear reader}}}', named(null), 'dear reader'],
    ['{{{ contact.first_name | dear reader }}}', named(null), 'dear reader'],
    ['{{{contact.first_name|a|b}}}', named(null), 'a|b'],
    // names are case-sensitive
    ['{{{first_name}}}{{{contact.FIRST_NAME}}}.', {}, '.'],
    ['{{{contact.plan}}} {{{plan}}}', { properties: { plan: 'pro' } }, 'pro pro'],
    ['{{{contact.plan|free}}}', { fallbacks: { plan: 'basic' } }, 'free'],
    ['{{{contact.plan}}} {{{plan}}}', { fallbacks: { plan: 'basic' } }, 'basic basic'],
    ['{{{contact.plan}}}', { properties: { plan: 'pro' }, fallbacks: { plan: 'basic' } }, 'pro'],
    ['{{{contact.seats}}}', { properties: { seats: 4 } }, '4'],
    ['{{{contact.seats}}}', { properties: { seats: 0 } }, '0'],
    ['{{{contact.seats}}}', { properties: { seats: 1e21 } }, '1000000000000000000000'],
    ['{{{contact.seats}}}', { properties: { seats: 1e-7 } }, '0.0000001'],
    ['{{{contact.seats}}}', { properties: { seats: -1.5 } }, '-1.5'],
    // A property does not replace a field of the contact, and a built-in property of JavaScript objects has no value.
    ['{{{contact.email}}}', { properties: { email: 'other' } }, 'mira@example.com'],
    ['{{{contact.constructor}}}{{{toString|x}}}', {}, 'x'],
    ['{{{nobody.knows}}}{{{nobody.knows|x}}}', {}, 'x'],
    ['{{{RESEND_UNSUBSCRIBE_URL}}} {{{UNSUBSCRIBE_URL}}}', {}, `${LINK} ${LINK}`],
    ['{{{RESEND_UNSUBSCRIBE_URL|x}}}', {}, LINK],
    ['{{{RESEND_UNSUBSCRIBE_URL|x}}}.', { unsubscribeUrl: undefined }, '.'],
    ['{{contact.first_name}} {contact.first_name} {{{', {}, '{{contact.first_name}} {contact.first_name} {{{'],
    ['{{{contact first_name}}}', {}, '{{{contact first_name}}}'],
    ['{{{contact.first_name}}}', named('{{{contact.email}}}'), '{{{contact.email}}}'],
    ['{{{contact.first_name}}}', named('$& $1'), '$&amp; $1'],
  ] satisfies [string, Partial<ContactValues>, string][])('fills %j with %j', (source, change, expected) => {
    expect(fillPlaceholders(source, values(change), 'html')).toBe(expected)
  })

  it('escapes a value for its format: markup stays text, and a line break does not add a line', () => {
    const evil = named('<b>&"\'\r\nBcc: x@example.com')
    const filled = (as: 'html' | 'text' | 'subject') => fillPlaceholders('{{{contact.first_name}}}', values(evil), as)
    expect(filled('html')).toBe('&lt;b&gt;&amp;&quot;&#39;\r\nBcc: x@example.com')
    expect(filled('text')).toBe('<b>&"\'\r\nBcc: x@example.com')
    expect(filled('subject')).toBe('<b>&"\' Bcc: x@example.com')
    expect(fillPlaceholders('{{{A|x\ny}}}', values(), 'subject')).toBe('x y')
    expect(fillPlaceholders('{{{A|<i>x</i>}}}', values(), 'html')).toBe('<i>x</i>')
  })

  it.each([
    ['https://example.com/?a=1&b=2', 'https://example.com/?a=1&b=2'],
    ['HTTP://example.com/ä', 'HTTP://example.com/ä'],
    ['https://example.com/"onclick="x', 'https://example.com/&quot;onclick=&quot;x'],
    ['https://example.com/<b>', 'https://example.com/&lt;b&gt;'],
    ['https://example.com/ & more', 'https://example.com/ &amp; more'],
    ['javascript:alert(1)&', 'javascript:alert(1)&amp;'],
  ])('keeps a URL unchanged and escapes text that only begins like a URL: %j', (site, expected) => {
    expect(fillPlaceholders('{{{contact.site}}}', values({ properties: { site } }), 'html')).toBe(expected)
  })

  it('fills each placeholder independently of the surrounding text', () => {
    const piece = fc.oneof(
      fc.constantFrom('{', '}', '{{', '|', 'contact.', ' ', '\n').map(text => ({ source: text, filled: text })),
      fc.constant({ source: '{{{contact.email}}}', filled: 'mira@example.com' }),
      fc.constant({ source: '{{{ contact.plan |none}}}', filled: 'none' }),
      fc.constant({ source: '{{{UNSUBSCRIBE_URL}}}', filled: LINK }),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), pieces => {
        const join = (of: 'source' | 'filled'): string => pieces.map(each => each[of]).join('.')
        expect(fillPlaceholders(join('source'), values(), 'text')).toBe(join('filled'))
      }),
    )
  })

  it('never creates markup from a value, or a second line in a subject', () => {
    fc.assert(
      fc.property(fc.string({ unit: codePoint }), value => {
        const filled = (as: 'html' | 'subject') =>
          fillPlaceholders('{{{contact.x}}}', values({ properties: { x: value } }), as)
        expect(filled('html')).not.toMatch(/[<>"']/)
        expect(filled('subject')).not.toMatch(/[\r\n]/)
      }),
    )
  })

  it('fills up to the maximum length and rejects longer results', () => {
    const source = `${'x'.repeat(FILLED_CHARACTERS_MAX - 4)}{{{contact.first_name}}}`
    expect(fillPlaceholders(source, values(), 'html')).toHaveLength(FILLED_CHARACTERS_MAX)
    expect(() => fillPlaceholders(`${source}x`, values(), 'html')).toThrow(
      expect.objectContaining({ status: 422, message: expect.stringContaining('more than 4000000 characters') }),
    )
    const many = '{{{contact.x}}}'.repeat(100_000)
    const large = values({ properties: { x: 'x'.repeat(500) } })
    expect(() => fillPlaceholders(many, large, 'text')).toThrow('more than 4000000 characters')
  })

  it.each(['{', '{{{', '{{{A', '{{{A|', '{{{A|x}}}', '{{{contact.email}}}', '{{{ ', '{{{UNSUBSCRIBE_URL|'])(
    'takes linear time for a text full of %j',
    piece => {
      const source = piece.repeat(1_000_000 / piece.length)
      const none = { ...values(), unsubscribeUrl: '' }
      const all = (): void => {
        fillPlaceholders(source, none, 'html')
        fillUnsubscribe(`${source} {{{UNSUBSCRIBE_URL}}}`, LINK)
      }
      expect(effort_ms(all)).toBeLessThan(10_000)
    },
  )
})

describe('fillUnsubscribe', () => {
  it.each([
    ['{{{RESEND_UNSUBSCRIBE_URL}}}', LINK],
    ['{{{ UNSUBSCRIBE_URL | none }}}', LINK],
    [
      'a {{{contact.email}}} {{{ FIRST_NAME |x}}} {{{UNSUBSCRIBE_URL}}}',
      `a {{{contact.email}}} {{{ FIRST_NAME |x}}} ${LINK}`,
    ],
  ])('fills %j', (source, expected) => {
    expect(hasUnsubscribe(source)).toBe(true)
    expect(fillUnsubscribe(source, LINK)).toBe(expected)
  })

  it.each(['', 'UNSUBSCRIBE_URL', '{{UNSUBSCRIBE_URL}}', '{{{MY_UNSUBSCRIBE_URL}}}', '{{{UNSUBSCRIBE_URLS}}}'])(
    'does not change %j',
    source => {
      expect(hasUnsubscribe(source)).toBe(false)
      expect(fillUnsubscribe(source, LINK)).toBe(source)
    },
  )
})
