// Which redirect URIs a client may register. They are compared as raw text later and put into a `location` header, so this
// server, a browser and the person who sees the host on the consent page must all read the same.

const LIMIT_CHARACTERS = 2048

/** The characters of RFC 3986 2, with each `%` followed by two hexadecimal digits. No space, backslash, quote or control. */
const URI = /^(?:[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=]|%[0-9A-Fa-f]{2})+$/

/** Scheme, and the rest behind the colon. RFC 3986 3.1 */
const PARTS = /^([A-Za-z][A-Za-z0-9+.-]*):(.+)$/

/** Host and port, between `//` and the first `/` or `?`. */
const AUTHORITY = /^\/\/((?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\]))(?::([1-9]\d{0,4}))?(?:[/?]|$)/

/**
 * Schemes that run what they carry, read the person's files, speak a protocol without redirects, or belong to another program of
 * nearly every machine, which would receive the client's code.
 */
const FORBIDDEN = new Set(
  [
    'about blob cid data file filesystem jar javascript jscript livescript mhtml mid mocha res resource vbscript',
    'view-source wyciwyg ws wss ftp ftps sftp ssh smb nfs ldap ldaps news nntp telnet git dict gopher rtsp urn',
    'mailto tel sms smsto mms mmsto callto facetime facetime-audio sip sips xmpp geo maps market itms itms-apps intent',
    'android-app app-settings shortcuts prefs search search-ms shell hcp',
    'chrome chrome-extension chrome-search devtools edge brave opera vivaldi moz-extension safari-web-extension',
  ]
    .join(' ')
    .split(' '),
)

/** Families of such schemes: `ms-settings`, `ms-msdt`, `ms-word`, `x-apple.systempreferences`, `web+mailto`. */
const FORBIDDEN_FAMILY = /^(?:ms-|x-apple|com\.apple\.|web\+)/

/** A private-use scheme: a domain of the client's owner in reverse, which no other program uses. RFC 8252 7.1 */
const DOTTED = /^[a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+$/

/** A client that describes itself may only use schemes that cannot belong to another program. */
export type RegisteredBy = 'itself' | 'its document' | 'an administrator'

const LOOPBACK_HOSTS = new Set(['127.0.0.1', 'localhost', '[::1]'])

/** Parameters that this server appends. A client that received one of them twice could read the wrong one. RFC 6749 3.1 */
const OURS = new Set(['code', 'state', 'iss', 'error', 'error_description', 'error_uri'])

/** Why a client may not register the URI; `undefined` when it may. */
export function redirectUriFault(uri: unknown, by: RegisteredBy): string | undefined {
  if (typeof uri !== 'string' || uri === '') return 'Each of the redirect_uris must be a text.'
  if (uri.length > LIMIT_CHARACTERS)
    return `Each of the redirect_uris may have ${LIMIT_CHARACTERS} characters at the most.`
  if (!URI.test(uri)) {
    return 'One of the redirect_uris has a character that must be percent-encoded, or a percent sign without two digits.'
  }
  // RFC 6749 3.1.2. Checked as text, because a URL parser drops an empty fragment
  if (uri.includes('#')) return 'None of the redirect_uris may have a fragment (#).'
  const [, scheme, rest] = PARTS.exec(uri) ?? []
  if (scheme === undefined || rest === undefined)
    return 'Each of the redirect_uris must be absolute, such as https://app.example/callback.' // RFC 6749 3.1.2
  if (ownQuery(uri).some(name => OURS.has(name)))
    return `None of the redirect_uris may have a parameter that this server adds: ${[...OURS].join(', ')}.`
  const fault = schemeFault(scheme.toLowerCase(), rest, by)
  if (fault !== undefined) return fault
  // `app://[` has only allowed characters, but cannot be parsed, opened or shown
  return URL.canParse(uri) ? undefined : 'Each of the redirect_uris must be one that a browser can read.'
}

const ALLOWED =
  'is not taken here. Take https, http with 127.0.0.1, localhost or [::1], or a scheme with a dot such as com.example.app.'

function schemeFault(scheme: string, rest: string, by: RegisteredBy): string | undefined {
  if (scheme === 'http' || scheme === 'https') return webFault(scheme, rest)
  if (FORBIDDEN.has(scheme) || FORBIDDEN_FAMILY.test(scheme))
    return `One of the redirect_uris has a scheme that ${ALLOWED}`
  if (by !== 'an administrator' && !DOTTED.test(scheme)) {
    return `One of the redirect_uris has a private scheme without a dot, which only an administrator can register: it ${ALLOWED}`
  }
  // RFC 8252 7.1: a private-use scheme. A user name would only disguise the host
  return /^\/\/[^/?]*@/.test(rest) ? 'None of the redirect_uris may have a user name (@).' : undefined
}

function webFault(scheme: 'http' | 'https', rest: string): string | undefined {
  const [, host, port = '1'] = AUTHORITY.exec(rest) ?? []
  // this also refuses a user name: `https://good.example@evil.example` leads to evil.example
  if (host === undefined || Number(port) > 65_535)
    return 'Each of the redirect_uris must have a plain host, and a port from 1 to 65535 or none.'
  if (scheme === 'http' && !LOOPBACK_HOSTS.has(host)) {
    return 'Each of the redirect_uris with http must have the host 127.0.0.1, localhost or [::1].' // RFC 8252 7.3, RFC 9700 2.6
  }
  // `https://0x7f.1` leads to 127.0.0.1: the host must be written as a browser normalizes it
  return browserHost(host) === host.toLowerCase()
    ? undefined
    : 'Each of the redirect_uris must have its host as a browser writes it: lower-case punycode or a usual address.'
}

/** Whether the URI leads to the person's own machine, where any program can listen. */
export function isLoopbackUri(uri: string): boolean {
  return LOOPBACK_HOSTS.has(new URL(uri).hostname)
}

/** The host as a browser normalizes it. */
export function browserHost(host: string): string | undefined {
  return URL.parse(`https://${host}/`)?.hostname
}

/** The names in the URI's own query, decoded, because a client reads `%63ode` as `code`. */
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
