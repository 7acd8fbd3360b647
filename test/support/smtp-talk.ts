// A client of SMTP that says what it is told to, line by line, and gives what it is answered.
import net from 'node:net'

export interface SmtpTalk {
  /** The last line of each reply so far, the greeting first. */
  replies: string[]
  /** The next reply to what was sent. */
  reply(): Promise<string>
  /** Says a line and gives the reply. */
  say(line: string): Promise<string>
  /** Sends bytes as they are, and waits for nothing. */
  send(bytes: string | Buffer): void
  /** Resolves when the other side has closed the connection. */
  closed(): Promise<void>
  end(): void
}

/** `from`: the address of this machine that it comes from, such as `127.1.0.1`. */
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

/** Hands over a message as a mail server does; the last reply. */
export async function handIn(port: number, to: string | string[], message: string, from = ''): Promise<string> {
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
