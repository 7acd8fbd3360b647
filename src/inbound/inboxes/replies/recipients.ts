// The recipients of a reply: the author of the email, or all participants of the conversation; never the inbox itself.
import { emailKey, parseAddress } from '../../../base/text/addresses.ts'
import { refusal } from '../../../base/text/refusal.ts'

/** The fields of an email that a reply depends on. The addresses of a received email are not validated. */
export interface EmailToReplyTo {
  direction: 'inbound' | 'outbound'
  from: string
  to: readonly string[]
  cc: readonly string[]
  reply_to: readonly string[]
  subject: string | null
  message_id: string | null
  references: readonly string[]
  /** The email was received when the quota was used up, so its content is withheld. */
  above_quota?: boolean
}

export interface Recipients {
  to: string[]
  cc: string[]
  bcc: string[]
}

/** Total of `to`, `cc` and `bcc` of an email from an inbox. */
export const RECIPIENTS_MAX = 50

/**
 * The recipients of a reply. `own`: the addresses of the inbox, which are excluded. `all`: the other participants of the
 * conversation get a copy. A reply to an email that the team sent goes to the recipients of that email.
 */
export function replyRecipients(mail: EmailToReplyTo, own: readonly string[], all: boolean): Omit<Recipients, 'bcc'> {
  const not_own = new Set(own.map(emailKey))
  const { direction, from, to, cc, reply_to } = mail
  const is_ours = direction === 'outbound' || not_own.has(emailKey(from))
  // Reply-To takes precedence over From (RFC 5322 3.6.2), unless it names only the inbox itself
  const choices = is_ours ? [to, cc] : [reply_to, [from]]
  const first = choices.map(choice => others(choice, not_own)).find(each => each.length > 0)
  if (!first) throw refusal('validation_error', 'This message has no address to reply to except that of the inbox.')
  if (!all) return { to: first, cc: [] }
  return { to: first, cc: others([...to, ...cc], new Set([...not_own, ...first.map(emailKey)])) }
}

/** The distinct valid addresses that are not in `without`. */
function others(addresses: readonly string[], without: ReadonlySet<string>): string[] {
  const known = new Set(without)
  return addresses.filter(text => {
    const key = emailKey(text)
    if (known.has(key) || !parseAddress(text)) return false
    known.add(key)
    return true
  })
}

/** The distinct recipients of the reply, including those that the request adds. */
export function withCopies(
  { to, cc }: Omit<Recipients, 'bcc'>,
  more: { cc: readonly string[]; bcc: readonly string[] },
): Recipients {
  refuseTooMany({ to: [], ...more })
  const known = new Set([...to, ...cc].map(emailKey))
  const fresh = (text: string): boolean => known.size < known.add(emailKey(text)).size
  return { to, cc: [...cc, ...more.cc.filter(fresh)], bcc: more.bcc.filter(fresh) }
}

/** The addresses of a request field, which contains one, several or none. */
export function givenAddresses(field: string | readonly string[] | null | undefined): string[] {
  return field === null || field === undefined || field === '' ? [] : [field].flat()
}

type CountedRecipients = Readonly<Record<keyof Recipients, readonly string[]>>

export function refuseTooMany({ to, cc, bcc }: CountedRecipients): void {
  const count = to.length + cc.length + bcc.length
  if (count <= RECIPIENTS_MAX) return
  throw refusal(
    'validation_error',
    `At most ${RECIPIENTS_MAX} recipients are allowed in \`to\`, \`cc\` and \`bcc\` in total; received ${count}.`,
  )
}
