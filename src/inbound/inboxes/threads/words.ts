// The search index of an email is a line of words. Words of its subject, text and addresses stand as they are. Marks for filters
// (inbox, files, words of one address field) begin with an underscore, which no word contains, so that a text cannot fake a mark.
import type { AskedWords } from '../../../base/store/words.ts'

/** Bounds of what is indexed of one email, which takes a few milliseconds. */
const TEXT_READ_MAX = 100_000
const WORDS_MAX = 5_000
const WORD_MAX = 40
/** Letters of scripts without spaces between words are words of their own, and so are emoji. */
const ALONE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Extended_Pictographic}]/gu
const BETWEEN = /[^\p{L}\p{N}\p{Extended_Pictographic}]+/u

/** The words of a text in their order, in lower case and without accents. */
export function searchWords(text: string): string[] {
  const plain = text
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .normalize('NFC')
    .toLowerCase()
    // the capital of `ß` is `SS`, so both have to be found by the same word
    .replaceAll('ß', 'ss')
  return plain
    .replaceAll(ALONE, ' $& ')
    .split(BETWEEN)
    .filter(word => word !== '')
    .map(word => [...word].slice(0, WORD_MAX).join(''))
}

interface IndexedEmail {
  inbox_id: string
  subject: string | null
  /** Mailboxes with their names. */
  from: string
  to: readonly string[]
  cc: readonly string[]
  bcc: readonly string[]
  /** The beginning of its bodies as plain text. */
  text: string
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

/** The line of words and marks, each once. Marks and addresses come first, as the line is cut off at `WORDS_MAX`. */
export function indexedWords(email: IndexedEmail): string {
  const people = Object.entries(FIELDS).flatMap(([field, letter]) =>
    [email[field as AddressField]].flat().flatMap(shown => {
      const words = searchWords(shown)
      const marked = words.map(word => `_${letter}${word}`)
      return words.concat(`_${letter}_${whole(bareOf(shown))}`, marked)
    }),
  )
  const text_words = searchWords(`${email.subject ?? ''} ${email.text.slice(0, TEXT_READ_MAX)}`)
  const marks = [inboxMark(email.inbox_id), email.has_attachment ? FILE : NO_FILE]
  return [...new Set([...marks, ...people, ...text_words])].slice(0, WORDS_MAX).join(' ')
}

const bareOf = (shown: string): string => (shown.endsWith('>') ? shown.slice(shown.lastIndexOf('<') + 1, -1) : shown)

/** The words of a query, each once. */
const askedFor = (text: string): string[] => [...new Set(searchWords(text))]

interface AskedEmails {
  query?: string | undefined
  has_attachment?: boolean | undefined
  people: Partial<Record<AddressField, readonly string[] | undefined>>
}

/**
 * The words that emails of an inbox must have; `undefined`: no criterion is about emails. A query without any word finds nothing.
 * `isAsked`: there is another criterion about emails, such as a time.
 */
export function askedWords(
  inbox_id: string,
  { query, has_attachment, people }: AskedEmails,
  isAsked = false,
): AskedWords | undefined {
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
