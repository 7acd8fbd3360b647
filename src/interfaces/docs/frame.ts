// The frame of a documentation page: title, menu, stylesheet.
import { frame } from '../../base/html/frame.ts'
import { type Html, html } from '../../base/html/html.ts'

export const SEARCH_PATH = '/docs/search'

export interface DocsPage {
  title: string
  /** Navigation next to the text. */
  beside: Html
  body: Html
  /** The text in the search field. */
  query?: string
}

/** `stylesheet`: its path. */
export function documentOf({ title, beside, body, query = '' }: DocsPage, stylesheet: string): string {
  return frame({
    title,
    stylesheet,
    brand: { path: '/docs', title: 'Lettermill API' },
    menu: html`<nav aria-label="Main">
        <a href="/mailbox">Dashboard</a> <a href="/docs">Reference</a> <a href="/docs/guides/">Guides</a>
        <a href="/openapi.json">openapi.json</a>
      </nav>
      <form class="search" role="search" action="${SEARCH_PATH}">
        <input type="search" name="q" value="${query}" maxlength="100" aria-label="Search the documentation" />
        <button>Search</button>
      </form>`,
    body: html`<div class="page">
      ${beside}
      <main id="content">${body}</main>
    </div>`,
  }).toString()
}
