// Groups emails into threads: emails that reference a common message belong together, regardless of the order of arrival. A
// reply without references is grouped by its subject and its correspondent.
import { createHash } from 'node:crypto'

/**
 * Maximum messages considered for one email: itself, the first `FIRST` that it references, which started the thread, and the
 * last ones.
 */
export const REFERENCES_MAX = 20
const FIRST = 3

/** The fields that determine the thread of an email. */
export interface GroupedEmail {
  subject: string | null
  message_id: string | null
  in_reply_to: readonly string[]
  references: readonly string[]
  /** Bare addresses of the correspondents: the author of a received email, the recipients of a sent one. */
  people: readonly string[]
}

/** The hashed keys of an email: later emails find its thread by them, and it finds its own by those of earlier emails. */
export interface GroupingKeys {
  /** One for each message that it references, and for itself. Emails that share one belong to one thread. */
  messages: string[]
  /** One for its subject with each of its people. */
  subjects: string[]
  /** Its subject has a prefix such as `Re:`, and it references no message; then `subjects` decide. */
  isAnswer: boolean
}

const bare = (id: string): string => id.trim().replace(/^</, '').replace(/>$/, '')
const hashed = (kind: 'm' | 's', text: string): string =>
  kind + createHash('sha256').update(text).digest('base64url').slice(0, 27)

export function groupingKeys({ subject, message_id, in_reply_to, references, people }: GroupedEmail): GroupingKeys {
  const named = [...new Set([...references, ...in_reply_to].map(bare))].filter(id => id !== '')
  const own = message_id === null ? '' : bare(message_id)
  const others = named.filter(id => id !== own)
  const room = REFERENCES_MAX - 1
  const kept = others.length <= room ? others : [...others.slice(0, FIRST), ...others.slice(FIRST - room)]
  const { base, isReply } = baseSubject(subject ?? '')
  const addresses = [...new Set(people.map(address => address.toLowerCase()))]
  return {
    messages: [...(own === '' ? [] : [own]), ...kept].map(id => hashed('m', id)),
    subjects: base === '' ? [] : addresses.map(address => hashed('s', `${address} ${base}`)),
    isAnswer: isReply && others.length === 0,
  }
}

/** The prefixes of replies in several languages. */
const ANSWER = /^(?:re|aw|sv|vs|antw|odp|ynt|res|rif)(?:\[\d{1,3}\])?\s?[:：]/i

/** A subject in lower case without these prefixes, and whether it had one. */
export function baseSubject(subject: string): { base: string; isReply: boolean } {
  let rest = subject.replaceAll(/\s+/g, ' ').trim()
  let isReply = false
  for (let prefix = ANSWER.exec(rest); prefix; prefix = ANSWER.exec(rest)) {
    rest = rest.slice(prefix[0].length).trim()
    isReply = true
  }
  return { base: rest.toLowerCase(), isReply }
}
