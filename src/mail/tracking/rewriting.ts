// HTML whose links lead over this server, and with a picture that tells when it is shown. Nothing else of it changes: what
// was written stays character by character.
import type { HtmlLinks } from '../../base/text/html-links.ts'

/** HTML that is longer is left as it is. */
export const TRACKED_LENGTH_MAX = 2_000_000
/** More links of one email are left as they are. */
export const TRACKED_LINKS_MAX = 2000
/** So much longer HTML may become; links that come then are left as they are. */
const GROWTH_MAX = 1_000_000

interface Leading {
  /** Where a link is to lead instead; `undefined`: it stays as it is. Asked once for each address. */
  linkTo: (url: string) => string | undefined
  /** The address of the picture, if there is to be one. */
  picture: string | undefined
}

export function trackedHtml(html: string, { links, body_end }: HtmlLinks, { linkTo, picture }: Leading): string {
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
  // a link behind the end of what is shown is invisible, but it may be there
  const shown_until = Math.max(body_end, at)
  pieces.push(html.slice(at, shown_until), pictureOf(picture), html.slice(shown_until))
  return pieces.join('')
}

/** It takes no room, and a screen reader says nothing of it. */
function pictureOf(address: string): string {
  return `<img src="${address}" alt="" width="1" height="1" style="border:0;height:1px;width:1px" />`
}
