// Finds secrets in URLs of JSON and other texts that may be long. Most texts have none, so they are searched for the few
// characters that a secret in a URL requires, and only a text with a secret is parsed.
import { isSecretDecoded, maskParameters, maskUrlSecrets, userinfoLength, USERINFO_MAX } from './url-secrets.ts'

const HIDDEN = '(hidden)'

/** Masks JSON or another text that may be long, and returns the same value if it contains no secret. */
export function maskUrlsIn<Json extends Buffer | string>(json: Json): Json | string {
  // the searched characters are ASCII
  const text = typeof json === 'string' ? json : json.toString('latin1')
  return mayHaveSecret(text) ? maskedJson(json.toString()) : json
}

/** Allocates nothing for a text without any of the searched characters. */
function mayHaveSecret(text: string): boolean {
  const hasAny = hasUserinfo(text) || hasParameter(text, '?') || hasParameter(text, '#') || hasParameter(text, ';')
  const hasEscaped =
    hasEscapedSecret(text, '%') || hasEscapedSecret(text, '&') || hasEscapedSecret(text, String.raw`\u00`)
  return hasAny || hasEscaped || hasUnusualUrl(text, ':/') || hasUnusualUrl(text, String.raw`:\/`)
}

/** Masks each text and each name in JSON. Another text is masked as it is. */
function maskedJson(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json, (_, value: unknown) => maskedValue(value)))
  } catch (error) {
    // nested deeper than the stack allows
    return error instanceof RangeError ? JSON.stringify(HIDDEN) : maskUrlSecrets(json)
  }
}

function maskedValue(value: unknown): unknown {
  if (typeof value === 'string') return maskUrlSecrets(value)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [maskUrlSecrets(name), inner]))
}

/** Avoids masking parameters such as `utm_source=mail` to compare them. */
const MAYBE_SECRET = /token|secret|pass|pwd|sig|cred|jwt|auth|key|session|sid|otp|pin|=[^&]{20}|%3D|u003d/i
const URL_END = /[\s"<]/g

/** Whether secret parameters follow one of these separators. */
function hasParameter(text: string, separator: string): boolean {
  for (let at = text.indexOf(separator); at !== -1; at = text.indexOf(separator, at + 1)) {
    // a question mark of a sentence, or the color of a style
    if (!isWordAt(text, at + 1) || (separator === '#' && !isWordAt(text, at - 1) && text[at - 1] !== '/')) continue
    if (separator === ';' && !isNameAfter(text, at)) continue
    URL_END.lastIndex = at
    const end = URL_END.exec(text)?.index ?? text.length
    const parameters = text.slice(at, end)
    if (MAYBE_SECRET.test(parameters) && maskParameters(parameters) !== parameters) return true
    at = end
  }
  return false
}

/** Whether an `@` follows a user or a password: a scheme or a colon is in front of it, in the same string or tag. */
function hasUserinfo(text: string): boolean {
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', at + 1)) {
    let isOneWord = true
    for (let before = at - 1; before > Math.max(0, at - USERINFO_MAX); before--) {
      const code = text.charCodeAt(before)
      if (code === LESS_THAN || code === GREATER_THAN || isEndOfText(text, before)) break
      if (code <= SPACE || code === QUOTE || code === BRACE) isOneWord = false
      if (code === COLON && isOneWord && before < at - 1) {
        if (text.startsWith('mailto', before - 6)) break
        return true
      }
      // `://`, or `:\/\/` as some encoders write it
      if (code !== SLASH || !(text.startsWith('://', before - 2) || text.startsWith(String.raw`:\/\/`, before - 4)))
        continue
      if (userinfoLength(text.slice(before + 1, at + 1)) > 0) return true
    }
  }
  return false
}

/** Escapes of characters that encoders of URLs, HTML and JSON rarely escape, because they have a meaning or need none. */
const RARE_ESCAPE =
  /%(?:25|40|4[1-9A-F]|5[\dAF]|6[1-9A-F]|7[\dA])|&#(?:x0{0,9}(?:2[35F]|3[\dABDF]|[4-7])|0{0,9}(?:3[57]|4[5-9]|5\d|6[0134-9]|[789]\d|1[012]\d));?|&(?:equals|commat|colon|sol|quest|num|lowbar|period|percnt|semi|dash|hyphen);|\\u00(?!2[267]|3[CE])[2-7]/iy

/** Whether a word with such an escape, which starts with this sign, contains a secret when it is decoded. */
function hasEscapedSecret(text: string, sign: string): boolean {
  for (let at = text.indexOf(sign); at !== -1; at = text.indexOf(sign, at + 1)) {
    RARE_ESCAPE.lastIndex = at
    if (!RARE_ESCAPE.test(text)) continue
    let start = at
    while (start > 0 && !isEndOfWord(text, start - 1)) start--
    while (at < text.length && !isEndOfWord(text, at)) at++
    if (isSecretDecoded(text.slice(start, at))) return true
  }
  return false
}

/** A long segment, or a tab or a line break, which parsers of URLs skip. */
const UNUSUAL = /[\\/;][^"\s\\/;?#]{20}|\\[tnr]/

/** Whether a text that starts like a URL, with this after its scheme, contains a secret in its path. */
function hasUnusualUrl(text: string, separator: string): boolean {
  for (let at = text.indexOf(separator); at !== -1; at = text.indexOf(separator, at + 1)) {
    let start = at
    while (isWordAt(text, start - 1)) start--
    while (text.charCodeAt(start - 1) === SPACE) start--
    if (start === at || !isEndOfText(text, start - 1)) continue
    while (at < text.length && !isEndOfText(text, at)) at++
    const url = text.slice(start, at).replaceAll(String.raw`\/`, '/')
    if (!UNUSUAL.test(url)) continue
    const joined = url.replaceAll(/\\[tnr]/g, '')
    if (maskUrlSecrets(url) !== url || maskUrlSecrets(joined) !== joined) return true
  }
  return false
}

const SPACE = 0x20
const QUOTE = 0x22
const PERCENT = 0x25
const HYPHEN = 0x2d
const DOT = 0x2e
const COLON = 0x3a
const BRACE = 0x7d
const LESS_THAN = 0x3c
const EQUALS = 0x3d
const GREATER_THAN = 0x3e
const SLASH = 0x2f
const BRACKET = 0x5b
const BACKSLASH = 0x5c

function isWordAt(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return (code > 0x2f && code < 0x3a) || ((code | 0x20) > 0x60 && (code | 0x20) < 0x7b) || code === 0x5f
}

/** Whether the name of a parameter with a value follows a semicolon, which also ends `&amp;` within a URL. */
function isNameAfter(text: string, semicolon: number): boolean {
  if (text.startsWith('&amp', semicolon - 4)) return false
  let at = semicolon + 1
  while (isWordAt(text, at) || text.charCodeAt(at) === HYPHEN || text.charCodeAt(at) === DOT) at++
  const code = text.charCodeAt(at)
  // `[` starts an index, `%3D` and `\u003d` are escapes of `=`
  return code === EQUALS || code === BRACKET || code === PERCENT || code === BACKSLASH
}

/** Whether a text of JSON starts or ends here. */
function isEndOfText(text: string, at: number): boolean {
  return text.charCodeAt(at) === QUOTE && text.charCodeAt(at - 1) !== BACKSLASH
}

function isEndOfWord(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code <= SPACE || code === LESS_THAN || code === GREATER_THAN || isEndOfText(text, at)
}
