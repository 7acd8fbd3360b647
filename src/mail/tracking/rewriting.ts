// Rewrites HTML so that its links lead through this server, and adds a tracking pixel. Everything else stays the same,
// character by character.
import type { HtmlLinks } from '../../base/text/html-links.ts'

/** Longer HTML is not tracked. */
export const TRACKED_LENGTH_MAX = 2_000_000
/** Further links of an email are not tracked. */
export const TRACKED_LINKS_MAX = 2000
/** Maximum characters that HTML may grow by; further links are not tracked. */
const GROWTH_MAX = 1_000_000

interface LinkRewriting {
  /** The URL that replaces a link; `undefined`: the link is unchanged. Called once for each URL. */
  linkTo: (url: string) => string | undefined
  /** The URL of the tracking pixel; `undefined` if there is none. */
  picture: string | undefined
}

export function trackedHtml(html: string, { links, body_end }: HtmlLinks, { linkTo, picture }: LinkRewriting): string {
  const known = new Map<string, string | undefined>()
  const pieces: string[] = []
  let at = 0
  let growth = 0
  let count = 0
  for (const { start, end, url } of links) {
    if (count === TRACKED_LINKS_MAX || growth > GROWTH_MAX) break
    if (!known.has(url)) known.set(url, linkTo(url))
    const instead = known.get(url)
    if (instead === undefined) continue
    pieces.push(html.slice(at, start), instead)
    growth += instead.length - (end - start)
    count++
    at = end
  }
  if (picture === undefined) return [...pieces, html.slice(at)].join('')
  // a link may follow the end of the body, where it is invisible
  const shown_until = Math.max(body_end, at)
  pieces.push(html.slice(at, shown_until), pictureOf(picture), html.slice(shown_until))
  return pieces.join('')
}

/** The pixel takes no space, and screen readers skip it. */
function pictureOf(address: string): string {
  return `<img src="${address}" alt="" width="1" height="1" style="border:0;height:1px;width:1px" />`
}
