// The document around every page: metadata, a skip link, and the header with the brand.
import { ICON_PATH } from './assets.ts'
import { type Content, type Html, html } from './html.ts'

interface Frame {
  title: string
  /** The URL of the stylesheet. */
  stylesheet: string
  brand: { path: string; title: string }
  /** In the header, after the brand. */
  menu: Content
  /** Contains an element with the id `content`. */
  body: Content
  /** The rules for search engines. */
  robots?: string
}

export function frame({ title, stylesheet, brand, menu, body, robots }: Frame): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        ${robots !== undefined && html`<meta name="robots" content="${robots}" />`}
        <title>${title} · Lettermill</title>
        <link rel="icon" type="image/svg+xml" href="${ICON_PATH}" />
        <link rel="stylesheet" href="${stylesheet}" />
      </head>
      <body>
        <a class="skip" href="#content">Skip to content</a>
        <header class="top">
          <a class="brand" href="${brand.path}"
            ><img src="${ICON_PATH}" alt="" width="28" height="28" /><span>${brand.title}</span></a
          >
          ${menu}
        </header>
        ${body}
      </body>
    </html> `
}
