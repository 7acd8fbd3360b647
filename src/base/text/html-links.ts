// Finds the links in an HTML body with their positions, so that they can be replaced without changing any other character.
import { readTokens, TokenReader } from './html-tokens.ts'

export interface FoundLink {
  /** The positions of the URL, without quotes. */
  start: number
  end: number
  /** The URL, with its entities decoded. */
  url: string
}

export interface HtmlLinks {
  /** The http and https links, in their order. */
  links: FoundLink[]
  /** The position of `</body>`, or the end of the HTML. */
  body_end: number
}

/** A link with this attribute is not tracked. */
export const NO_TRACK_ATTRIBUTE = 'data-no-track'
/** A longer link is not tracked. */
export const URL_BYTES_MAX = 2000
/** Links after this number are not found. */
export const LINKS_MAX = 10_000
const LINKING = new Set(['a', 'area'])
/** The text between the name of an attribute and its value. */
const ASSIGNED = /[\t\n\f\r ]*=[\t\n\f\r ]*["']?/y
const TO_THE_WEB = /^[\t\n\f\r ]*https?:\/\//i

/** Takes 1 ms for 100 kB. Links in comments are not found, not even in conditional ones that some mail programs read. */
export function findLinks(html: string): HtmlLinks {
  const { links, body_end } = readTokens(html, new LinkReader(html))
  return { links, body_end }
}

class LinkReader extends TokenReader {
  readonly links: FoundLink[] = []
  body_end: number
  readonly #html: string
  #isLinking = false
  #isLeftAlone = false
  #attribute = ''
  #name_end = 0
  #value = ''
  #link: FoundLink | undefined

  constructor(html: string) {
    super()
    this.#html = html
    this.body_end = html.length
  }

  onopentagname(start: number, end: number): void {
    this.#isLinking = end - start <= 4 && LINKING.has(this.#html.slice(start, end).toLowerCase())
    this.#isLeftAlone = false
    this.#link = undefined
  }

  onattribname(start: number, end: number): void {
    if (!this.#isLinking) return
    this.#attribute = this.#html.slice(start, Math.min(end, start + 20)).toLowerCase()
    this.#name_end = end
    this.#value = ''
  }

  onattribdata(start: number, end: number): void {
    if (this.#isLinking && this.#attribute === 'href') this.#value += this.#html.slice(start, end)
  }

  onattribentity(codepoint: number): void {
    if (this.#isLinking && this.#attribute === 'href') this.#value += String.fromCodePoint(codepoint)
  }

  onattribend(quote: number, at: number): void {
    if (!this.#isLinking) return
    if (this.#attribute === NO_TRACK_ATTRIBUTE) this.#isLeftAlone = true
    // of repeated attributes the first one counts
    if (this.#attribute !== 'href' || this.#link || quote === NO_VALUE) return
    ASSIGNED.lastIndex = this.#name_end
    if (!ASSIGNED.test(this.#html)) return
    const end = quote === UNQUOTED ? at : at - 1
    this.#link = { start: ASSIGNED.lastIndex, end, url: this.#value }
  }

  onopentagend(): void {
    if (this.#link && !this.#isLeftAlone && TO_THE_WEB.test(this.#link.url)) this.#keep(this.#link)
    this.#isLinking = false
    this.#link = undefined
  }

  override onclosetag(start: number, end: number): void {
    if (/^body$/i.test(this.#html.slice(start, Math.min(end, start + 5)))) this.body_end = start - 2
  }

  #keep({ start, end, url }: FoundLink): void {
    if (this.links.length === LINKS_MAX) return
    const trimmed = url.trim()
    if (Buffer.byteLength(trimmed) <= URL_BYTES_MAX && URL.canParse(trimmed))
      this.links.push({ start, end, url: trimmed })
  }
}

// `QuoteType` of the tokenizer, which it does not export
const NO_VALUE = 0
const UNQUOTED = 1
