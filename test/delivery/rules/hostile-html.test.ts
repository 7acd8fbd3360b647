// Any accepted HTML results in a message that a mail reader can parse.
import * as fc from 'fast-check'
import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { buildMessage } from '../../../src/mail/delivery/message.ts'
import { readMessage } from '../../../src/base/net/mail-message.ts'
import { Refusal } from '../../../src/base/text/refusal.ts'
import { anEmail } from '../../support/emails.ts'
import { hostileHtml } from '../../support/hostile-html.ts'

function accepted(html: string): ReturnType<typeof anEmail> | undefined {
  try {
    return anEmail({ html })
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}

test('composes a message with the same HTML from any accepted input', async () => {
  let compositions = 0
  await fc.assert(
    fc.asyncProperty(hostileHtml, async html => {
      const email = accepted(html)
      if (!email) return
      compositions += 1
      const raw = await readMessage(buildMessage(email))
      expect(raw.includes(0)).toBe(false)
      const parsed = await PostalMime.parse(raw)
      expect(parsed.subject).toBe(email.subject)
      const lines = (text: string | undefined): string => (text ?? '').replaceAll(/\r\n?/g, '\n').trim()
      expect(lines(parsed.html)).toBe(lines(email.html!.toWellFormed()))
    }),
    { numRuns: 600 },
  )
  // otherwise this test would prove nothing
  expect(compositions).toBeGreaterThan(200)
})
