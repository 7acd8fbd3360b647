// Makes load over plain sockets with keep-alive, so that the client costs little. Each connection sends a request, waits
// for the whole answer and sends the next.
import net from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Child } from './child.ts'

const CONNECTIONS = 32
const WARM_UP_MS = 1500
const MEASURED_MS = 3000
const END_OF_HEAD = '\r\n\r\n'

export interface Request {
  method: string
  path: string
  headers?: Record<string, string>
  body?: string
}

export interface Load {
  port: number
  status: number
  /** The next request of a connection, made from the last answer's body where that matters. */
  next: (connection: number, last: string | undefined) => Buffer
}

export interface Measured {
  cpu_us: number
  per_second: number
}

/** The bytes of a request. */
export function bytesOf({ method, path, headers = {}, body = '' }: Request): Buffer {
  const all = { host: 'localhost', accept: '*/*', ...headers, 'content-length': String(Buffer.byteLength(body)) }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}${END_OF_HEAD}${body}`)
}

/** CPU time of `server` per request, and how many it answers per second. */
export async function measured(load: Load, server: Child): Promise<Measured> {
  const progress = { answers: 0, stopped: false, trouble: undefined as Error | undefined }
  const connections = Array.from({ length: CONNECTIONS }, (_, index) => connection(index, load, progress))
  await pause(WARM_UP_MS)
  const from = { ...(await server.usage()), answers: progress.answers, at_ms: performance.now() }
  await pause(MEASURED_MS)
  const to = { ...(await server.usage()), answers: progress.answers, at_ms: performance.now() }
  progress.stopped = true
  await Promise.all(connections)
  if (progress.trouble) throw progress.trouble
  const answers = to.answers - from.answers
  return { cpu_us: (to.cpu_us - from.cpu_us) / answers, per_second: (answers * 1000) / (to.at_ms - from.at_ms) }
}

interface Progress {
  answers: number
  stopped: boolean
  trouble: Error | undefined
}

function connection(index: number, { port, status, next }: Load, progress: Progress): Promise<void> {
  return new Promise(resolve => {
    const expected = `HTTP/1.1 ${status}`
    const socket = net.connect(port, '127.0.0.1', () => socket.write(next(index, undefined)))
    socket.setNoDelay(true)
    let pending = ''
    const end = (trouble?: Error): void => {
      progress.trouble ??= trouble
      socket.destroy()
      resolve()
    }
    socket.on('error', end)
    socket.on('data', (part: Buffer) => {
      pending += part.toString('latin1')
      const body = completeBody(pending)
      if (body === undefined) return
      if (!pending.startsWith(expected)) return end(new Error(`An answer was not ${status}: ${pending.slice(0, 500)}`))
      pending = ''
      progress.answers++
      if (progress.stopped) end()
      else socket.write(next(index, body))
    })
  })
}

/** The body of an answer that is there in full. */
function completeBody(text: string): string | undefined {
  const head = text.indexOf(END_OF_HEAD)
  if (head === -1) return undefined
  const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0)
  const start = head + END_OF_HEAD.length
  return text.length < start + length ? undefined : text.slice(start)
}
