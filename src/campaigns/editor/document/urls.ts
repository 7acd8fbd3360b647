// Where links and pictures of a document may lead: to nothing that runs as a script in a browser.
import { placesOf } from '../../../base/text/placeholders.ts'

const SCHEMES = {
  link: ['http', 'https', 'mailto', 'tel', 'sms'],
  image: ['http', 'https', 'cid'],
}

// browsers pass over these within a scheme (WHATWG URL 4.4)
// oxlint-disable-next-line no-control-regex
const PASSED_OVER = /[\u0000-\u0020\u007f-\u00a0]/g
const SCHEME = /^([a-z][a-z0-9+.-]*):/i
const PICTURE = /^data:image\/(?:png|jpeg|gif|webp);base64,/i

/** What has no scheme leads to the web, too, or is a placeholder; what such a one may be filled in with counts as well. */
export function isUrlAllowed(url: string, of: keyof typeof SCHEMES): boolean {
  const plain = withFallbacks(url).replaceAll(PASSED_OVER, '')
  const scheme = SCHEME.exec(plain)?.[1]
  if (scheme === undefined) return true
  return SCHEMES[of].includes(scheme.toLowerCase()) || (of === 'image' && PICTURE.test(plain))
}

function withFallbacks(url: string): string {
  let [filled, plain] = ['', 0]
  for (const { start, end, placeholder } of placesOf(url)) {
    filled += url.slice(plain, start) + (placeholder.fallback ?? '')
    plain = end
  }
  return filled + url.slice(plain)
}
