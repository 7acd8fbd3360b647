import { describe, expect, it } from 'vitest'
import { isMeant, mayHave } from '../../../src/mail/emails/search/rules.ts'

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

describe('the quick check of words', () => {
  it.each(['über', 'WOLKEN" \\', '"Ana, \\"', 'ana@example', 'ZOË', 'bücher', '@', ' ', '\\', '"'])(
    'lets through an email that has %j',
    words => {
      expect([isMeant(email, { words }), mayHave(words.toLowerCase())(stored)]).toEqual([true, true])
    },
  )

  it.each(['unter', 'ana@example.com', '%', '_', 'zoe <'])('rules out one without %j', words => {
    expect([isMeant(email, { words }), mayHave(words.toLowerCase())(stored)]).toEqual([false, false])
  })

  it('may let through what only the stored form has, which the whole check rules out', () => {
    const words = '"]'
    expect([isMeant(email, { words }), mayHave(words)(stored)]).toEqual([false, false])
    expect([isMeant(email, { words: '[' }), mayHave('[')(stored)]).toEqual([false, true])
  })
})
