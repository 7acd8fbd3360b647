import { describe, expect, it } from 'vitest'
import {
  RENDERED_CHARACTERS_MAX,
  requiredVariables,
  renderVersion,
  type ReservedValues,
  type TemplateValues,
  withJsonTexts,
} from '../../../src/mail/templates/render.ts'
import { aVariable, aVersion } from './support.ts'

const html = (source: string, values: TemplateValues = {}, surroundings?: ReservedValues) =>
  renderVersion(aVersion({ html: source, variables: [aVariable('A'), aVariable('N', 'number')] }), values, surroundings)
    .html

describe('rendered', () => {
  it.each([
    ['{{{A}}}', { A: 'x' }, 'x'],
    ['{{{A}}} {{{A}}}', { A: 'x' }, 'x x'],
    ['{{{A}}}', { A: '<b>&</b>' }, '<b>&</b>'],
    ['{{{A}}}', { A: '' }, ''],
    ['{{{A}}}', { A: '$& $1 {{{A}}}' }, '$& $1 {{{A}}}'],
    ['{{{A|you}}}', {}, 'you'],
    ['{{{A|you}}}', { A: null }, 'you'],
    ['{{{A|you}}}', { A: 'me' }, 'me'],
    ['{{{N}}}', { N: 0 }, '0'],
    ['{{{N}}}', { N: -1.5 }, '-1.5'],
    ['{{A}}', {}, '{{A}}'],
    ['no use', {}, 'no use'],
    ['no use', { other: 1 }, 'no use'],
  ])('fills %j with %j', (source, values, expected) => {
    expect(html(source, values)).toBe(expected)
  })

  it.each([
    ['{{{A}}}', {}, "Variable 'A' has no value and no fallback_value"],
    ['{{{A}}} {{{A|x}}}', {}, "Variable 'A' has no value and no fallback_value"],
    ['{{{A}}}', { A: null }, "Variable 'A' has no value and no fallback_value"],
    ['{{{A}}}', { A: 1 }, "Variable 'A' must be a string"],
    ['', { N: '1' }, "Variable 'N' must be a number"],
    ['', { N: Number.NaN }, "Variable 'N' must be between -9007199254740991 and 9007199254740991"],
    ['', { N: 2 ** 53 }, "Variable 'N' must be between -9007199254740991 and 9007199254740991"],
    ['', { A: 'x'.repeat(2001) }, "Variable 'A' must not be longer than 2000 characters"],
    [
      '{{{A}}}{{{N}}}',
      {},
      "Variable 'A' has no value and no fallback_value; Variable 'N' has no value and no fallback_value",
    ],
  ])('rejects %j with %j', (source, values, message) => {
    expect(() => html(source, values)).toThrow(expect.objectContaining({ status: 422, message }))
  })

  describe.each(['RESEND_UNSUBSCRIBE_URL', 'UNSUBSCRIBE_URL'])('the placeholder %s', key => {
    const link = `<a href="{{{${key}}}}">out</a>`

    it.each([undefined, null, '', '  ', 7, 'x'.repeat(2001)])('rejects the value %j', value => {
      const refused = expect.objectContaining({ status: 422, message: expect.stringContaining(`Variable '${key}'`) })
      for (const source of [
        link,
        `{{{${key}|x}}} ${link}`,
        `<a href="{{{${key}|}}}">`,
        `<a href="{{{ ${key} | }}}">`,
      ]) {
        expect(() => html(source, { [key]: value }, { [key]: 'https://not.ours.example' })).toThrow(refused)
        expect(() => renderVersion(aVersion({ text: source, html: '<p></p>' }), { [key]: value })).toThrow(refused)
      }
    })

    it('accepts the sender’s URL, and an inline default value', () => {
      const value = 'https://ada.example/out?a=1&b=2'
      expect(html(link, { [key]: value })).toBe('<a href="https://ada.example/out?a=1&amp;b=2">out</a>')
      expect(html(`{{{${key}|https://x.example}}}`)).toBe('https://x.example')
      expect(html('no link', {})).toBe('no link')
    })
  })

  it('accepts the longest value and the largest number', () => {
    expect(html('{{{A}}}{{{N}}}', { A: 'x'.repeat(2000), N: 2 ** 53 - 1 })).toHaveLength(2016)
  })

  it('prefers a value to the inline default, and that to the declared default', () => {
    const version = aVersion({ html: '{{{A}}} {{{A|here}}}', variables: [aVariable('A', 'string', 'declared')] })
    expect(renderVersion(version, {}).html).toBe('declared here')
    expect(renderVersion(version, { A: 'given' }).html).toBe('given given')
  })

  it('does not treat built-in properties of objects as values', () => {
    const version = aVersion({ html: '{{{constructor}}}', variables: [aVariable('constructor')] })
    expect(() => renderVersion(version, {})).toThrow("Variable 'constructor' has no value")
  })

  it('escapes contact values in HTML, and nowhere else', () => {
    const source = 'Hi {{{FIRST_NAME}}}'
    const version = aVersion({ html: source, text: source, subject: source })
    expect(renderVersion(version, {}, { FIRST_NAME: '<a href="x">Ana</a>' })).toMatchObject({
      html: 'Hi &lt;a href=&quot;x&quot;&gt;Ana&lt;/a&gt;',
      text: 'Hi <a href="x">Ana</a>',
      subject: 'Hi <a href="x">Ana</a>',
    })
  })

  it('leaves a reserved name without a value empty, unless it has an inline default', () => {
    expect(html('[{{{contact.first_name}}}] [{{{FIRST_NAME|you}}}]', {}, { FIRST_NAME: '' })).toBe('[] [you]')
  })

  it('keeps a subject on one line for any value', () => {
    const version = aVersion({ subject: 'Order {{{A}}}', variables: [aVariable('A')] })
    expect(renderVersion(version, { A: '7\r\nBcc: x@example.com' }).subject).toBe('Order 7 Bcc: x@example.com')
  })

  it('returns fields without placeholders unchanged', () => {
    const version = aVersion({ from: 'A <a@example.com>', subject: null, text: null, reply_to: ['r@example.com'] })
    expect(renderVersion(version, {})).toMatchObject({
      from: 'A <a@example.com>',
      subject: null,
      text: null,
      reply_to: ['r@example.com'],
    })
    expect(renderVersion(aVersion({ text: '' }), {}).text).toBe('')
  })
})

it('requires the variables that are used at least once without a default value', () => {
  const variables = [aVariable('A'), aVariable('B', 'string', 'b'), aVariable('C'), aVariable('D'), aVariable('E')]
  const version = aVersion({ html: '{{{A}}}{{{B}}}{{{C|c}}}', subject: '{{{D}}}', variables })
  expect(requiredVariables(version)).toEqual(['A', 'D'])
})

describe('the size of an email', () => {
  const value = 'x'.repeat(2000)
  const many = (count: number, more = ''): string => '{{{A}}}'.repeat(count) + more

  it('is limited for HTML and text together', () => {
    const half = RENDERED_CHARACTERS_MAX / 2000 / 2
    const of = (more: string) =>
      renderVersion(aVersion({ html: many(half), text: many(half, more), variables: [aVariable('A')] }), { A: value })
    expect(of('').html.length + of('').text!.length).toBe(RENDERED_CHARACTERS_MAX)
    expect(() => of('.')).toThrow(
      expect.objectContaining({
        status: 422,
        message: expect.stringContaining('with these values has more than 4000000'),
      }),
    )
  })

  it('includes added escapes', () => {
    const version = aVersion({ html: '{{{FIRST_NAME}}}'.repeat(500) })
    expect(() => renderVersion(version, {}, { FIRST_NAME: '"'.repeat(2000) })).toThrow(
      'The template with these values has more than',
    )
  })

  it('is not computed for a template with too many placeholders', () => {
    const of = (count: number) => renderVersion(aVersion({ html: many(count), variables: [aVariable('A')] }), { A: '' })
    expect(of(5000).html).toBe('')
    expect(() => of(5001)).toThrow('at most 5000 placeholders')
    expect(() => of(140_000)).toThrow('at most 5000 placeholders')
    expect(html('{{{'.repeat(300_000) + '{{{A}}}', { A: 'x' }).endsWith('{x')).toBe(true)
  })
})

it('converts only numbers and booleans for string variables', () => {
  const version = aVersion({ variables: [aVariable('A'), aVariable('B'), aVariable('C'), aVariable('N', 'number')] })
  const values = { A: 3, B: true, C: null, N: 4, other: 5 }
  expect(withJsonTexts(version, values)).toEqual({ ...values, A: '3', B: 'true' })
  expect(withJsonTexts(version, { A: 1e21, B: -0.5, C: [1] })).toEqual({ A: '1e+21', B: '-0.5', C: [1] })
})
