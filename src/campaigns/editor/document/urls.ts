// The URLs that links and images of a document may have: none that a browser would run as a script (`javascript:` and similar).
import { findPlaceholders } from '../../../base/text/placeholders.ts'

const SCHEMES = {
  link: ['http', 'https', 'mailto', 'tel', 'sms'],
  image: ['http', 'https', 'cid'],
}

// browsers ignore some of these characters around and within a scheme (WHATWG URL 4.4), so `java\nscript:` is a scheme,
// too
// oxlint-disable-next-line no-control-regex
const PASSED_OVER = /[\u0000-\u0020\u007f-\u00a0]/g
const SCHEME = /^([a-z][a-z0-9+.-]*):/i
const PICTURE = /^data:image\/(?:png|jpeg|gif|webp);base64,/i

/** A URL without a scheme is relative or a placeholder, and allowed. Fallbacks of placeholders are checked as part of the URL. */
export function isUrlAllowed(url: string, of: keyof typeof SCHEMES): boolean {
  const plain = withFallbacks(url).replaceAll(PASSED_OVER, '')
  const scheme = SCHEME.exec(plain)?.[1]
  if (scheme === undefined) return true
  return SCHEMES[of].includes(scheme.toLowerCase()) || (of === 'image' && PICTURE.test(plain))
}

function withFallbacks(url: string): string {
  let [filled, plain] = ['', 0]
  for (const { start, end, placeholder } of findPlaceholders(url)) {
    filled += url.slice(plain, start) + (placeholder.fallback ?? '')
    plain = end
  }
  return filled + url.slice(plain)
}
