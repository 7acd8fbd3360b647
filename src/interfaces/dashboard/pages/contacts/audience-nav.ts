// Links between the pages of contacts, segments, topics and properties.
import { type Html, html } from '../../../../base/html/html.ts'

const PAGES = {
  contacts: 'Contacts',
  segments: 'Segments',
  topics: 'Topics',
  'contact-properties': 'Properties',
}

export function audienceNav(current: keyof typeof PAGES): Html {
  return html`<nav class="views" aria-label="Audience">
    ${Object.entries(PAGES).map(
      ([path, title]) => html`<a href="/${path}" ${path === current && html`aria-current="page"`}>${title}</a> `,
    )}
  </nav>`
}
