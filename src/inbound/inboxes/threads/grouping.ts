// Which emails belong together: those that name one message, in whatever order they come; and an answer that names none, by
// its subject and its person.
import { createHash } from 'node:crypto'

/** So many messages that an email names count: the first ones, with which the conversation began, and the last ones. */
export const REFERENCES_MAX = 20
const FIRST = 3

/** What is known of an email when its thread is looked for. */
export interface GroupedEmail {
  subject: string | null
  message_id: string | null
  in_reply_to: readonly string[]
  references: readonly string[]
  /** The others, by bare addresses: who wrote it, or whom the team wrote to. */
  people: readonly string[]
}

/** What an email is known by, and what is looked for to find its thread. */
export interface Keys {
  /** Of the messages that it names, itself among them: emails that share one are of one thread. */
  messages: string[]
  /** Of its subject with each of its people. */
  subjects: string[]
  /** It answers something and does not say what: then its subject counts. */
  isAnswer: boolean
}

const bare = (id: string): string => id.trim().replace(/^</, '').replace(/>$/, '')
const hashed = (kind: 'm' | 's', text: string): string =>
  kind + createHash('sha256').update(text).digest('base64url').slice(0, 27)

export function keysOf({ subject, message_id, in_reply_to, references, people }: GroupedEmail): Keys {
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

/** What mail programs put before the subject of an answer. */
const ANSWER = /^(?:re|aw|sv|vs|antw|odp|ynt|res|rif)(?:\[\d{1,3}\])?\s?[:：]/i

/** A subject without that, in lower case; whether there was any. */
export function baseSubject(subject: string): { base: string; isReply: boolean } {
  let rest = subject.replaceAll(/\s+/g, ' ').trim()
  let isReply = false
  for (let prefix = ANSWER.exec(rest); prefix; prefix = ANSWER.exec(rest)) {
    rest = rest.slice(prefix[0].length).trim()
    isReply = true
  }
  return { base: rest.toLowerCase(), isReply }
}
