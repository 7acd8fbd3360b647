// Which custom headers an email may have: all except those that could forge another header or recipient, or contradict headers
// that the server or other fields set.
import { refusal } from '../../base/text/refusal.ts'
import { isLongerThan } from '../../base/text/length.ts'
import { describeValue } from '../../base/text/describe-value.ts'

const HEADERS_LIMIT = 100
const NAME_LIMIT = 100
const VALUE_LIMIT = 8000
/** Mail servers refuse larger headers, and encoding takes a microsecond for three non-ASCII characters. */
const TOGETHER_LIMIT_BYTES = 64_000

// printable ASCII without the colon (RFC 5322 2.2), and without spaces
const NAME = /^[!-9;-~]+$/
// a value may contain a tab; any other control character could end the header or hide what follows
const CONTROL = /[^\P{Cc}\t]/u

/** Headers written from separate fields, or by the server. */
const OWNED = new Set([
  'apparently-to',
  'authentication-results',
  'bcc',
  'cc',
  'date',
  'delivered-to',
  'dkim-signature',
  'envelope-to',
  'from',
  'message-id',
  'mime-version',
  'received',
  'received-spf',
  'reply-to',
  'return-path',
  'sender',
  'subject',
  'to',
  'x-envelope-to',
])

/** Headers of MIME, of forwarding, and of relays' signatures. */
const OWNED_FAMILY = /^(?:content|resent|arc)-/

/** Octets of a line (RFC 5322 2.1.1), without the space that starts a folded line. */
const WORD_LIMIT = 997

/** Headers whose ids are written unencoded in any script; other headers become encoded words. */
const IDS = new Set(['in-reply-to', 'references'])

/** Returns the headers as given. Refuses a header that cannot be sent safely, instead of dropping it. */
export function checkedHeaders(headers: Record<string, string>): Record<string, string> {
  const entries = Object.entries(headers)
  if (entries.length > HEADERS_LIMIT)
    throw invalid(`at most ${HEADERS_LIMIT} headers are allowed; received ${entries.length}`)
  for (const [name, value] of entries) checkHeader(name, value)
  const bytes = entries.reduce((sum, [name, value]) => sum + name.length + Buffer.byteLength(value), 0)
  if (bytes > TOGETHER_LIMIT_BYTES)
    throw invalid(`at most ${TOGETHER_LIMIT_BYTES} bytes in UTF-8 are allowed in total; received ${bytes}`)
  return headers
}

function checkHeader(name: string, value: string): void {
  if (name.length > NAME_LIMIT || !NAME.test(name)) {
    throw invalid(
      `a name is 1 to ${NAME_LIMIT} printable ASCII characters without spaces and colons; received ${describeValue(name)}`,
    )
  }
  const lower = name.toLowerCase()
  if (OWNED.has(lower) || OWNED_FAMILY.test(lower)) {
    throw invalid(`\`${name}\` is set from other fields or by the server`)
  }
  if (CONTROL.test(value)) throw invalid(`the value of \`${name}\` contains a line break or a control character`)
  if (isLongerThan(value, VALUE_LIMIT))
    throw invalid(`the value of \`${name}\` is longer than ${VALUE_LIMIT} characters`)
  const octets = longestWord(lower, value)
  if (octets > WORD_LIMIT) {
    throw invalid(
      `the value of \`${name}\` has ${octets} octets without a space; a line of an email can have at most 998`,
    )
  }
}

/** The longest run without a space, in octets: lines can be folded only at spaces. */
function longestWord(name: string, value: string): number {
  const ids = IDS.has(name)
  // serialization removes spaces inside an id and adds missing brackets
  const written = ids ? value.replaceAll(/<[^>]*>?/g, id => id.replaceAll(/\s/g, '')) : value
  const words = written.split(/[ \t]+/).filter(word => ids || isAscii(word))
  return Math.max(...words.map(word => Buffer.byteLength(word) + (ids ? 2 : 0)), 0)
}

function isAscii(word: string): boolean {
  return /^[\0-\x7F]*$/.test(word)
}

function invalid(reason: string): Error {
  return refusal('validation_error', `Invalid \`headers\` field: ${reason}.`)
}
