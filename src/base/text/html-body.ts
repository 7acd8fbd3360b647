// Finds the start of the body of an HTML document.
import { readTokens, TokenReader } from './html-tokens.ts'

/** The position after the `<body>` tag; 0 if there is none. Comments and values of attributes are skipped. */
export function bodyStart(html: string): number {
  // most hand-written emails have no such tag
  return /<body\b/i.test(html) ? readTokens(html, new BodyReader(html)).start : 0
}

class BodyReader extends TokenReader {
  start = 0
  readonly #html: string
  #isBody = false

  constructor(html: string) {
    super()
    this.#html = html
  }

  onopentagname(start: number, end: number): void {
    this.#isBody = this.start === 0 && end - start === 4 && /^body$/i.test(this.#html.slice(start, end))
  }

  onopentagend(end: number): void {
    if (this.#isBody) this.start = end + 1
    this.#isBody = false
  }

  onattribdata(): void {}
  onattribend(): void {}
  onattribentity(): void {}
  onattribname(): void {}
}
