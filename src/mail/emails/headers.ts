// Which further headers an email may carry: everything but what could become another header, another recipient, or
// contradict what the other fields and the server write.
import { refusal } from '../../base/text/refusal.ts'
import { isLongerThan } from '../../base/text/length.ts'
import { shown } from '../../base/text/shown.ts'

const HEADERS_LIMIT = 100
const NAME_LIMIT = 100
const VALUE_LIMIT = 8000
/** Mail servers refuse heads from there on, and to write one takes a microsecond for three letters that are not ASCII. */
const TOGETHER_LIMIT_BYTES = 64_000

// RFC 5322 2.2: printable ASCII without the colon; spaces are left out too
const NAME = /^[!-9;-~]+$/
// a tab may stand in a value; every other control character could end the header or hide what follows
const CONTROL = /[^\P{Cc}\t]/u

/** Written by a field of their own, or by the server. */
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

/** The structure of the message, forwarding and the signatures of relays. */
const OWNED_FAMILY = /^(?:content|resent|arc)-/

/** RFC 5322 2.1.1: octets of a line, less the space that begins a folded one. */
const WORD_LIMIT = 997

/** Whose ids are written as they are, in whatever script, where other headers become encoded words. */
const IDS = new Set(['in-reply-to', 'references'])

/** The headers as they were given; one that cannot be sent safely is refused, not dropped. */
export function checkedHeaders(headers: Record<string, string>): Record<string, string> {
  const entries = Object.entries(headers)
  if (entries.length > HEADERS_LIMIT)
    throw invalid(`at most ${HEADERS_LIMIT} headers are possible; received ${entries.length}`)
  for (const [name, value] of entries) checkHeader(name, value)
  const bytes = entries.reduce((sum, [name, value]) => sum + name.length + Buffer.byteLength(value), 0)
  if (bytes > TOGETHER_LIMIT_BYTES)
    throw invalid(`all of them may have ${TOGETHER_LIMIT_BYTES} bytes in UTF-8 together; received ${bytes}`)
  return headers
}

function checkHeader(name: string, value: string): void {
  if (name.length > NAME_LIMIT || !NAME.test(name)) {
    throw invalid(
      `a name is 1 to ${NAME_LIMIT} printable ASCII characters without spaces and colons; received ${shown(name)}`,
    )
  }
  const lower = name.toLowerCase()
  if (OWNED.has(lower) || OWNED_FAMILY.test(lower)) {
    throw invalid(`\`${name}\` is written from the other fields or by the server`)
  }
  if (CONTROL.test(value)) throw invalid(`the value of \`${name}\` contains a line break or a control character`)
  if (isLongerThan(value, VALUE_LIMIT))
    throw invalid(`the value of \`${name}\` is longer than ${VALUE_LIMIT} characters`)
  const octets = longestWord(lower, value)
  if (octets > WORD_LIMIT) {
    throw invalid(
      `the value of \`${name}\` has ${octets} octets without a space, and a line of a mail has at most 998: put spaces into it`,
    )
  }
}

/** Lines are folded at spaces and nowhere else. */
function longestWord(name: string, value: string): number {
  const ids = IDS.has(name)
  // spaces inside an id are taken out when it is written, and an id without brackets gets them
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
