// HTML as plain text.
import { compile } from 'html-to-text'

/** The text of an HTML body, for readers that show no HTML. */
export const plainText = compile({
  wordwrap: false,
  // a body that is larger or deeper is cut off, so that one mail cannot hold up all others
  limits: { maxInputLength: 100_000, maxDepth: 100, maxChildNodes: 10_000 },
  selectors: [
    { selector: 'img', format: 'skip' },
    { selector: 'a', options: { hideLinkHrefIfSameAsText: true } },
  ],
})
