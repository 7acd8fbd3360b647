// HTML as plain text.
import { compile } from 'html-to-text'

/** A body that is larger or deeper is cut off there, so that one mail cannot hold up all others. */
const LENGTH_MAX = 100_000

const converted = compile({
  wordwrap: false,
  limits: { maxDepth: 100, maxChildNodes: 10_000 },
  selectors: [
    { selector: 'img', format: 'skip' },
    { selector: 'a', options: { hideLinkHrefIfSameAsText: true } },
  ],
})

/** The text of an HTML body, for readers that show no HTML. */
export function plainText(html: string): string {
  return converted(html.slice(0, LENGTH_MAX))
}
