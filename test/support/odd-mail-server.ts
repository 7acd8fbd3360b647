// A mail server with scripted replies, for behavior that correct servers do not show.
import net, { type AddressInfo, type Socket } from 'node:net'

export type Step = 'greeting' | 'EHLO' | 'HELO' | 'STARTTLS' | 'AUTH' | 'MAIL' | 'RCPT' | 'DATA' | 'end' | 'RSET'

export type Said =
  | string
  /** No reply. */
  | { silent: true }
  | { reset: true }
  | { close: true }
  /** One byte at a time. */
  | { drip: string }
  /** Unchanged and without a line end. */
  | { raw: string }
  /** The reply, after which the connection is closed. */
  | { last: string }

/** `count`: the number of times the step occurred on this connection. */
export type Odd = Partial<Record<Step, Said | ((count: number) => Said)>> & {
  /** The lines of the EHLO response after the first. */
  features?: readonly string[]
  /** Sent after the reply to a message, without a command. */
  unasked?: string
  /** Reads only the first of several pipelined commands. */
  isDeaf?: boolean
}

const GOOD: Record<Exclude<Step, 'EHLO'>, string> = {
  greeting: '220 odd ready',
  HELO: '250 odd',
  STARTTLS: '220 go on',
  AUTH: '235 come in',
  MAIL: '250 ok',
  RCPT: '250 ok',
  DATA: '354 go on',
  end: '250 2.0.0 taken',
  RSET: '250 ok',
}

export interface OddServer {
  port: number
  /** The number of complete messages. */
  completed(): number
  close(): Promise<void>
}

export async function oddMailServer(odd: Odd): Promise<OddServer> {
  const sockets = new Set<Socket>()
  let completed = 0
  const server = net.createServer(socket => {
    sockets.add(socket.on('error', () => {}).setNoDelay(true))
    converse(socket, odd, () => completed++)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    completed: () => completed,
    close: () => {
      for (const socket of sockets) socket.destroy()
      return new Promise(resolve => server.close(() => resolve()))
    },
  }
}

function converse(socket: Socket, odd: Odd, complete: () => void): void {
  const counts = new Map<Step, number>()
  const answer = (step: Step): void => {
    // recipients are counted per message
    if (step === 'MAIL') counts.delete('RCPT')
    const count = (counts.get(step) ?? 0) + 1
    counts.set(step, count)
    const told = odd[step]
    const said = typeof told === 'function' ? told(count) : told
    say(socket, said ?? (step === 'EHLO' ? ehlo(odd.features ?? ['PIPELINING', '8BITMIME']) : GOOD[step]))
  }
  let pending = ''
  let inside = false
  answer('greeting')
  socket.on('data', part => {
    pending += part.toString('latin1')
    for (let end = pending.indexOf('\r\n'); end >= 0; end = pending.indexOf('\r\n')) {
      const line = pending.slice(0, end)
      pending = pending.slice(end + 2)
      if (inside && line !== '.') continue
      const verb = inside ? 'end' : line.split(' ')[0]!.toUpperCase()
      inside = verb === 'DATA' && odd.DATA === undefined
      if (verb === 'end') complete()
      if (verb === 'QUIT') socket.end('221 bye\r\n')
      else if (verb === 'EHLO' || verb in GOOD) answer(verb as Step)
      else socket.write('500 what?\r\n')
      if (verb === 'end' && odd.unasked !== undefined) say(socket, odd.unasked)
      if (odd.isDeaf && verb !== 'end') pending = ''
    }
  })
}

function ehlo(features: readonly string[]): string {
  const lines = ['odd', ...features]
  return lines.map((line, index) => `250${index === lines.length - 1 ? ' ' : '-'}${line}`).join('\r\n')
}

function say(socket: Socket, said: Said): void {
  if (typeof said === 'string') socket.write(`${said}\r\n`)
  else if ('raw' in said) socket.write(said.raw)
  else if ('drip' in said) drip(socket, `${said.drip}\r\n`)
  else if ('last' in said) socket.end(`${said.last}\r\n`)
  else if ('close' in said) socket.end()
  else if ('reset' in said) socket.resetAndDestroy()
}

function drip(socket: Socket, text: string): void {
  if (text === '' || socket.destroyed) return
  socket.write(text[0]!)
  setTimeout(drip, 1, socket, text.slice(1))
}
