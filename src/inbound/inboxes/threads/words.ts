// The words that an email is found by. Those of its subject, its text and its addresses stand as they are; what a filter
// asks for has an underscore before it, which no word has in it.
import type { AskedWords } from '../../../base/store/words.ts'

/** Of a text, so many characters are read, and so many words are kept, which takes a few milliseconds. */
const TEXT_READ_MAX = 100_000
const WORDS_MAX = 5_000
const WORD_MAX = 40
/** Letters of these scripts are words by themselves, as no spaces are between words; and so are pictures. */
const ALONE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Extended_Pictographic}]/gu
const BETWEEN = /[^\p{L}\p{N}\p{Extended_Pictographic}]+/u

/** The words of a text, in the order in which they stand: in lower case and without accents. */
export function searchWords(text: string): string[] {
  const plain = text
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .normalize('NFC')
    .toLowerCase()
    // whose capital is SS
    .replaceAll('ß', 'ss')
  return plain
    .replaceAll(ALONE, ' $& ')
    .split(BETWEEN)
    .filter(word => word !== '')
    .map(word => [...word].slice(0, WORD_MAX).join(''))
}

export interface IndexedEmail {
  inbox_id: string
  subject: string | null
  /** As they are shown, with names. */
  from: string
  to: readonly string[]
  cc: readonly string[]
  bcc: readonly string[]
  /** The beginning of what it says, as plain text. */
  text: string
  has_attachment: boolean
}

const FIELDS = { from: 'f', to: 't', cc: 'c', bcc: 'b' } as const
export type AddressField = keyof typeof FIELDS
const FILE = '_a'
const NO_FILE = '_n'

/** All of it joined, so that an address is found as one. */
const whole = (text: string): string =>
  searchWords(text)
    .join('')
    .slice(0, 2 * WORD_MAX)
const inboxMark = (inbox_id: string): string => `_i${inbox_id.replaceAll('-', '')}`

/** A line of words, each once. */
export function indexedWords(email: IndexedEmail): string {
  const people = Object.entries(FIELDS).flatMap(([field, letter]) =>
    [email[field as AddressField]].flat().flatMap(shown => {
      const words = searchWords(shown)
      const marked = words.map(word => `_${letter}${word}`)
      return words.concat(`_${letter}_${whole(bareOf(shown))}`, marked)
    }),
  )
  const said = searchWords(`${email.subject ?? ''} ${email.text.slice(0, TEXT_READ_MAX)}`)
  const marks = [inboxMark(email.inbox_id), email.has_attachment ? FILE : NO_FILE]
  return [...new Set([...marks, ...people, ...said])].slice(0, WORDS_MAX).join(' ')
}

const bareOf = (shown: string): string => (shown.endsWith('>') ? shown.slice(shown.lastIndexOf('<') + 1, -1) : shown)

/** All words of what is looked for, which is short, each once. */
const askedFor = (text: string): string[] => [...new Set(searchWords(text))]

export interface AskedEmails {
  query?: string | undefined
  has_attachment?: boolean | undefined
  people: Partial<Record<AddressField, readonly string[] | undefined>>
}

/**
 * What emails of an inbox must have; `undefined`: nothing is asked of emails. A text without any word finds nothing.
 * `isAsked`: something else is asked of them.
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
  const said = query === undefined || query.trim() === '' ? undefined : askedFor(query)
  if (!isAsked && said === undefined && has_attachment === undefined && anyOf.length === 0) return undefined
  const nothing = ['_']
  return [
    [[inboxMark(inbox_id)]],
    ...(has_attachment === undefined ? [] : [[[has_attachment ? FILE : NO_FILE]]]),
    ...anyOf.map(some => (some.length === 0 ? [nothing] : some)),
    ...(said === undefined ? [] : [[said.length === 0 ? nothing : said]]),
  ]
}
