// Searches the guides by section and the operations of the contract. The index is built at the first search.
import { type Html, html } from '../../base/html/html.ts'
import { once } from '../../base/runtime/lazy.ts'
import { readDocument } from '../contract/document.ts'
import { type Json, groupsOf } from './document.ts'
import type { DocsPage } from './frame.ts'
import { guideSource, listGuides } from './guides.ts'
import { anchorOf, sectionsIn } from './markdown.ts'

/** A longer query is cut. */
export const QUERY_LENGTH_MAX = 100
const WORDS_MAX = 8
const RESULTS_MAX = 30
const EXCERPT_LENGTH = 160

interface Entry {
  title: string
  /** Its guide, or the method and path of an operation. */
  context: string
  href: string
  text: string
  /** Lower-case copies that are searched. */
  searched: { title: string; text: string }
}

export interface SearchResult {
  title: string
  context: string
  href: string
  excerpt: string
}

const entries = once((): Entry[] => [...operationEntries(), ...guideEntries()])

function operationEntries(): Entry[] {
  const operations = groupsOf(readDocument() as Json).flatMap(group => group.operations)
  return operations.map(({ method, path, operation }) =>
    entryOf(
      operation.summary,
      `${method.toUpperCase()} ${path}`,
      `/docs#${operation.operationId}`,
      operation.description ?? '',
    ),
  )
}

function guideEntries(): Entry[] {
  const guides = listGuides().flatMap(group => group.guides)
  return guides.flatMap(guide => {
    const seen = new Map<string, number>()
    return sectionsIn(guideSource(guide.file)).map((part, index) => {
      const [heading = '', ...lines] = part.split('\n')
      const title = plain(heading.replace(/^#+ /, ''))
      const id = anchorOf(heading.replace(/^#+ /, ''))
      const count = seen.get(id) ?? 0
      seen.set(id, count + 1)
      const anchor = index === 0 ? '' : `#${id}${count === 0 ? '' : `-${count}`}`
      return entryOf(title, guide.title, guide.path + anchor, plain(lines.join('\n')))
    })
  })
}

function entryOf(title: string, context: string, href: string, text: string): Entry {
  return {
    title,
    context,
    href,
    text,
    searched: { title: `${title} ${context}`.toLowerCase(), text: text.toLowerCase() },
  }
}

/** Markdown without most of its markup. */
function plain(markdown: string): string {
  return markdown
    .replaceAll(/^<!--.*-->$/gm, ' ')
    .replaceAll(/!?\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replaceAll(/[`*|]|^[#>-]+ |^[-:| ]+$/gm, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** The sections and operations that contain all words of the query, the best first. */
export function searchDocs(query: string): SearchResult[] {
  const words = [...new Set(query.slice(0, QUERY_LENGTH_MAX).toLowerCase().split(/\s+/).filter(Boolean))].slice(
    0,
    WORDS_MAX,
  )
  if (words.length === 0) return []
  return entries()
    .map(entry => ({ entry, score: scoreOf(entry, words) }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, RESULTS_MAX)
    .map(({ entry: { title, context, href, text, searched } }) => ({
      title,
      context,
      href,
      excerpt: excerptOf(text, searched.text, words[0]!),
    }))
}

/** 0 if a word is missing. A word in the title counts ten times, and more at its beginning. */
function scoreOf({ searched: { title, text } }: Entry, words: readonly string[]): number {
  let score = 0
  for (const word of words) {
    const in_title = title.startsWith(word) ? 15 : title.includes(word) ? 10 : 0
    const in_text = text.includes(word) ? 1 : 0
    if (in_title + in_text === 0) return 0
    score += in_title + in_text
  }
  return score
}

/** The text around the first occurrence of a word. */
function excerptOf(text: string, lower: string, word: string): string {
  const at = Math.max(0, lower.indexOf(word) - EXCERPT_LENGTH / 4)
  const start = at === 0 ? 0 : text.indexOf(' ', at) + 1
  const excerpt = text.slice(start, start + EXCERPT_LENGTH)
  return `${start > 0 ? '… ' : ''}${excerpt}${start + EXCERPT_LENGTH < text.length ? '…' : ''}`
}

export function searchPage(query: string): DocsPage {
  const results = searchDocs(query)
  const shown = query.slice(0, QUERY_LENGTH_MAX)
  return {
    title: 'Search',
    query: shown,
    beside: html`<nav class="contents" aria-label="Documentation">
      <p><a href="/docs/guides">All guides</a></p>
      <p><a href="/docs">All operations</a></p>
    </nav>`,
    body: html`<h1>Search</h1>
      ${summaryOf(shown, results.length)} ${results.length > 0 && resultList(results)}`,
  }
}

function summaryOf(query: string, count: number): Html {
  if (query.trim() === '') return html`<p>Enter words to search the guides and operations.</p>`
  if (count === 0) return html`<p>No results for “${query}”. Check the spelling or use fewer words.</p>`
  return html`<p>
    ${count === RESULTS_MAX && 'The first '}${count} ${count === 1 ? 'result' : 'results'} for “${query}”
  </p>`
}

function resultList(results: readonly SearchResult[]): Html {
  return html`<ul class="results">
    ${results.map(
      ({ title, context, href, excerpt }) =>
        html`<li>
          <a href="${href}">${title}</a> <span class="soft">${context}</span>
          <p>${excerpt}</p>
        </li>`,
    )}
  </ul>`
}
