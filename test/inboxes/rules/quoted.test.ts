import { describe, expect, it } from 'vitest'
import { quotedText } from '../../../src/inbound/inboxes/answers/quoted.ts'

const HEAD = 'On Thu, 26 Nov 2026 10:00:00 GMT, Mira <mira@example.net> wrote:'

const quoted = (text: string | null, from = 'Mira <mira@example.net>'): string | null =>
  quotedText({ from, received_at: '2026-11-26T10:00:00.000Z', text })
/** The lines below those to write in. */
const linesOf = (text: string | null): string[] => (text ?? '').split('\n').slice(2)

describe('a quotation', () => {
  it('stands below two empty lines, with who wrote when', () => {
    expect(quoted('Please pay.\n\n> Did you?\nThanks')).toBe(`\n\n${HEAD}\n> Please pay.\n>\n> > Did you?\n> Thanks`)
  })

  it.each([null, '', ' \r\n\t\n'])('of %o is none', text => expect(quoted(text)).toBeNull())

  it('has the lines of a mail however they end, and nothing that a draft does not take', () => {
    expect(linesOf(quoted('\r\none\r\ntwo\rthree\0\u0007\uD800\n'))).toEqual([HEAD, '> one', '> two', '> three\uFFFD'])
  })

  it('has one line about the sender, whatever that is called', () => {
    expect(linesOf(quoted('x', 'a\r\nb'))[0]).toMatch(/, a b wrote:$/)
    expect(linesOf(quoted('x', ''))[0]).toMatch(/, the sender wrote:$/)
    expect(linesOf(quoted('x', 'y'.repeat(5000)))[0]!.length).toBeLessThan(400)
  })

  it('of 500 lines has all of them, and of more says that it was cut', () => {
    const lines = Array.from({ length: 501 }, (_, at) => `${at}`)
    expect(linesOf(quoted(lines.slice(1).join('\n')))).toHaveLength(501)
    const cut = linesOf(quoted(lines.join('\n')))
    expect(cut).toHaveLength(502)
    expect(cut.slice(-2)).toEqual(['> 499', '> […]'])
  })

  it('of 32,000 characters has all of them, and of more says that it was cut, never within a character', () => {
    expect(linesOf(quoted('🎉'.repeat(32_000)))).toEqual([HEAD, `> ${'🎉'.repeat(32_000)}`])
    expect(linesOf(quoted('🎉'.repeat(32_001)))).toEqual([HEAD, `> ${'🎉'.repeat(32_000)}`, '> […]'])
  })
})
