// Hides secrets in URLs within a text: user and password, values of query parameters that are secret by their name or look
// random, and random segments of a path. The text can be HTML or a percent-encoded path, so it is also read decoded.
import { fullyDecoded } from './escapes.ts'

const HIDDEN = '(hidden)'

/** What precedes the user and password of a URL. Parsers of URLs also accept `https:` without slashes. */
const AFTER_SCHEME = /:\/\/|:\\\/\\\/|%3A%2F%2F|\bhttps?:(?![\\/]*%)[\\/]*/gi
/** What looks like a user and a numeric password, but can be a host with a port; and whether a path follows. */
const HOST_AND_PORT = /^([^\s"'<>\\/?#:@]{1,253}|\[[\da-f:.]{2,45}\]):\d{1,5}(?:([/?#])|[\s"'<]|$)/i
/** User and password in front of a host. A password with a space, a slash or a quote counts. */
const USERINFO = /^(?:[^\s"'<>\\/?#]+|[^\s"'<>\\/?#:@]+:(?:[^"'<>\\@]*|[^\s<>@]*))(?=@|%40)/i
/** Maximum characters of a user and password that are searched. */
export const USERINFO_MAX = 300
/** What follows a user and password without a scheme, as in a URL that was refused. */
const BEFORE_HOST = /(?:@|%40)(?=[\w-]+[.:])/gi
const NOT_IN_USERINFO = /[\s"'<>{}\\/@]/
const OTHER_SCHEMES = /^(?:mailto|cid|mid|sip|sips|xmpp|acct)$/i

/** A query parameter or a parameter of a fragment: its separator, name and value. */
const PARAMETER =
  /([?&#;]|%3F|%26|%23|\\u0026)([\w.\-[\]$]{1,64})(=|%3D|\\u003d)((?:[^&#;\s"'<>\\]|\\\/|\\u(?!00(?:22|26|27|3[CE]))[\dA-F]{4}){1,2000})/gi

const SECRET_NAME =
  /token|secret|passw|pwd|signature|credential|jwt|auth(?!or)|api_?key|session|(?:^|[_.\-[])(?:key|sig|sid|otp|pin|pass)\]?$/i
const CAMEL_KEY = /[a-z]Key$/

/** The text with `(hidden)` in place of each secret in a URL. */
export function maskUrlSecrets(text: string): string {
  const masked = maskPlain(text)
  if (!ESCAPE.test(masked)) return masked
  return masked.replaceAll(/\S+/g, word => (isSecretDecoded(word) ? HIDDEN : word))
}

const ESCAPE = /%[2-7][\dA-F]|&#?\w|\\[ux]/i

/** Whether a text contains a secret that only shows when its escapes are decoded. */
export function isSecretDecoded(text: string): boolean {
  const decoded = fullyDecoded(text)
  return decoded === undefined || (decoded !== text && maskPlain(decoded) !== decoded)
}

function maskPlain(text: string): string {
  const masked = maskParameters(maskBareUserinfo(maskUserinfo(text)))
  return masked.length <= URL_LENGTH_MAX && WHOLE_URL.test(masked) ? maskWholeUrl(masked) : masked
}

// ---- a text that is one URL ---------------------------------------------------------------------------------------

const URL_LENGTH_MAX = 2_048
/** A URL with the tabs and line breaks that parsers of URLs skip. */
const WHOLE_URL = /^\s*[a-z][\w+.-]{0,20}:[\\/][\S\t\n\r]*$/i
const LIST_OF_URLS = /[\t\n\r][a-z][\w+.-]{0,20}:\/\//i
const ORIGIN_AND_PATH = /^([^:]*:[\\/]*[^\\/?#]*)([^?#]*)/
const RANDOM_UUID = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i

function maskWholeUrl(url: string): string {
  if (LIST_OF_URLS.test(url)) return url
  const joined = url.replaceAll(/[\t\n\r]/g, '')
  if (joined !== url && maskPlain(joined) !== joined) return HIDDEN
  const end = url.indexOf(`${HIDDEN}@`) + HIDDEN.length
  // the rest of a password with a slash and an `@` looks like a path
  if (end >= HIDDEN.length && url.includes('@', end + 1)) return url.slice(0, end)
  return url.replace(ORIGIN_AND_PATH, (_, origin: string, path: string) => origin + maskSegments(path))
}

/** The path with `(hidden)` in place of each segment that is a secret, as in the addresses of incoming webhooks. */
function maskSegments(path: string): string {
  return path.replaceAll(/[^\\/;]+/g, segment =>
    RANDOM_UUID.test(segment) || (!segment.includes('{{') && looksRandom(segment)) ? HIDDEN : segment,
  )
}

// ---- a text with URLs ---------------------------------------------------------------------------------------------

/** Replaces parts of a text, given in their order; a part that begins within the one before is left out. */
function replaceParts(text: string, parts: readonly { start: number; end: number }[]): string {
  let masked = ''
  let done = 0
  for (const { start, end } of parts) {
    if (start < done) continue
    masked += text.slice(done, start) + HIDDEN
    done = end
  }
  return masked + text.slice(done)
}

function maskUserinfo(text: string): string {
  const parts = [...text.matchAll(AFTER_SCHEME)].flatMap(({ 0: scheme, index }) => {
    const start = index + scheme.length
    const length = userinfoLength(text.slice(start, start + USERINFO_MAX))
    return length === 0 ? [] : [{ start, end: start + length }]
  })
  return replaceParts(text, parts)
}

/** The length of the user and password with which the text after a scheme starts; 0: it has none. */
export function userinfoLength(text: string): number {
  const [isHost, host = '', isFollowed] = HOST_AND_PORT.exec(text) ?? []
  // `u:12/s@host` has a password with a slash
  if (isHost !== undefined && (isFollowed === undefined || /[.\]]|^localhost$/i.test(host))) return 0
  return USERINFO.exec(text)?.[0].length ?? 0
}

function maskBareUserinfo(text: string): string {
  const parts = [...text.matchAll(BEFORE_HOST)].flatMap(({ index: end }) => {
    let from = end
    while (from > 0 && end - from < USERINFO_MAX && !NOT_IN_USERINFO.test(text[from - 1]!)) from--
    const start = startOfUserinfo(text.slice(from, end))
    return start === undefined ? [] : [{ start: from + start, end }]
  })
  return replaceParts(text, parts)
}

/** Where a user begins in a word that ends before the `@` of a host; `undefined`: the word has no password. */
function startOfUserinfo(word: string): number | undefined {
  for (const { 0: colon, index } of word.matchAll(/:|%3A(?!%2F)/gi)) {
    let start = index
    while (start > 0 && /[\w.+-]/.test(word[start - 1]!)) start--
    const hasPassword = index + colon.length < word.length
    if (start < index && hasPassword && !OTHER_SCHEMES.test(word.slice(start, index))) return start
  }
  return undefined
}

export const maskParameters = (text: string): string => text.replaceAll(PARAMETER, maskedParameter)

function maskedParameter(_: string, separator: string, name: string, equals: string, value: string): string {
  const isSecret = !value.startsWith('{{') && (SECRET_NAME.test(name) || CAMEL_KEY.test(name) || looksRandom(value))
  // the value can be a URL that has parameters itself
  return separator + name + equals + (isSecret ? HIDDEN : maskPlain(value))
}

const RANDOM_LENGTH_MIN = 20
/**
 * The minimum share of characters whose class differs from the previous one: about 0.5 in random text, below 0.2 in
 * words.
 */
const CHANGES_MIN = 0.3

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Whether a value is likely a generated secret: long, and switching often between digits, lower and upper case. */
export function looksRandom(value: string): boolean {
  if (value.length < RANDOM_LENGTH_MIN || UUID.test(value)) return false
  const text = value.replaceAll(/%[\dA-F]{2}|[^\dA-Za-z]/gi, '')
  if (text.length < RANDOM_LENGTH_MIN) return false
  let changes = 0
  for (let at = 1; at < text.length; at++) if (classOf(text, at) !== classOf(text, at - 1)) changes++
  return changes >= CHANGES_MIN * text.length
}

/** 0: a digit, 1: upper case, 2: lower case. */
function classOf(text: string, at: number): number {
  const code = text.charCodeAt(at)
  return code < 0x40 ? 0 : code < 0x60 ? 1 : 2
}
