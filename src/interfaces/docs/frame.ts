// The frame of a documentation page: title, menu, stylesheet.
import { frame } from '../../base/html/frame.ts'
import { type Html, html } from '../../base/html/html.ts'

export interface DocsPage {
  title: string
  /** Navigation next to the text. */
  beside: Html
  body: Html
}

/** `stylesheet`: its path. */
export function documentOf({ title, beside, body }: DocsPage, stylesheet: string): string {
  return frame({
    title,
    stylesheet,
    brand: { path: '/docs', title: 'Lettermill API' },
    menu: html`<nav aria-label="Main">
      <a href="/mailbox">Dashboard</a> <a href="/docs">Reference</a> <a href="/docs/guides/">Guides</a>
      <a href="/openapi.json">openapi.json</a>
    </nav>`,
    body: html`<div class="page">
      ${beside}
      <main id="content">${body}</main>
    </div>`,
  }).toString()
}
