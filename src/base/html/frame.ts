// The document around every page: what the browser has to know, the way past the head, and the head with the brand in it.
import { ICON_PATH } from './assets.ts'
import { type Content, type Html, html } from './html.ts'

interface Frame {
  title: string
  /** The address of the stylesheet. */
  stylesheet: string
  brand: { path: string; title: string }
  /** In the head, behind the brand. */
  menu: Content
  /** With an element of the id `content`. */
  body: Content
  /** What search engines are told. */
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
            ><img src="${ICON_PATH}" alt="" width="28" height="28" />${brand.title}</a
          >
          ${menu}
        </header>
        ${body}
      </body>
    </html> `
}
