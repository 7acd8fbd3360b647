// The ways between the pages about whom mail can go to.
import { type Html, html } from '../../../../base/html/html.ts'

const PAGES = {
  contacts: 'Contacts',
  segments: 'Segments',
  topics: 'Topics',
  'contact-properties': 'Properties',
}

export function audienceNav(current: keyof typeof PAGES): Html {
  return html`<nav class="views" aria-label="Contacts and how they are sorted">
    ${Object.entries(PAGES).map(
      ([path, title]) => html`<a href="/${path}" ${path === current && html`aria-current="page"`}>${title}</a> `,
    )}
  </nav>`
}
