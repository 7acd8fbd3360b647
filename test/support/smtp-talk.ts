// A scripted SMTP client: sends given lines and returns the replies.
import net from 'node:net'

export interface SmtpTalk {
  /** The last line of each reply so far, the greeting first. */
  replies: string[]
  /** The next reply. */
  reply(): Promise<string>
  /** Sends a line and returns the reply. */
  say(line: string): Promise<string>
  /** Sends bytes unchanged, without waiting for a reply. */
  send(bytes: string | Buffer): void
  /** Resolves when the server has closed the connection. */
  closed(): Promise<void>
  end(): void
}

/** `from`: the local address of the connection, such as `127.1.0.1`. */
export async function smtpTalk(port: number, from = '127.0.0.1'): Promise<SmtpTalk> {
  const socket = net.connect({ port, host: '127.0.0.1', localAddress: from })
  const replies: string[] = []
  const waiting: ((reply: string) => void)[] = []
  let rest = ''
  socket.on('data', piece => {
    rest += piece.toString('latin1')
    const lines = rest.split('\r\n')
    rest = lines.pop()!
    for (const line of lines) {
      if (!/^\d{3} /.test(line)) continue
      const wanted = waiting.shift()
      if (wanted) wanted(line)
      else replies.push(line)
    }
  })
  socket.on('error', () => {})
  const over = new Promise<void>(resolve => {
    socket.once('close', () => {
      for (const wanted of waiting.splice(0)) wanted('closed')
      resolve()
    })
  })
  const reply = (): Promise<string> => {
    const known = replies.shift()
    if (known !== undefined) return Promise.resolve(known)
    return socket.destroyed ? Promise.resolve('closed') : new Promise(resolve => waiting.push(resolve))
  }
  const greeting = await reply()
  return {
    replies: [greeting],
    reply,
    say(line) {
      socket.write(`${line}\r\n`)
      return reply()
    },
    send: bytes => void socket.write(bytes),
    closed: () => over,
    end: () => void socket.destroy(),
  }
}

/** Delivers a message like a mail server and returns the last reply. */
export async function deliverMessage(port: number, to: string | string[], message: string, from = ''): Promise<string> {
  const talk = await smtpTalk(port)
  const dotted = message.replaceAll(/^\./gm, '..')
  try {
    for (const line of [
      'EHLO mx.example.net',
      `MAIL FROM:<${from}>`,
      ...[to].flat().map(each => `RCPT TO:<${each}>`),
      'DATA',
    ]) {
      const reply = await talk.say(line)
      if (!/^[23]/.test(reply)) return reply
    }
    return await talk.say(`${dotted}${dotted.endsWith('\r\n') ? '' : '\r\n'}.`)
  } finally {
    talk.end()
  }
}
