// A mail as it goes over the wire.

export interface MailMessage {
  /** The lines of its head, each with its end, without the empty line behind them. */
  head: Buffer
  /** What is behind the empty line. One that is not kept in memory may be asked for more than once. */
  body: Buffer | (() => AsyncIterable<Buffer>)
  /** How long all of it is. */
  bytes: number
}

/** RFC 5321: from whom and to whom, whatever the message says. */
export interface Envelope {
  from: string
  to: readonly string[]
}

/** All of it at once, as it goes over the wire. */
export async function readMessage(message: MailMessage): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of messagePieces(message)) pieces.push(piece)
  return Buffer.concat(pieces)
}

/** The same piece by piece. */
export async function* messagePieces({ head, body }: MailMessage): AsyncGenerator<Buffer> {
  yield head
  yield Buffer.from('\r\n')
  if (Buffer.isBuffer(body)) yield body
  else yield* body()
}
