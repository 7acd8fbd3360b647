// The search index of an email is a line of words. Words of its subject, text and addresses are unchanged. Marks for filters
// (inbox, files, words of one address field) start with an underscore, which no word contains, so that text cannot forge a
// mark.
import type { WordQuery } from '../../../base/store/full-text.ts'
import { searchWords, WORD_MAX, EMAIL_WORDS_MAX } from '../../../base/text/search-words.ts'

interface IndexedEmail {
  inbox_id: string
  subject: string | null
  /** Mailboxes with their names. */
  from: string
  to: readonly string[]
  cc: readonly string[]
  bcc: readonly string[]
  /** The words of its bodies: see `distinctWords`. */
  words: string
  has_attachment: boolean
}

const FIELDS = { from: 'f', to: 't', cc: 'c', bcc: 'b' } as const
type AddressField = keyof typeof FIELDS
const FILE = '_a'
const NO_FILE = '_n'

/** The words of an address joined into one, so that a filter matches the address as a whole. */
const whole = (text: string): string =>
  searchWords(text)
    .join('')
    .slice(0, 2 * WORD_MAX)
const inboxMark = (inbox_id: string): string => `_i${inbox_id.replaceAll('-', '')}`

/**
 * The line of distinct words and marks. Marks and addresses come first, because the line is truncated at `EMAIL_WORDS_MAX`.
 */
export function indexedWords(email: IndexedEmail): string {
  const line = new Set([inboxMark(email.inbox_id), email.has_attachment ? FILE : NO_FILE])
  for (const word of wordsToIndex(email))
    if (line.size < EMAIL_WORDS_MAX) line.add(word)
    else break
  return [...line].join(' ')
}

function* wordsToIndex(email: IndexedEmail): Generator<string> {
  for (const [field, letter] of Object.entries(FIELDS))
    for (const shown of new Set([email[field as AddressField]].flat())) {
      const words = searchWords(shown)
      yield* words
      yield `_${letter}_${whole(bareOf(shown))}`
      for (const word of words) yield `_${letter}${word}`
    }
  yield* searchWords(email.subject ?? '')
  if (email.words !== '') yield* email.words.split(' ')
}

const bareOf = (shown: string): string => (shown.endsWith('>') ? shown.slice(shown.lastIndexOf('<') + 1, -1) : shown)

/** The distinct words of a query. */
const askedFor = (text: string): string[] => [...new Set(searchWords(text))]

interface AskedEmails {
  query?: string | undefined
  has_attachment?: boolean | undefined
  people: Partial<Record<AddressField, readonly string[] | undefined>>
}

/**
 * The words that emails of an inbox must contain; `undefined` without criteria about emails. A query without any word finds
 * nothing. `isAsked`: there is another criterion about emails, such as a time.
 */
export function wordQuery(
  inbox_id: string,
  { query, has_attachment, people }: AskedEmails,
  isAsked = false,
): WordQuery | undefined {
  const anyOf = Object.entries(people).flatMap(([field, asked]) => {
    if (asked === undefined || asked.length === 0) return []
    const mark = `_${FIELDS[field as AddressField]}`
    const alike = (text: string): string[] =>
      text.includes('@') ? [`${mark}_${whole(bareOf(text.trim()))}`] : askedFor(text).map(word => `${mark}${word}`)
    return [asked.map(alike).filter(words => words.length > 0)]
  })
  const query_words = query === undefined || query.trim() === '' ? undefined : askedFor(query)
  if (!isAsked && query_words === undefined && has_attachment === undefined && anyOf.length === 0) return undefined
  const nothing = ['_']
  return [
    [[inboxMark(inbox_id)]],
    ...(has_attachment === undefined ? [] : [[[has_attachment ? FILE : NO_FILE]]]),
    ...anyOf.map(some => (some.length === 0 ? [nothing] : some)),
    ...(query_words === undefined ? [] : [[query_words.length === 0 ? nothing : query_words]]),
  ]
}
