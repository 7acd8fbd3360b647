// An HTML tokenizer for callers that need only a few kinds of tokens.
import type * as Htmlparser2 from 'htmlparser2'
import { lazy } from '../runtime/lazy.ts'

const htmlparser2 = lazy<typeof Htmlparser2>('htmlparser2')

type HandledTokens = ConstructorParameters<typeof Htmlparser2.Tokenizer>[1]

/** Ignores every kind of token that a subclass does not handle. */
export abstract class TokenReader implements HandledTokens {
  abstract onattribdata(start: number, end: number): void
  abstract onattribend(quote: number, end: number): void
  abstract onattribentity(codepoint: number): void
  abstract onattribname(start: number, end: number): void
  abstract onopentagend(end: number): void
  abstract onopentagname(start: number, end: number): void

  onselfclosingtag(end: number): void {
    this.onopentagend(end)
  }
  onclosetag(_start: number, _end: number): void {}
  oncdata(): void {}
  oncomment(): void {}
  ondeclaration(): void {}
  onend(): void {}
  onprocessinginstruction(): void {}
  ontext(): void {}
  ontextentity(): void {}
}

/** Passes all tokens to a reader, with entities decoded. */
export function readTokens<Reader extends TokenReader>(html: string, reader: Reader): Reader {
  const tokenizer = new (htmlparser2().Tokenizer)({ decodeEntities: true }, reader)
  tokenizer.write(html)
  tokenizer.end()
  return reader
}
