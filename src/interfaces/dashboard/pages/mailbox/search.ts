// Searches email by recipient or subject. Each search reads a bounded part of the list, so that its duration does not depend on
// the size of the mailbox. The next search continues after it.

export interface Searched<Row> {
  found: Row[]
  /** The row to continue after, if more may follow. */
  behind: string | undefined
}

interface Searchable {
  id: string
  to: readonly string[]
  cc?: readonly string[]
  bcc?: readonly string[]
  subject: string
}

/** Maximum rows that one search reads. */
export const LOOKED_THROUGH = 500

/** No address and hardly any subject is longer. */
export const WORDS_MAX = 320

/** The search words as typed; `undefined` without a search. */
export function wordsOf(query: URLSearchParams): string | undefined {
  const words = (query.get('q') ?? '').trim().slice(0, WORDS_MAX)
  return words === '' ? undefined : words
}

/** The rows whose recipient or subject contains the words, at most `most`. */
export function searched<Row extends Searchable>(
  { rows, has_more }: { rows: readonly Row[]; has_more: boolean },
  words: string,
  most: number,
): Searched<Row> {
  const wanted = words.toLowerCase()
  const has = (text: string): boolean => text.toLowerCase().includes(wanted)
  const matching = rows.filter(({ subject, to, cc = [], bcc = [] }) => [subject, ...to, ...cc, ...bcc].some(has))
  const found = matching.slice(0, most)
  if (found.length < matching.length) return { found, behind: found.at(-1)!.id }
  return { found, behind: has_more ? rows.at(-1)?.id : undefined }
}
