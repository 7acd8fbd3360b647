import { describe, expect, it } from 'vitest'
import { matchesEmailSearch, mayContainWords } from '../../../src/mail/emails/search/rules.ts'

const email = {
  subject: 'Über den "Wolken" \\ oben',
  to: ['"Ana, \\"A\\"" <ANA@example.net>'],
  cc: ['Zoë <zoe@bücher.example>'],
  bcc: [],
  tags: [],
  last_event: 'delivered' as const,
  created_at: '2026-11-20T12:00:00.000Z',
  origin_kind: null,
}
const stored = { ...email, to: JSON.stringify(email.to), cc: JSON.stringify(email.cc), bcc: JSON.stringify(email.bcc) }

describe('the fast filter for words', () => {
  it.each(['über', 'WOLKEN" \\', '"Ana, \\"', 'ana@example', 'ZOË', 'bücher', '@', ' ', '\\', '"'])(
    'accepts an email that contains %j',
    words => {
      expect([matchesEmailSearch(email, { words }), mayContainWords(words.toLowerCase())(stored)]).toEqual([true, true])
    },
  )

  it.each(['unter', 'ana@example.com', '%', '_', 'zoe <'])('rejects an email without %j', words => {
    expect([matchesEmailSearch(email, { words }), mayContainWords(words.toLowerCase())(stored)]).toEqual([false, false])
  })

  it('may accept a match in the stored form only, which the full check rejects', () => {
    const words = '"]'
    expect([matchesEmailSearch(email, { words }), mayContainWords(words)(stored)]).toEqual([false, false])
    expect([matchesEmailSearch(email, { words: '[' }), mayContainWords('[')(stored)]).toEqual([false, true])
  })
})
