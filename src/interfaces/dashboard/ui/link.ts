// Links to pages that not every role may open.
import { type Content, type Html, html } from '../../../base/html/html.ts'
import { currentReader } from './reader.ts'

/** The link to the page above this one. */
export const backLink = (path: string, title: Content): Html =>
  html`<p>
    <a class="back" href="${path}"><bdi>${title}</bdi></a>
  </p>`

/** A link, or only its text if the reader may not open the page. */
export function link(path: string, words: Content, className?: string): Html {
  if (!currentReader().mayOpen(path)) return html`${words}`
  return html`<a ${className !== undefined && html`class="${className}" `}href="${path}">${words}</a>`
}
