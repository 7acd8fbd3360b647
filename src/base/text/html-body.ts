// Where the body of an HTML document begins.
import { readTokens, TokenReader } from './html-tokens.ts'

/** Behind the tag that opens it; 0 where there is none. What stands in comments and in values of attributes is no tag. */
export function bodyStart(html: string): number {
  // most mails that are written by hand have none
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
