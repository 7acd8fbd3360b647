// The subject of a reply, and the header fields that associate it with its thread (RFC 5322 3.6.4, 3.6.5).
import { truncate } from '../../../base/text/length.ts'
import { refusal } from '../../../base/text/refusal.ts'
import { describeValue } from '../../../base/text/describe-value.ts'
import type { EmailToReplyTo } from './recipients.ts'

const SUBJECT_MAX = 998
const CONTROLS = /\p{Cc}+/gu
/** Some mail programs number replies: `Re[2]:`. */
const IS_REPLY = /^re(?:\[\d{1,4}\])?\s?:/i
const IS_FORWARD = /^(?:fwd?|wg):/i

/** The subject of a reply, with a single `Re:` regardless of the length of the conversation. */
export function replySubject(subject: string | null): string {
  return prefixed('Re:', IS_REPLY, subject)
}

export function forwardSubject(subject: string | null): string {
  return prefixed('Fwd:', IS_FORWARD, subject)
}

function prefixed(prefix: string, has: RegExp, subject: string | null): string {
  const line = (subject ?? '').replaceAll(CONTROLS, ' ').trim()
  return truncate(has.test(line) ? line : `${prefix} ${line}`.trim(), SUBJECT_MAX)
}

/** Header fields that the server writes itself, or that have a separate field in the request. */
const OWNED = new Set(['in-reply-to', 'references', 'reply-to'])

/** The additional headers of a request. Refuses those that determine the thread or the reply address. */
export function additionalHeaders(given: Readonly<Record<string, string>> | null | undefined): Record<string, string> {
  const owned = Object.keys(given ?? {}).find(name => OWNED.has(name.trim().toLowerCase()))
  if (owned === undefined) return { ...given }
  throw refusal(
    'validation_error',
    `Invalid \`headers\` field: ${describeValue(owned)} is set by the server to keep the email in its thread.`,
  )
}

// ids from strangers are copied to our header: a character that could end the id or the line would allow header injection
const MESSAGE_ID = /^<[^<>\s\p{Cc}]+>$/u
const ID_BYTES_MAX = 400
/** Maximum ids in `References` before the message being replied to: the first, which identifies the thread, and the latest. */
const REFERENCES_MAX = 16

/** `In-Reply-To` and `References` of a reply. An email without a valid id contributes only its `References`. */
export function threadHeaders({ message_id, references }: Pick<EmailToReplyTo, 'message_id' | 'references'>): {
  'In-Reply-To'?: string
  References?: string
} {
  const ids = references.filter(isId)
  if (message_id === null || !isId(message_id))
    return ids.length === 0 ? {} : { References: shortenedList(ids).join(' ') }
  const before = ids.filter(id => id !== message_id)
  return { 'In-Reply-To': message_id, References: [...shortenedList(before), message_id].join(' ') }
}

const isId = (text: string): boolean => MESSAGE_ID.test(text) && Buffer.byteLength(text) <= ID_BYTES_MAX

function shortenedList(ids: readonly string[]): string[] {
  const each = [...new Set(ids)]
  return each.length <= REFERENCES_MAX ? each : [each[0]!, ...each.slice(1 - REFERENCES_MAX)]
}
