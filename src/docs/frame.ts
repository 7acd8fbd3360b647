// The frame around every page of the documentation: the way back, the parts, and what comes with each page.
import { ICON_PATH } from '../dashboard/assets.ts'
import { type Html, html } from '../html/html.ts'

export interface Page {
  title: string
  /** What stands beside the text. */
  beside: Html
  body: Html
}

/** `stylesheet`: its address. */
export function documentOf({ title, beside, body }: Page, stylesheet: string): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · Lettermill</title>
        <link rel="icon" type="image/svg+xml" href="${ICON_PATH}" />
        <link rel="stylesheet" href="${stylesheet}" />
      </head>
      <body>
        <a class="skip" href="#content">Skip to content</a>
        <header class="top">
          <a class="brand" href="/docs"><img src="${ICON_PATH}" alt="" width="28" height="28" />Lettermill API</a>
          <nav aria-label="Main">
            <a href="/mailbox">Dashboard</a> <a href="/docs">Reference</a> <a href="/docs/guides/">Guides</a>
            <a href="/openapi.json">openapi.json</a>
          </nav>
        </header>
        <div class="page">
          ${beside}
          <main id="content">${body}</main>
        </div>
      </body>
    </html> `.toString()
}
