// Generates load over plain sockets with keep-alive, so that the client costs little. Each connection sends a request,
// waits for the whole response and sends the next.
import net from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Child } from './child.ts'
import type { Row } from './rows.ts'

export const CONNECTIONS = 32
const SLICE_MS = 300
const WARM_UP_SLICES = 12
const SLICES = 12
const END_OF_HEAD = '\r\n\r\n'

export interface Request {
  method: string
  path: string
  headers?: Record<string, string>
  body?: string
}

/** What is measured: the process and its requests. */
export interface Load {
  server: Child
  port: number
  status: number
  /** The next request of a connection, built from the last response body if needed. */
  next: (connection: number, last: string | undefined) => Buffer
}

/** CPU time of all threads per request. */
export interface Measured {
  /** In the best slice, which has the least garbage collection. */
  cpu_us: number
  median_us: number
  /** In the best slice. */
  per_second: number
}

type Slice = Pick<Measured, 'cpu_us' | 'per_second'>

/** The requests of a row, sent to a server. */
export function loadOf({ request, status }: Row, port: number, server: Child): Load {
  const known = new Map<Request, Buffer>()
  const next = (connection: number, last: string | undefined): Buffer => {
    const asked = request(connection, last)
    const bytes = known.get(asked) ?? bytesOf(asked)
    // a request that is rebuilt for each response is never the same object
    if (last === undefined) known.set(asked, bytes)
    return bytes
  }
  return { server, port, status, next }
}

/** The bytes of a request. */
export function bytesOf({ method, path, headers = {}, body = '' }: Request): Buffer {
  const all = { host: 'localhost', accept: '*/*', ...headers, 'content-length': String(Buffer.byteLength(body)) }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}${END_OF_HEAD}${body}`)
}

/**
 * Measures several loads alternately, one slice of time each. Other load on the machine only makes a slice worse, so
 * the best slice is the most repeatable; but it hides garbage collection, which the median includes.
 */
export async function measured(loads: Load[]): Promise<Measured[]> {
  const generators = loads.map(load => new Generator(load))
  const slices = loads.map((): Slice[] => [])
  const rest = keptAwake()
  for (let slice = 0; slice < WARM_UP_SLICES + SLICES; slice++) {
    const turns = [...generators.entries()]
    // the first one would always follow the same neighbor
    for (const [index, generator] of slice % 2 ? turns.toReversed() : turns) {
      const found = await generator.slice()
      if (slice >= WARM_UP_SLICES) slices[index]!.push(found)
    }
  }
  for (const generator of generators) generator.close()
  rest()
  return slices.map(of => ({
    cpu_us: Math.min(...of.map(({ cpu_us }) => cpu_us)),
    median_us: medianOf(of.map(({ cpu_us }) => cpu_us)),
    per_second: Math.max(...of.map(({ per_second }) => per_second)),
  }))
}

/** The upper one of the two in the middle. */
export function medianOf(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)]!
}

/** Keeps a server under load for a while; returns the number of requests per second. */
export async function sustained(load: Load, duration_ms: number): Promise<number> {
  const generator = new Generator(load)
  const { per_second } = await generator.slice(duration_ms)
  generator.close()
  return per_second
}

/**
 * Keeps this process from sleeping: waking it costs a server more than many requests, and only the slower of two
 * servers would have to. Returns a function that stops it.
 */
function keptAwake(): () => void {
  let awake = true
  const again = (): void => void (awake && setImmediate(again))
  again()
  return () => (awake = false)
}

/** Keeps a server under load for a while; returns the number of requests. */
export async function answered(load: Load, duration_ms: number): Promise<number> {
  const generator = new Generator(load)
  await generator.slice(duration_ms)
  generator.close()
  return generator.answers
}

/** Sends requests over connections that stay open. */
export class Generator {
  readonly #load: Load
  readonly #sockets: Connection[]
  #answers = 0
  #trouble: Error | undefined

  constructor(load: Load, connections = CONNECTIONS) {
    this.#load = load
    const answered = (trouble?: Error): void => {
      this.#trouble ??= trouble
      this.#answers++
    }
    this.#sockets = Array.from({ length: connections }, (_, index) => new Connection(index, load, answered))
  }

  /**
   * Sends a number of requests sequentially on each connection or on one of them; throws unless each response has the
   * expected status.
   */
  async send(each: number, only?: number): Promise<void> {
    const sendAll = async (socket: Connection): Promise<void> => {
      for (let sent = 0; sent < each; sent++) {
        socket.resume()
        await socket.pause()
      }
    }
    await Promise.all(only === undefined ? this.#sockets.map(sendAll) : [sendAll(this.#sockets[only]!)])
    if (this.#trouble) throw this.#trouble
  }

  /** Responses in the last slice. */
  get answers(): number {
    return this.#answers
  }

  async slice(duration_ms = SLICE_MS): Promise<Slice> {
    this.#answers = 0
    const from = { ...(await this.#load.server.usage()), at_ms: performance.now() }
    for (const socket of this.#sockets) socket.resume()
    await pause(duration_ms)
    await Promise.all(this.#sockets.map(socket => socket.pause()))
    if (this.#trouble) throw this.#trouble
    const elapsed_ms = performance.now() - from.at_ms
    const used_us = (await this.#load.server.usage()).cpu_us - from.cpu_us
    return { cpu_us: used_us / this.#answers, per_second: (this.#answers * 1000) / elapsed_ms }
  }

  close(): void {
    for (const socket of this.#sockets) socket.close()
  }
}

class Connection {
  readonly #index: number
  readonly #load: Load
  readonly #answered: (trouble?: Error) => void
  #socket: net.Socket | undefined
  #pending = ''
  #last: string | undefined
  #broken = false
  /** No request is pending. */
  #idle = true
  /** Set while the connection is to stop after its response. */
  #silent: (() => void) | undefined

  constructor(index: number, load: Load, answered: (trouble?: Error) => void) {
    this.#index = index
    this.#load = load
    this.#answered = answered
  }

  resume(): void {
    this.#silent = undefined
    this.#idle = false
    this.#send()
  }

  #send(): void {
    this.#socket ??= this.#connected()
    this.#socket.write(this.#load.next(this.#index, this.#last))
  }

  #connected(): net.Socket {
    const socket = net.connect(this.#load.port, '127.0.0.1').setNoDelay(true)
    socket.on('data', part => this.#read(part as Buffer))
    socket.on('error', error => this.#complete(error))
    return socket.on('close', () => {
      this.#socket = undefined
      // during a long turn of another server, this one closes idle connections
      if (!this.#idle) this.#complete(new Error('A connection was closed'))
    })
  }

  pause(): Promise<void> {
    return this.#broken ? Promise.resolve() : new Promise(resolve => (this.#silent = resolve))
  }

  close(): void {
    this.#socket?.removeAllListeners('close').destroy()
  }

  #read(part: Buffer): void {
    this.#pending += part.toString('latin1')
    const body = completeBody(this.#pending)
    if (body === undefined) return
    const right = this.#pending.startsWith(`HTTP/1.1 ${this.#load.status}`)
    const trouble = right ? undefined : new Error(`Not ${this.#load.status}: ${this.#pending.slice(0, 500)}`)
    this.#pending = ''
    this.#last = body
    this.#complete(trouble)
  }

  #complete(trouble?: Error): void {
    this.#answered(trouble)
    this.#broken ||= trouble !== undefined
    if (!this.#silent && !this.#broken) return this.#send()
    this.#idle = true
    this.#silent?.()
  }
}

/** The body of a complete response. */
function completeBody(text: string): string | undefined {
  const head = text.indexOf(END_OF_HEAD)
  if (head === -1) return undefined
  const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0)
  const start = head + END_OF_HEAD.length
  return text.length < start + length ? undefined : text.slice(start)
}
