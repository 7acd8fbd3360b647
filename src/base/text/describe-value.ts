// Formats a received value for an error message: short, on one line, recognizable by its type, and without secrets.
import { truncate } from './length.ts'
import { withoutSecrets } from './secrets.ts'

const SHOWN_CHARACTERS = 60
/** Number of characters searched for secrets before the text is truncated, because half a secret would not look like one. */
const READ_LENGTH = 8192
// invisible characters, and those that reorder the text around them
const HIDDEN = /[\p{C}\p{Zl}\p{Zp}]/gu

/** `"a text"`, `7`, `null`, `a list of 3`, `an object`. */
export function describeValue(value: unknown): string {
  if (typeof value === 'string') return shownText(value)
  if (Array.isArray(value)) return `a list of ${value.length}`
  if (typeof value === 'object' && value !== null) return 'an object'
  return value === undefined ? 'nothing' : String(value)
}

function shownText(text: string): string {
  const safe = withoutSecrets(text.slice(0, READ_LENGTH))
  const start = truncate(safe, SHOWN_CHARACTERS)
  const quoted = JSON.stringify(start).replaceAll(HIDDEN, hidden => `\\u{${hidden.codePointAt(0)!.toString(16)}}`)
  const isWhole = start === safe && text.length <= READ_LENGTH
  return isWhole ? quoted : `${quoted.slice(0, -1)}…"`
}
