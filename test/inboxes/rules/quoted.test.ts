import { describe, expect, it } from 'vitest'
import { quoteText } from '../../../src/inbound/inboxes/replies/quoted.ts'

const HEAD = 'On Thu, 26 Nov 2026 10:00:00 GMT, Mira <mira@example.net> wrote:'

const quoted = (text: string | null, from = 'Mira <mira@example.net>'): string | null =>
  quoteText({ from, received_at: '2026-11-26T10:00:00.000Z', text })
/** The lines below the empty lines for the reply. */
const linesOf = (text: string | null): string[] => (text ?? '').split('\n').slice(2)

describe('a quotation', () => {
  it('starts after two empty lines and names the author and the date', () => {
    expect(quoted('Please pay.\n\n> Did you?\nThanks')).toBe(`\n\n${HEAD}\n> Please pay.\n>\n> > Did you?\n> Thanks`)
  })

  it.each([null, '', ' \r\n\t\n'])('of %o is empty', text => expect(quoted(text)).toBeNull())

  it('normalizes line endings and removes characters that a draft does not accept', () => {
    expect(linesOf(quoted('\r\none\r\ntwo\rthree\0\u0007\uD800\n'))).toEqual([HEAD, '> one', '> two', '> three\uFFFD'])
  })

  it('has one line about a sender with any name', () => {
    expect(linesOf(quoted('x', 'a\r\nb'))[0]).toMatch(/, a b wrote:$/)
    expect(linesOf(quoted('x', ''))[0]).toMatch(/, the sender wrote:$/)
    expect(linesOf(quoted('x', 'y'.repeat(5000)))[0]!.length).toBeLessThan(400)
  })

  it('contains up to 500 lines and marks a truncation', () => {
    const lines = Array.from({ length: 501 }, (_, at) => `${at}`)
    expect(linesOf(quoted(lines.slice(1).join('\n')))).toHaveLength(501)
    const cut = linesOf(quoted(lines.join('\n')))
    expect(cut).toHaveLength(502)
    expect(cut.slice(-2)).toEqual(['> 499', '> […]'])
  })

  it('contains up to 32,000 characters and marks a truncation, at a character boundary', () => {
    expect(linesOf(quoted('🎉'.repeat(32_000)))).toEqual([HEAD, `> ${'🎉'.repeat(32_000)}`])
    expect(linesOf(quoted('🎉'.repeat(32_001)))).toEqual([HEAD, `> ${'🎉'.repeat(32_000)}`, '> […]'])
  })
})
