// Who gets an answer to a mail: its author, or all who take part in the conversation; never the inbox itself.
import { keyOf, parsedAddress } from '../../../base/text/addresses.ts'
import { refusal } from '../../../base/text/refusal.ts'

/** A mail of a thread, as far as its answer depends on it. Addresses are as they were received, and may be anything. */
export interface AnsweredMail {
  direction: 'inbound' | 'outbound'
  from: string
  to: readonly string[]
  cc: readonly string[]
  reply_to: readonly string[]
  subject: string | null
  message_id: string | null
  references: readonly string[]
  /** It came when the quota was used up: what it says is kept back. */
  above_quota?: boolean
}

export interface Recipients {
  to: string[]
  cc: string[]
  bcc: string[]
}

/** Of an email that an inbox sends, in `to`, `cc` and `bcc` together. */
export const RECIPIENTS_MAX = 50

/**
 * Who gets the answer. `own`: the addresses of the inbox. `all`: the others of the conversation get a copy. An answer to a
 * mail that we sent goes to those whom it went to.
 */
export function answerRecipients(mail: AnsweredMail, own: readonly string[], all: boolean): Omit<Recipients, 'bcc'> {
  const not_own = new Set(own.map(keyOf))
  const { direction, from, to, cc, reply_to } = mail
  const is_ours = direction === 'outbound' || not_own.has(keyOf(from))
  // RFC 5322 3.6.2: answers go where Reply-To says; the author counts where that leads to the inbox alone
  const choices = is_ours ? [to, cc] : [reply_to, [from]]
  const first = choices.map(choice => others(choice, not_own)).find(each => each.length > 0)
  if (!first) throw refusal('validation_error', 'This message has no other address than that of the inbox to reply to.')
  if (!all) return { to: first, cc: [] }
  return { to: first, cc: others([...to, ...cc], new Set([...not_own, ...first.map(keyOf)])) }
}

/** Those that are addresses and stand in none of `without`, each once. */
function others(addresses: readonly string[], without: ReadonlySet<string>): string[] {
  const known = new Set(without)
  return addresses.filter(text => {
    const key = keyOf(text)
    if (known.has(key) || !parsedAddress(text)) return false
    known.add(key)
    return true
  })
}

/** Those who get the answer and those who were asked for beside them, each once. */
export function withCopies(
  { to, cc }: Omit<Recipients, 'bcc'>,
  more: { cc: readonly string[]; bcc: readonly string[] },
): Recipients {
  refuseTooMany({ to: [], ...more })
  const known = new Set([...to, ...cc].map(keyOf))
  const fresh = (text: string): boolean => known.size < known.add(keyOf(text)).size
  return { to, cc: [...cc, ...more.cc.filter(fresh)], bcc: more.bcc.filter(fresh) }
}

/** A field of a request: one address, several or none. */
export function givenAddresses(field: string | readonly string[] | null | undefined): string[] {
  return field === null || field === undefined || field === '' ? [] : [field].flat()
}

type Counted = Readonly<Record<keyof Recipients, readonly string[]>>

export function refuseTooMany({ to, cc, bcc }: Counted): void {
  const count = to.length + cc.length + bcc.length
  if (count <= RECIPIENTS_MAX) return
  throw refusal(
    'validation_error',
    `At most ${RECIPIENTS_MAX} recipients are possible in \`to\`, \`cc\` and \`bcc\` together; there are ${count}.`,
  )
}
