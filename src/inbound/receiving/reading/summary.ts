// What lists show of the bodies of a mail, and the words by which a search finds it.
import { simpleText } from '../../../base/text/plain-text.ts'
import { distinctWords } from '../../../base/text/search-words.ts'
import type { Bodies } from './bodies.ts'

export interface Summary {
  snippet: string | null
  /** The distinct words of the bodies, with spaces between them. */
  words: string
}

const SNIPPET_MAX = 200
/** Characters of the text from which a snippet is made. */
const SNIPPET_OF_MAX = 5_000
/** Characters of each body that are indexed: many, as HTML often begins with long styles. */
const INDEXED_MAX = 100_000

/** This takes 20 ms for hostile bodies, so it belongs in the thread that parses the mail. */
export function bodySummary(bodies: Bodies): Summary {
  const { text, html } = bodies
  // both bodies, as a search is to find words that only one of them has
  const indexed = [(text ?? '').slice(0, INDEXED_MAX), html === null ? '' : simpleText(html.slice(0, INDEXED_MAX))]
  return { snippet: snippetOf(bodies), words: distinctWords(indexed.join('\n')) }
}

function snippetOf({ text, html }: Bodies): string | null {
  const words = text?.trim() ? text.slice(0, SNIPPET_OF_MAX) : simpleText((html ?? '').slice(0, SNIPPET_OF_MAX * 4))
  const line = words.replaceAll(/\s+/g, ' ').trim()
  return line === '' ? null : line.slice(0, SNIPPET_MAX).toWellFormed()
}
