// The flash: what a form did, shown once on the page that the browser goes on to.
import { type Html, html } from '../../../base/html/html.ts'

/** Says what the form before did; the texts are ours, the address only names one. */
export function doneBox(query: URLSearchParams, texts: Record<string, string>): Html | undefined {
  const done = query.get('done') ?? ''
  return Object.hasOwn(texts, done) ? html`<p class="note done" role="status">${texts[done]}</p>` : undefined
}
