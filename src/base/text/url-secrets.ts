// Hides secrets in URLs within a text: user and password, and values of query parameters that are secret by their name or look
// random. The text can be JSON, HTML or a percent-encoded path, so separators can be escaped.
const HIDDEN = '(hidden)'

/** What precedes the user and password of a URL. */
const AFTER_SCHEME = /:\/\/|:\\\/\\\/|%3A%2F%2F/gi
/** User and password in front of a host. A password with a space or a slash counts, a port does not. */
const USERINFO = /^(?:[^\s"'<>\\/?#]+|[^\s"'<>\\/?#:@]+:(?!\d{1,5}(?:[/?#\s]|$))[^"'<>\\@]*)(?=@|%40)/i
/** Characters of a user and password that are searched. */
const USERINFO_MAX = 300
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
  return maskParameters(maskBareUserinfo(maskUserinfo(text)))
}

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
    const userinfo = USERINFO.exec(text.slice(start, start + USERINFO_MAX))?.[0]
    return userinfo === undefined ? [] : [{ start, end: start + userinfo.length }]
  })
  return replaceParts(text, parts)
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

const maskParameters = (text: string): string => text.replaceAll(PARAMETER, maskedParameter)

function maskedParameter(_: string, separator: string, name: string, equals: string, value: string): string {
  const isSecret = !value.startsWith('{{') && (SECRET_NAME.test(name) || CAMEL_KEY.test(name) || looksRandom(value))
  // the value can be a URL that has parameters itself
  return separator + name + equals + (isSecret ? HIDDEN : maskUrlSecrets(value))
}

const RANDOM_LENGTH_MIN = 20
/**
 * The minimum share of characters whose class differs from the previous one: about 0.5 in random text, below 0.2 in
 * words.
 */
const CHANGES_MIN = 0.3

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Whether a value is likely a generated secret: long, and switching often between digits, lower and upper case. */
function looksRandom(value: string): boolean {
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

// ---- bodies -------------------------------------------------------------------------------------------------------

/**
 * Masks JSON or another text that may be long, and returns the same value if it contains no secret. A text with plain links costs a
 * search for `?`, `#` and `@`.
 */
export function maskUrlsIn<Json extends Buffer | string>(json: Json): Json | string {
  // the searched characters are ASCII
  const text = typeof json === 'string' ? json : json.toString('latin1')
  if (hasUserinfo(text)) return maskUrlSecrets(json.toString())
  return hasParameter(text, '?') || hasParameter(text, '#') ? maskParameters(json.toString()) : json
}

/** Avoids running the expressions above for parameters such as `utm_source=mail`. */
const MAYBE_SECRET = /token|secret|pass|pwd|sig|cred|jwt|auth|key|session|sid|otp|pin|=[^&]{20}|%3D|u003d/i
const URL_END = /[\s"<]/g

/** Whether secret parameters follow one of these separators. */
function hasParameter(text: string, separator: '?' | '#'): boolean {
  for (let at = text.indexOf(separator); at !== -1; at = text.indexOf(separator, at + 1)) {
    // a question mark of a sentence, or the color of a style
    if (!isWordAt(text, at + 1) || (separator === '#' && !isWordAt(text, at - 1) && text[at - 1] !== '/')) continue
    URL_END.lastIndex = at
    const end = URL_END.exec(text)?.index ?? text.length
    const parameters = text.slice(at, end)
    if (MAYBE_SECRET.test(parameters) && maskParameters(parameters) !== parameters) return true
    at = end
  }
  return false
}

/** Whether an `@` may follow a user or a password: a scheme or a colon is in front of it, in the same string or tag. */
function hasUserinfo(text: string): boolean {
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', at + 1)) {
    let isOneWord = true
    for (let before = at - 1; before > Math.max(0, at - USERINFO_MAX); before--) {
      const code = text.charCodeAt(before)
      if (code === QUOTE || code === LESS_THAN || code === GREATER_THAN) break
      if (code <= SPACE || code === BRACE) isOneWord = false
      if (code === COLON && isOneWord && before < at - 1) {
        if (text.startsWith('mailto', before - 6)) break
        return true
      }
      // `://`, or `:\/\/` as some encoders write it
      if (code === SLASH && (text.startsWith('://', before - 2) || text.startsWith(String.raw`:\/\/`, before - 4)))
        return true
    }
  }
  return false
}

const SPACE = 0x20
const QUOTE = 0x22
const COLON = 0x3a
const BRACE = 0x7d
const LESS_THAN = 0x3c
const GREATER_THAN = 0x3e
const SLASH = 0x2f

function isWordAt(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return (code > 0x2f && code < 0x3a) || ((code | 0x20) > 0x60 && (code | 0x20) < 0x7b) || code === 0x5f
}
