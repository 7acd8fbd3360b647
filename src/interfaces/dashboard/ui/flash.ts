// The flash message: the result of a form, shown on the page that it redirects to.
import { type Html, html } from '../../../base/html/html.ts'

/** The text about the form that redirected here. The URL only selects one of our own texts. */
export function doneBox(query: URLSearchParams, texts: Record<string, string>): Html | undefined {
  const done = query.get('done') ?? ''
  return Object.hasOwn(texts, done) ? html`<p class="note done" role="status">${texts[done]}</p>` : undefined
}
