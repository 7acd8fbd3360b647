// Parses the replies of a mail server (RFC 5321 4.2). The server is not trusted: a reply can be too long, truncated or
// invalid.
import { truncate } from '../text/length.ts'
import type { SmtpReply } from './smtp-result.ts'

/** `code` is null for a line that is not a reply. After it, it is unknown which command the next reply belongs to. */
export interface ServerReply {
  code: number | null
  lines: string[]
}

/** RFC 5321 4.5.3.1.5 allows 512. */
const LINE_BYTES_MAX = 4_096
const LINES_MAX = 200
/** Maximum number of replies that no command waits for yet: as many as the commands of one email can have. */
const REPLIES_MAX = 1_000
const REPLY_TEXT_MAX = 1000

const REPLY_LINE = /^([2-5]\d\d)(?:([ -]).*)?$/s
const CONTROL = /[^\P{Cc}\n\r\t]/gu

export class ReplyReader {
  readonly replies: ServerReply[] = []
  #pending: Buffer = Buffer.alloc(0)
  #lines: string[] = []

  /** Whether a line or a reply is incomplete. */
  get isWithin(): boolean {
    return this.#pending.length > 0 || this.#lines.length > 0
  }

  /** Parses bytes from the server. Returns the fault if no more can be read. */
  take(piece: Buffer): string | undefined {
    let rest: Buffer = this.#pending.length === 0 ? piece : Buffer.concat([this.#pending, piece])
    for (let end = rest.indexOf(10); end !== -1; end = rest.indexOf(10)) {
      if (end > LINE_BYTES_MAX) return TOO_LONG
      const line = rest.toString('utf8', 0, rest[end - 1] === 13 ? end - 1 : end)
      rest = rest.subarray(end + 1)
      const trouble = this.#takeLine(line)
      if (trouble !== undefined) return trouble
    }
    this.#pending = rest
    return rest.length > LINE_BYTES_MAX ? TOO_LONG : undefined
  }

  #takeLine(line: string): string | undefined {
    const [, code, more] = REPLY_LINE.exec(line) ?? []
    const isOther = this.#lines.length > 0 && !this.#lines[0]!.startsWith(code ?? ' ')
    this.#lines.push(line)
    if (this.#lines.length > LINES_MAX) return `The server's reply has more than ${LINES_MAX} lines`
    if (more === '-' && !isOther) return undefined
    this.replies.push({ code: code === undefined || isOther ? null : Number(code), lines: this.#lines })
    this.#lines = []
    return this.replies.length > REPLIES_MAX ? 'The server sent an unexpected reply' : undefined
  }
}

const TOO_LONG = `The server sent a line of more than ${LINE_BYTES_MAX} bytes`

/** The reply in the server's own words. */
export function smtpReply({ code, lines }: ServerReply): SmtpReply {
  return { code, reply_text: cleanReply(lines.join('\n')) }
}

/** The text without control characters, truncated to a length that can be stored and displayed. */
export function cleanReply(text: string): string {
  return truncate(text.replaceAll(CONTROL, ' ').trim(), REPLY_TEXT_MAX)
}
