// The quotation in a person's reply: the plain text of the original, below what they write.
import { truncate } from '../../../base/text/length.ts'
import type { ForwardedOriginal } from './forwarded.ts'

const CHARACTERS_MAX = 32_000
const LINES_MAX = 500
const CUT = '[…]'
const SENDER_MAX = 300
const CONTROLS = /\p{Cc}+/gu
// a draft must not contain NUL, and the other control characters are useless in text
const UNSHOWN = /[^\P{Cc}\n\t]/gu

/** Two empty lines to write in, followed by the quotation. `null`: the email has no text to quote. */
export function quoteText({
  from,
  received_at,
  text,
}: Pick<ForwardedOriginal, 'from' | 'received_at' | 'text'>): string | null {
  const whole = (text ?? '').replaceAll(/\r\n?/g, '\n').replaceAll(UNSHOWN, '').toWellFormed().trim()
  if (whole === '') return null
  const beginning = truncate(whole, CHARACTERS_MAX)
  const all = beginning.split('\n')
  const lines = all.slice(0, LINES_MAX)
  if (beginning.length < whole.length || lines.length < all.length) lines.push(CUT)
  const sender = truncate(from.replaceAll(CONTROLS, ' ').trim(), SENDER_MAX) || 'the sender'
  const head = `On ${new Date(received_at).toUTCString()}, ${sender} wrote:`
  return ['', '', head, ...lines.map(line => `> ${line}`.trimEnd())].join('\n')
}
