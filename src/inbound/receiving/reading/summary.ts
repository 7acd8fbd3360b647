// The part of an email's bodies that lists show, and the words that a search finds it by.
import { quickText } from '../../../base/text/plain-text.ts'
import { distinctWords } from '../../../base/text/search-words.ts'
import type { Bodies } from './bodies.ts'

export interface Summary {
  snippet: string | null
  /** The distinct words of the bodies, separated by spaces. */
  words: string
}

const SNIPPET_MAX = 200
/** Maximum characters of the text from which a snippet is created. */
const SNIPPET_OF_MAX = 5_000
/** Maximum characters of each body that are indexed: many, because HTML often starts with long styles. */
const INDEXED_MAX = 100_000

/** This takes 20 ms for hostile bodies, so it must run in the thread that parses the email. */
export function bodySummary(bodies: Bodies): Summary {
  const { text, html } = bodies
  // both bodies, so that a search finds words that only one of them contains
  const indexed = [(text ?? '').slice(0, INDEXED_MAX), html === null ? '' : quickText(html.slice(0, INDEXED_MAX))]
  return { snippet: snippetOf(bodies), words: distinctWords(indexed.join('\n')) }
}

function snippetOf({ text, html }: Bodies): string | null {
  const words = text?.trim() ? text.slice(0, SNIPPET_OF_MAX) : quickText((html ?? '').slice(0, SNIPPET_OF_MAX * 4))
  const line = words.replaceAll(/\s+/g, ' ').trim()
  return line === '' ? null : line.slice(0, SNIPPET_MAX).toWellFormed()
}
