// A message as it is sent over SMTP.

export interface MailMessage {
  /** The header lines with their line breaks, without the empty line after them. */
  head: Buffer
  /** Everything after the empty line. A body that is not in memory can be read more than once. */
  body: Buffer | (() => AsyncIterable<Buffer>)
  /** The size of the whole message. */
  bytes: number
}

/** The addresses of the SMTP transaction (RFC 5321), regardless of the header. */
export interface Envelope {
  from: string
  to: readonly string[]
}

/** The whole message in one buffer. */
export async function readMessage(message: MailMessage): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of messagePieces(message)) pieces.push(piece)
  return Buffer.concat(pieces)
}

/** The whole message in chunks. */
export async function* messagePieces({ head, body }: MailMessage): AsyncGenerator<Buffer> {
  yield head
  yield Buffer.from('\r\n')
  if (Buffer.isBuffer(body)) yield body
  else yield* body()
}
