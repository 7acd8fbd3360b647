// Where an email is looked for: on the list of emails, and where people start from.
import { type Html, html } from '../../../../base/html/html.ts'
import { TYPED_MAX } from './search.ts'

export function searchBox(words?: string): Html {
  return html`<form class="search" method="get" action="/emails" role="search" id="search">
    <input
      type="search"
      name="q"
      aria-label="Find an email by address, subject or ID"
      placeholder="Find an email by address, subject or ID"
      maxlength="${TYPED_MAX}"
      value="${words ?? ''}"
    />
    <button>Find</button>
    ${words !== undefined && html`<a href="/emails">All emails</a>`}
  </form>`
}
