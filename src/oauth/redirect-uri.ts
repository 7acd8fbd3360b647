// Which redirect URIs a client may register. What is registered here is later compared as raw text and put into a
// `location` header, so it must read the same to us, to a browser and to the person who sees its host on the consent page.

const LIMIT_CHARACTERS = 2048

/** The characters of RFC 3986 2, with each `%` followed by two hexadecimal digits. No space, backslash, quote or control. */
const URI = /^(?:[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=]|%[0-9A-Fa-f]{2})+$/

/** Scheme, and what follows it. RFC 3986 3.1 */
const PARTS = /^([A-Za-z][A-Za-z0-9+.-]*):(.+)$/

/** Host and port, between `//` and the first `/` or `?`. */
const AUTHORITY = /^\/\/((?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\]))(?::([1-9]\d{0,4}))?(?:[/?]|$)/

/** Schemes that run what they carry, read the person's files, or speak another protocol than a redirect can. */
const FORBIDDEN = new Set('about blob data file filesystem ftp javascript vbscript view-source ws wss'.split(' '))

const LOOPBACK_HOSTS = new Set(['127.0.0.1', 'localhost', '[::1]'])

/** What this server appends; a client that got one of them twice could be made to read the wrong one. RFC 6749 3.1 */
const OURS = new Set(['code', 'state', 'iss', 'error', 'error_description', 'error_uri'])

/** What is wrong with the URI, or `undefined` when a client may register it. */
export function redirectUriFault(uri: unknown): string | undefined {
  if (typeof uri !== 'string' || uri === '') return 'A redirect URI must be a text.'
  if (uri.length > LIMIT_CHARACTERS) return `A redirect URI may have ${LIMIT_CHARACTERS} characters at the most.`
  if (!URI.test(uri)) return 'A redirect URI has a character that must be percent-encoded.'
  // RFC 6749 3.1.2. An empty one counts too, and a URL parser does not show it
  if (uri.includes('#')) return 'A redirect URI must not have a fragment.'
  const [, scheme, rest] = PARTS.exec(uri) ?? []
  if (scheme === undefined || rest === undefined) return 'A redirect URI must be absolute.' // RFC 6749 3.1.2
  if (ownQuery(uri).some(name => OURS.has(name)))
    return 'A redirect URI must not have a parameter that this server adds.'
  const fault = schemeFault(scheme.toLowerCase(), rest)
  if (fault !== undefined) return fault
  // `app://[` is made of the right characters, and nobody could open it or show where it leads
  return URL.canParse(uri) ? undefined : 'A redirect URI must be one that a browser can read.'
}

function schemeFault(scheme: string, rest: string): string | undefined {
  if (FORBIDDEN.has(scheme)) return 'A redirect URI must not have this scheme.'
  if (scheme === 'http' || scheme === 'https') return webFault(scheme, rest)
  // RFC 8252 7.1: an app's own scheme. A user name would only serve to disguise a host
  return /^\/\/[^/?]*@/.test(rest) ? 'A redirect URI must not have a user name.' : undefined
}

function webFault(scheme: 'http' | 'https', rest: string): string | undefined {
  const [, host, port = '1'] = AUTHORITY.exec(rest) ?? []
  // a user name is caught here as well: `https://good.example@evil.example` leads to evil.example
  if (host === undefined || Number(port) > 65_535)
    return 'A redirect URI must have a plain host, and a port from 1 to 65535 or none.'
  if (scheme === 'http' && !LOOPBACK_HOSTS.has(host)) {
    return 'A redirect URI with http must have the host 127.0.0.1, localhost or [::1].' // RFC 8252 7.3, RFC 9700 2.6
  }
  // `https://0x7f.1` leads to 127.0.0.1: the host must be written as a browser understands it
  return browserHost(host) === host.toLowerCase() ? undefined : 'A redirect URI must have its host in the usual form.'
}

function browserHost(host: string): string | undefined {
  return URL.parse(`https://${host}/`)?.hostname
}

/** The names in the URI's own query, decoded, for `%63ode` is `code` to the client. */
function ownQuery(uri: string): string[] {
  const start = uri.indexOf('?')
  return start < 0 ? [] : [...new URLSearchParams(uri.slice(start + 1)).keys()]
}

/** Whether it is an `http` or `https` URL that can be shown as a link or a picture: no script, no user name. */
export function isWebUrl(url: unknown): url is string {
  if (typeof url !== 'string' || url.length > LIMIT_CHARACTERS || !URI.test(url)) return false
  const [, scheme = '', rest = ''] = PARTS.exec(url) ?? []
  const host = AUTHORITY.exec(rest)?.[1]
  return /^https?$/i.test(scheme) && host !== undefined && browserHost(host) === host.toLowerCase()
}
