import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isReserved } from '../../../src/mail/templates/placeholders.ts'
import { splitPlaceholders, listPlaceholders } from '../../../src/base/text/placeholders.ts'
import { effort_ms } from '../../support/cpu-time.ts'

const key = (name: string, fallback?: string) => ({ key: name, fallback })

describe('partsOf', () => {
  it.each([
    ['', []],
    ['plain', ['plain']],
    ['{{{A}}}', [key('A')]],
    ['a {{{A}}} b', ['a ', key('A'), ' b']],
    ['{{{A}}}{{{b_1}}}', [key('A'), key('b_1')]],
    ['{{{ A }}}', [key('A')]],
    ['{{{A|}}}', [key('A', '')]],
    ['{{{A|dear friend}}}', [key('A', 'dear friend')]],
    ['{{{A|x|y}}}', [key('A', 'x|y')]],
    ['{{{contact.first_name|you}}}', [key('contact.first_name', 'you')]],
    ['{{A}}', ['{{A}}']],
    ['{{{A}}', ['{{{A}}']],
    ['{{{A', ['{{{A']],
    ['{{{}}}', ['{{{}}}']],
    ['{{{#each A}}}', ['{{{#each A}}}']],
    ['{{{{A}}}}', ['{', key('A'), '}']],
    ['{{{A|{{{B}}}', ['{{{A|', key('B')]],
    ['{{{A B}}} {{{C}}}', ['{{{A B}}} ', key('C')]],
  ])('splits %j', (source, parts) => {
    expect(splitPlaceholders(source)).toEqual(parts)
  })

  it('preserves the whole text', () => {
    const piece = fc.constantFrom('{', '{{{', '}}}', '}', '|', 'A', 'b_', '.', ' ', '\n', 'ü')
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), pieces => {
        const source = pieces.join('')
        const joined = splitPlaceholders(source)
          .map(part =>
            typeof part === 'string'
              ? part
              : `{{{${part.key}${part.fallback === undefined ? '' : `|${part.fallback}`}}}}`,
          )
          .join('')
        // only white space around a name is not preserved
        expect(joined.replaceAll(/\s/g, '')).toBe(source.replaceAll(/\s/g, ''))
      }),
    )
  })

  it.each(['{', '{{{', '{{{A', '{{{A|', '{{{ ', '{{{A|{{{B}}} ', `{{{${'A'.repeat(200)}`])(
    'takes linear time for a text full of %j',
    piece => {
      const both = (): void => {
        splitPlaceholders(piece.repeat(200_000).slice(0, 1_000_000))
        splitPlaceholders(`${piece.repeat(200_000).slice(0, 1_000_000)}}}}`)
      }
      expect(effort_ms(both)).toBeLessThan(10_000)
    },
  )
})

it('names the used variables', () => {
  expect(listPlaceholders('{{{A}}} {{{A|x}}} {{B}}')).toEqual([key('A'), key('A', 'x')])
})

it.each([
  ['FIRST_NAME', true],
  ['RESEND_UNSUBSCRIBE_URL', true],
  ['contact', true],
  ['contact.first_name', true],
  ['this', true],
  ['first_name', false],
  ['contacts', false],
])('%s is reserved: %s', (name, reserved) => {
  expect(isReserved(name)).toBe(reserved)
})
