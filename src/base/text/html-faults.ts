// Finds faults in the HTML of an email by its syntax alone: broken links, and images without alternative text for
// readers who cannot see them.
import { readTokens, TokenReader } from './html-tokens.ts'
import { lineCounter } from './lines.ts'
import { splitPlaceholders } from './placeholders.ts'

export interface HtmlFault {
  code: 'broken_link' | 'insecure_link' | 'missing_alt'
  /** The link, or the source of the image, truncated at a limit. */
  value: string
  /** The fault of a broken link. */
  why?: string
  line: number
}

/** Maximum number of reported faults per code. */
export const HTML_FAULTS_MAX = 20
/** Number of characters read from a value; an image embedded as a `data:` URL is longer. */
const VALUE_MAX = 4000

/** The first faults of each code, in their order. Takes some ms for 100 kB. Comments are skipped. */
export function findHtmlFaults(html: string): HtmlFault[] {
  return readTokens(html, new FaultReader(html)).faults
}

const SCRIPTED = /^(?:javascript|vbscript|data):/i
const OF_WEB = /^https?:/i
const WITH_HOST = /^https?:\/\/[^/?#]/i
const SCHEME = /^[a-z][a-z0-9+-]*:/i
// characters that a mail program removes from a URL before it opens it
// oxlint-disable-next-line no-control-regex
const BLANK = /[\u0000-\u0020]/

/** Why a link is broken. Parts that depend on values of the contact are assumed to be valid. */
export function linkFault(href: string): string | undefined {
  const parts = splitPlaceholders(href.trim())
  if (parts.length === 0) return 'it is empty'
  if (typeof parts[0] !== 'string') return undefined
  const address = parts.map(part => (typeof part === 'string' ? part : 'x')).join('')
  if (address === '#') return 'it has no target'
  if (address.startsWith('#')) return undefined
  if (SCRIPTED.test(address)) return 'mail programs do not open such links'
  if (OF_WEB.test(address)) return webFault(address)
  const scheme = SCHEME.exec(address)?.[0].toLowerCase()
  if (scheme === undefined) return 'it is a relative URL; start it with https://'
  if (!SCHEMES.has(scheme)) return unknownScheme(scheme)
  return URL.canParse(address) && !/^[a-z]+:$/i.test(address) ? undefined : 'it is not a valid URL'
}

/** Schemes besides http and https that mail programs and phones open. */
const SCHEMES: ReadonlySet<string> = new Set(
  ['mailto', 'tel', 'sms', 'webcal', 'geo', 'whatsapp', 'tg', 'sip', 'ftp', 'ftps'].map(name => `${name}:`),
)

const unknownScheme = (scheme: string): string => `mail programs do not support \`${scheme}\`; start it with https://`

/** URLs in a plain text with an unknown scheme, such as `htps://`: they are displayed but cannot be opened. */
export function findTextLinks(text: string, most: number): { value: string; why: string; start: number }[] {
  const found: { value: string; why: string; start: number }[] = []
  for (let at = text.indexOf('://'); at !== -1 && found.length < most; at = text.indexOf('://', at + 1)) {
    const start = schemeStart(text, at)
    const scheme = `${text.slice(start, at).toLowerCase()}:`
    if (scheme === ':' || SCHEMES.has(scheme) || OF_WEB.test(scheme)) continue
    const [value = ''] = /^\S{0,100}/.exec(text.slice(start, start + 100)) ?? []
    found.push({ value, why: unknownScheme(scheme), start })
  }
  return found
}

const SCHEME_MAX = 20

function schemeStart(text: string, end: number): number {
  let start = end
  while (start > 0 && end - start < SCHEME_MAX && /[a-z]/i.test(text.charAt(start - 1))) start--
  return start
}

function webFault(address: string): string | undefined {
  if (!WITH_HOST.test(address)) return 'it has no host'
  return URL.canParse(address) && !BLANK.test(address) ? undefined : 'it is not a valid URL'
}

/** The attribute that is checked for each kind of tag. */
const LOOKED_AT: Readonly<Record<string, string>> = { a: 'href', area: 'href', img: 'src' }
const LONGEST_NAME = 4

class FaultReader extends TokenReader {
  readonly faults: HtmlFault[] = []
  readonly #html: string
  readonly #counts = { broken_link: 0, insecure_link: 0, missing_alt: 0 }
  #tag = ''
  #start = 0
  #attribute = ''
  #value: string | undefined
  #read = ''
  #has_alt = false
  readonly #lineAt: (place: number) => number

  constructor(html: string) {
    super()
    this.#html = html
    this.#lineAt = lineCounter(html)
  }

  onopentagname(start: number, end: number): void {
    const name = end - start <= LONGEST_NAME ? this.#html.slice(start, end).toLowerCase() : ''
    this.#tag = Object.hasOwn(LOOKED_AT, name) ? name : ''
    this.#start = start
    this.#value = undefined
    this.#has_alt = false
  }

  onattribname(start: number, end: number): void {
    if (this.#tag === '') return
    this.#attribute = this.#html.slice(start, Math.min(end, start + LONGEST_NAME + 1)).toLowerCase()
    this.#read = ''
  }

  onattribdata(start: number, end: number): void {
    if (this.#isRead()) this.#read += this.#html.slice(start, Math.min(end, start + VALUE_MAX))
  }

  onattribentity(codepoint: number): void {
    if (this.#isRead()) this.#read += String.fromCodePoint(codepoint)
  }

  onattribend(): void {
    if (this.#attribute === 'alt') this.#has_alt = true
    // of repeated attributes the first one counts
    if (this.#isLookedAt()) this.#value ??= this.#read
  }

  onopentagend(): void {
    if (this.#tag === 'img') {
      if (!this.#has_alt) this.#keep('missing_alt', this.#value ?? '')
    } else if (this.#tag !== '' && this.#value !== undefined) this.#judge(this.#value)
    this.#tag = ''
  }

  #isLookedAt(): boolean {
    return this.#tag !== '' && this.#attribute === LOOKED_AT[this.#tag]
  }

  #isRead(): boolean {
    return this.#isLookedAt() && this.#read.length < VALUE_MAX
  }

  #judge(href: string): void {
    if (this.#counts.broken_link >= HTML_FAULTS_MAX && this.#counts.insecure_link >= HTML_FAULTS_MAX) return
    const why = linkFault(href)
    if (why !== undefined) this.#keep('broken_link', href, why)
    else if (/^\s*http:/i.test(href)) this.#keep('insecure_link', href)
  }

  #keep(code: HtmlFault['code'], value: string, why?: string): void {
    if (this.#counts[code]++ >= HTML_FAULTS_MAX) return
    this.faults.push({ code, value, ...(why !== undefined && { why }), line: this.#lineAt(this.#start) })
  }
}
