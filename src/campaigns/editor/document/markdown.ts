// Converts Markdown to the HTML of an email. HTML in it is shown as text, and URLs that a browser would run as a script are
// omitted, as in documents. The email contains only elements that Markdown can express.
import type * as MarkedModule from 'marked'
import { lazy } from '../../../base/runtime/lazy.ts'
import { escapeHtml, findPlaceholders } from '../../../base/text/placeholders.ts'
import { refusal } from '../../../base/text/refusal.ts'
import { HTML_LENGTH_MAX } from './to-html.ts'
import { isUrlAllowed } from './urls.ts'

const marked = lazy<typeof MarkedModule>('marked')

/** Refuses (422 validation_error) Markdown that results in too much HTML. */
export function markdownToHtml(markdown: string): string {
  const html = new (marked().Marked)(RULES).parse(markdown, { async: false, gfm: true }).trim()
  if (html.length <= HTML_LENGTH_MAX) return html
  throw refusal('validation_error', `its HTML has more than ${HTML_LENGTH_MAX} characters, which is the maximum`)
}

/** A placeholder at the start of the text. It is not Markdown: `*` and `_` in its fallback are literal. */
function placeholderAtStart(source: string): string | undefined {
  const [first] = findPlaceholders(source.slice(0, PLACEHOLDER_LENGTH_MAX), 1)
  return first?.start === 0 ? source.slice(0, first.end) : undefined
}

const PLACEHOLDER_LENGTH_MAX = 2_000

const RULES: MarkedModule.MarkedExtension = {
  extensions: [
    {
      name: 'placeholder',
      level: 'inline',
      start: source => source.indexOf('{{{'),
      tokenizer(source) {
        const raw = placeholderAtStart(source)
        return raw === undefined ? undefined : { type: 'placeholder', raw }
      },
      renderer: ({ raw }) => escapeHtml(raw),
    },
  ],
  renderer: {
    html: ({ text }) => escapeHtml(text),
    // the default renderer encodes the brackets of placeholders in URLs
    link({ href, tokens }): string {
      const text = this.parser.parseInline(tokens)
      return isUrlAllowed(href, 'link') ? `<a href="${escapeHtml(href)}">${text}</a>` : text
    },
    image: ({ href, text }) =>
      isUrlAllowed(href, 'image') ? `<img src="${escapeHtml(href)}" alt="${escapeHtml(text)}">` : '',
    // mail programs show no checkboxes
    checkbox: ({ checked }) => (checked ? '☑ ' : '☐ '),
  },
}
