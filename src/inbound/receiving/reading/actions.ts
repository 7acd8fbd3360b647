// Parses an email in a worker thread as its bytes arrive: header, bodies and files. Decoded files are returned over the port
// immediately, so that a large email takes no more memory than a small one. Long bodies are returned the same way, because
// copying them as part of the result would block the event loop. A malformed email does not throw: parsing ends early or is
// incomplete, and `problems` contains the reason.
import type * as Mailsplit from '@zone-eu/mailsplit'
import type { MimeNode, Splitter } from '@zone-eu/mailsplit'
import type { MessagePort } from 'node:worker_threads'
import { lazy } from '../../../base/runtime/lazy.ts'
import { readBodies, type Bodies, type BodyPart, isBody } from './bodies.ts'
import { HeaderCut } from '../header-cut.ts'
import { type FileFacts, type ReadHeader, fileFacts, longFieldProblem, readHeader } from './header.ts'
import { type Summary, bodySummary } from './summary.ts'

const mailsplit = lazy<typeof Mailsplit>('@zone-eu/mailsplit')

const PARTS_MAX = 2_000
const FILES_MAX = 500
const DEPTH_MAX = 30
/** Maximum decoded bytes of all text and HTML parts together. */
const BODY_BYTES_MAX = 10_000_000
/** Files are returned in pieces of this size, with at most `UNTAKEN_MAX` unacknowledged bytes. */
const PIECE_BYTES = 262_144
const UNTAKEN_MAX = 4_000_000
/**
 * The weight of a piece in addition to its bytes, so that the event loop gets few pieces at a time even from a thousand small
 * files.
 */
const PIECE_WEIGHT = 65_536
/** Maximum characters of a body in a column of the database; a longer one is stored like a file. */
const COLUMN_LENGTH_MAX = 65_536

/** A body that is `null` and was sent in pieces is too long for a column. */
export interface ReadMailParts extends ReadHeader, Bodies, Summary {
  files: (FileFacts & { size: number })[]
  problems: string[]
}

const LONG_HEADER = 'The header is too long, so some fields are missing. See the original.'

/** The index of a file, or a long body. */
export type StreamedPart = number | 'html' | 'text'

/**
 * A piece of a file or a long body, sent over the port. The port transfers the email in (pieces; an empty one is its end; each
 * is acknowledged with `null`) and files out (each piece is acknowledged with its weight).
 */
export interface FilePiece {
  of: StreamedPart
  data: Uint8Array<ArrayBuffer>
  isLast: boolean
  weight: number
}

/**
 * Parses the email that arrives over the port. `limit_ms` is CPU time of this thread, so that a busy machine does not truncate
 * an email.
 */
export async function readMailParts(port: MessagePort, limit_ms: number): Promise<ReadMailParts> {
  const reading = new MailReading(port, workedMs() + limit_ms)
  try {
    return await reading.read()
  } finally {
    port.close()
  }
}

function workedMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

class MailReading {
  readonly #port: MessagePort
  readonly #until_ms: number
  readonly #problems = new Set<string>()
  readonly #bodies: BodyPart[] = []
  readonly #files: (FileFacts & { size: number })[] = []
  #body_bytes = 0
  #root: MimeNode | undefined
  #untaken = 0
  #wake: (() => void) | undefined
  #pieces: Uint8Array[] = []
  #wakeInput: (() => void) | undefined

  constructor(port: MessagePort, until_ms: number) {
    this.#port = port
    this.#until_ms = until_ms
    port.on('message', (message: Uint8Array<ArrayBuffer> | number) => {
      // an acknowledgement: the weight of a stored piece
      if (typeof message === 'number') {
        this.#untaken -= message
        this.#wake?.()
      } else {
        this.#pieces.push(message)
        this.#wakeInput?.()
      }
    })
  }

  async read(): Promise<ReadMailParts> {
    const splitter = new (mailsplit().Splitter)({ ignoreEmbedded: true, maxChildNodes: PARTS_MAX })
    const feeding = this.#passOn(splitter)
    try {
      await this.#split(splitter)
    } catch (error) {
      this.#problems.add(problemOf(error as { code?: string }))
    }
    splitter.destroy()
    await feeding
    const header = readHeader(this.#root?.headers ? this.#root.headers.getList() : [], this.#problems)
    const bodies = readBodies(this.#bodies, this.#problems)
    const summary = bodySummary(bodies)
    for (const name of ['html', 'text'] as const) if (await this.#sendIfLong(name, bodies[name])) bodies[name] = null
    await this.#haveTaken(0)
    return { ...header, ...bodies, ...summary, files: this.#files, problems: [...this.#problems] }
  }

  /** Sends a body that is too long for a column. Returns whether it is. */
  async #sendIfLong(name: 'html' | 'text', body: string | null): Promise<boolean> {
    if (body === null || body.length <= COLUMN_LENGTH_MAX) return false
    const sink = this.#sinkOf(name)
    await sink.take(Buffer.from(body))
    await sink.end()
    return true
  }

  /**
   * Forwards input to the splitter. After an error the rest is still consumed, because the other side waits for
   * acknowledgements.
   */
  async #passOn(splitter: Splitter): Promise<void> {
    const cut = new HeaderCut()
    ;(splitter as NodeJS.EventEmitter).on('error', () => {})
    for (;;) {
      const piece = await this.#nextPiece()
      if (piece.length === 0) break
      const bytes = cut.take(Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength))
      if (!splitter.destroyed && bytes.length > 0 && !splitter.write(bytes)) await waitForRoom(splitter)
      this.#port.postMessage(null)
    }
    const rest = cut.rest()
    for (const name of cut.cut) this.#problems.add(name === '' ? LONG_HEADER : longFieldProblem(name))
    if (!splitter.destroyed) splitter.end(rest)
  }

  async #nextPiece(): Promise<Uint8Array> {
    while (this.#pieces.length === 0) await new Promise<void>(resolve => (this.#wakeInput = resolve))
    return this.#pieces.shift()!
  }

  async #split(splitter: Splitter): Promise<void> {
    let part: Part | undefined
    for await (const chunk of splitter) {
      if (workedMs() > this.#until_ms) throw Object.assign(new Error('late'), { code: 'ELATE' })
      if (chunk.type === 'node') {
        await part?.end()
        this.#root ??= chunk
        if (depthOf(chunk) > DEPTH_MAX) throw Object.assign(new Error('deep'), { code: 'EDEEP' })
        part = chunk.multipart && chunk._boundary ? undefined : this.#partOf(chunk)
      } else if (chunk.type === 'body') await part?.take(chunk.value)
    }
    await part?.end()
  }

  #partOf(node: MimeNode): Part | undefined {
    if (isBody(node)) return new Part(node, this.#bodySink(node))
    if (this.#files.length < FILES_MAX) return new Part(node, this.#fileSink(node))
    this.#problems.add(`The email has more than ${FILES_MAX} files. See the original for the others.`)
    return undefined
  }

  #bodySink(node: MimeNode): Sink {
    const body: BodyPart = { node, pieces: [] }
    this.#bodies.push(body)
    return {
      take: async piece => {
        const left = BODY_BYTES_MAX - this.#body_bytes
        if (piece.length > left) this.#problems.add('The text is too long. See the original for the rest.')
        if (left > 0) body.pieces.push(Buffer.from(piece.subarray(0, left)))
        this.#body_bytes += Math.min(piece.length, left)
      },
      end: async () => {},
    }
  }

  #fileSink(node: MimeNode): Sink {
    const facts = { ...fileFacts(node), size: 0 }
    const { take, end } = this.#sinkOf(this.#files.length)
    this.#files.push(facts)
    return {
      take: piece => {
        facts.size += piece.length
        return take(piece)
      },
      end,
    }
  }

  /** Sends its input over the port, in pieces. */
  #sinkOf(of: StreamedPart): Sink {
    let held = Buffer.alloc(0)
    const handOut = async (isLast: boolean): Promise<void> => {
      const data = new Uint8Array(held.subarray(0, PIECE_BYTES))
      held = held.subarray(data.length)
      await this.#haveTaken(UNTAKEN_MAX)
      const weight = data.length + PIECE_WEIGHT
      this.#untaken += weight
      this.#port.postMessage({ of, data, isLast, weight } satisfies FilePiece, [data.buffer])
    }
    return {
      take: async piece => {
        held = Buffer.concat([held, piece])
        while (held.length > PIECE_BYTES) await handOut(false)
      },
      end: () => handOut(true),
    }
  }

  /** Waits until at most this many bytes of files are unacknowledged. */
  async #haveTaken(bytes_max: number): Promise<void> {
    while (this.#untaken > bytes_max) await new Promise<void>(resolve => (this.#wake = resolve))
  }
}

interface Sink {
  take: (piece: Buffer) => Promise<void>
  end: () => Promise<void>
}

/** A leaf part of the MIME tree, whose content is decoded and written to a sink. */
class Part {
  readonly #decoder: NodeJS.ReadWriteStream
  readonly #done: Promise<void>

  constructor(node: MimeNode, sink: Sink) {
    this.#decoder = node.getDecoder()
    const pour = async (): Promise<void> => {
      for await (const piece of this.#decoder as AsyncIterable<Buffer>) await sink.take(piece)
      await sink.end()
    }
    this.#done = pour()
    // `end` throws it; without this line it would be an unhandled rejection until then
    this.#done.catch(() => {})
  }

  async take(piece: Buffer): Promise<void> {
    if (!this.#decoder.write(piece)) await waitForRoom(this.#decoder)
  }

  async end(): Promise<void> {
    this.#decoder.end()
    await this.#done
  }
}

function waitForRoom(stream: NodeJS.EventEmitter): Promise<void> {
  return new Promise(resolve => {
    const done = (): void => {
      for (const event of ['drain', 'close', 'error']) stream.off(event, done)
      resolve()
    }
    for (const event of ['drain', 'close', 'error']) stream.on(event, done)
  })
}

function depthOf(node: MimeNode): number {
  let depth = 0
  for (let at = node.parentNode; at; at = at.parentNode) depth++
  return depth
}

function problemOf({ code }: { code?: string }): string {
  if (code === 'ELATE') return 'Parsing took too long. See the original for the rest.'
  if (code === 'EDEEP') return `The parts are nested deeper than ${DEPTH_MAX} levels. See the original for the rest.`
  if (code === 'EMAXLEN')
    return `The email has more than ${PARTS_MAX} parts, or a part with a header that is too long. See the original for the rest.`
  return 'The MIME structure is invalid. See the original for the rest.'
}
