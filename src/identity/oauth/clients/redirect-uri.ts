// Which redirect URIs a client may register. They are later compared as raw text and put into a `location` header, so this
// server, a browser and the person who sees the host on the consent page must interpret them identically.

const LIMIT_CHARACTERS = 2048

/** The characters of RFC 3986 2, with each `%` followed by two hexadecimal digits. No space, backslash, quote or control. */
const URI = /^(?:[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=]|%[0-9A-Fa-f]{2})+$/

/** Scheme, and the rest after the colon. RFC 3986 3.1 */
const PARTS = /^([A-Za-z][A-Za-z0-9+.-]*):(.+)$/

/** Host and port, between `//` and the first `/` or `?`. */
const AUTHORITY = /^\/\/((?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\]))(?::([1-9]\d{0,4}))?(?:[/?]|$)/

/**
 * Schemes that execute their content, read local files, have no redirects, or open another program or website, which would receive
 * the client's code. Websites can register themselves for the schemes in the fourth line. `localhost` is a forgotten `http://`.
 */
const FORBIDDEN = new Set(
  [
    'about blob cid content data file filesystem jar javascript jscript livescript localhost mhtml mid mocha res resource',
    'vbscript view-source wyciwyg ws wss ftp ftps sftp ssh smb cifs afp nfs dav davs ldap ldaps news nntp telnet rlogin tn3270',
    'git dict gopher rtsp rtmp vnc rdp urn ipp ipps feed',
    'bitcoin cabal dat did doi dweb ethereum geo hyper im ipfs ipns irc ircs magnet matrix openpgp4fpr ssb wtai webcal xmpp',
    'mailto tel sms smsto mms mmsto callto facetime facetime-audio sip sips maps market itms itms-apps itmss intent',
    'app-settings applescript help shortcuts prefs search search-ms shell hcp x-help-action x-man-page',
    'devtools edge brave opera vivaldi firefox chromium microsoft-edge mk its ms-its svn jnlp jnlps',
  ]
    .join(' ')
    .split(' '),
)

/** Families of such schemes: `ms-settings`, `x-apple.systempreferences`, `web+mailto`, `chrome-extension`, `android-app`. */
const FORBIDDEN_FAMILY =
  /^(?:ms-|x-apple|x-safari-|x-javascript|javascript|com\.apple\.|web\+|ext\+|chrome(?:-|$)|googlechrome|opera-|itms-|windows|moz-|safari-|android-)/

/**
 * A private-use scheme. RFC 8252 7.1 requires a reversed domain, but agents such as Cursor and VS Code have schemes without a
 * dot. A single letter would be a Windows drive.
 */
const PRIVATE_USE = /^(?=..)[a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)*$/

const LOOPBACK_HOSTS = new Set(['127.0.0.1', 'localhost', '[::1]'])

/** Parameters that this server appends. A client that received one of them twice could read the wrong one. RFC 6749 3.1 */
const OURS = new Set(['code', 'state', 'iss', 'error', 'error_description', 'error_uri'])

/** Why a client may not register the URI; `undefined` if it may. */
export function redirectUriFault(uri: unknown): string | undefined {
  if (typeof uri !== 'string' || uri === '') return 'Each of the redirect_uris must be a text.'
  if (uri.length > LIMIT_CHARACTERS)
    return `Each of the redirect_uris must have at most ${LIMIT_CHARACTERS} characters.`
  if (!URI.test(uri)) {
    return 'One of the redirect_uris has a character that must be percent-encoded, or a percent sign without two digits.'
  }
  // RFC 6749 3.1.2. Checked as text, because a URL parser drops an empty fragment
  if (uri.includes('#')) return 'None of the redirect_uris may have a fragment (#).'
  const [, scheme, rest] = PARTS.exec(uri) ?? []
  if (scheme === undefined || rest === undefined)
    return 'Each of the redirect_uris must be absolute, such as https://app.example/callback.' // RFC 6749 3.1.2
  if (ownQuery(uri).some(name => OURS.has(name)))
    return `None of the redirect_uris may have a parameter that is reserved for this server: ${[...OURS].join(', ')}.`
  const fault = schemeFault(scheme.toLowerCase(), rest)
  if (fault !== undefined) return fault
  // `app://[` has only allowed characters, but cannot be parsed, opened or shown
  return URL.canParse(uri) ? undefined : 'Each of the redirect_uris must be a valid URL.'
}

function schemeFault(scheme: string, rest: string): string | undefined {
  if (scheme === 'http' || scheme === 'https') return webFault(scheme, rest)
  if (FORBIDDEN.has(scheme) || FORBIDDEN_FAMILY.test(scheme) || !PRIVATE_USE.test(scheme)) {
    return 'One of the redirect_uris has a scheme that is not allowed. Use https, http with 127.0.0.1, localhost or [::1], or a private-use scheme of your app, such as com.example.app.'
  }
  // a user name would only disguise the host
  return /^\/\/[^/?]*@/.test(rest) ? 'None of the redirect_uris may have a user name (@).' : undefined
}

function webFault(scheme: 'http' | 'https', rest: string): string | undefined {
  const [, host, port = '1'] = AUTHORITY.exec(rest) ?? []
  // this also refuses a user name: `https://good.example@evil.example` leads to evil.example
  if (host === undefined || Number(port) > 65_535)
    return 'Each of the redirect_uris must have a host and an optional port from 1 to 65535.'
  if (scheme === 'http' && !LOOPBACK_HOSTS.has(host)) {
    return 'Each of the redirect_uris with http must have the host 127.0.0.1, localhost or [::1].' // RFC 8252 7.3, RFC 9700 2.6
  }
  // `https://0x7f.1` leads to 127.0.0.1: the host must be written in the form that a browser normalizes it to
  return browserHost(host) === host.toLowerCase()
    ? undefined
    : 'Each of the redirect_uris must have a normalized host: lowercase punycode or a usual IP address.'
}

/** Whether the URI opens an app on the person's device with a private-use scheme (RFC 8252 7.1). */
export function isAppUri(uri: string): boolean {
  return !/^https?:/i.test(uri)
}

/** Whether the URI leads to the person's own machine, where any program can listen. */
export function isLoopbackUri(uri: string): boolean {
  return LOOPBACK_HOSTS.has(new URL(uri).hostname)
}

/** The host as a browser normalizes it. */
export function browserHost(host: string): string | undefined {
  return URL.parse(`https://${host}/`)?.hostname
}

/** The names in the URI's own query, decoded, because a client decodes `%63ode` as `code`. */
function ownQuery(uri: string): string[] {
  const start = uri.indexOf('?')
  return start < 0 ? [] : [...new URLSearchParams(uri.slice(start + 1)).keys()]
}

/** Whether the value is an `http` or `https` URL that is safe in a link or image: no script, no user name. */
export function isWebUrl(url: unknown): url is string {
  if (typeof url !== 'string' || url.length > LIMIT_CHARACTERS || !URI.test(url)) return false
  const [, scheme = '', rest = ''] = PARTS.exec(url) ?? []
  const host = AUTHORITY.exec(rest)?.[1]
  return /^https?$/i.test(scheme) && host !== undefined && browserHost(host) === host.toLowerCase()
}
