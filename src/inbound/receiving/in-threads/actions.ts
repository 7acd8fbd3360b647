// Runs the parsing and the checks of emails in worker threads, so that a hostile email blocks neither requests nor other
// emails. The bytes are sent over a port in pieces; decoded files are returned the same way.
import { MessageChannel, type MessagePort } from 'node:worker_threads'
import { Threads } from '../../../base/threads/pool.ts'
import { type Task, threadTask } from '../../../base/threads/tasks.ts'
import type * as checking from '../checking/actions.ts'
import type { MailToCheck } from '../checking/actions.ts'
import type { AuthenticationFindings } from '../checking/findings.ts'
import type * as reading from '../reading/actions.ts'
import type { FilePiece, ReadMailParts } from '../reading/actions.ts'

const readers = new Threads({ size: 2, waiting_max: 1000 })
/** One thread runs many checks concurrently, because they mostly wait for DNS. */
const checkers = new Threads({ size: 1, waiting_max: 1000, together: 100 })

const READ_MAIL = threadTask<typeof reading, 'readMailParts'>(
  new URL('../reading/actions.ts', import.meta.url),
  'readMailParts',
)
const CHECK_MAIL = threadTask<typeof checking, 'checkMail'>(
  new URL('../checking/actions.ts', import.meta.url),
  'checkMail',
)

/** CPU time after which parsing stops; an ordinary email of 40 MB takes two seconds. */
const READING_MS = 6_000
/** Total time for DNS. Short, so that an email appears in the list soon, even if name servers are slow. */
const DNS_MS = 3_000
/** Additional time before a thread that does not stop is terminated. */
const OVERRUN_MS = 30_000

/** An email whose bytes can be read from the start more than once. */
export interface IncomingBytes {
  team_id: string
  bytes: number
  pieces: () => AsyncIterable<Buffer>
}

/** Parses an email. `keep` stores a piece of one of its files. Throws `ThreadFailed` if the thread failed or was busy. */
export function readInThread(mail: IncomingBytes, keep: (piece: FilePiece) => Promise<void>): Promise<ReadMailParts> {
  return sendPieces(mail, readers, READ_MAIL, { input: [READING_MS], keep, limit_ms: READING_MS + OVERRUN_MS })
}

/** Checks SPF, DKIM and DMARC. Throws `ThreadFailed` if the thread failed or was busy. */
export function checkInThread(
  mail: IncomingBytes,
  about: Omit<MailToCheck, 'limit_ms'>,
): Promise<AuthenticationFindings> {
  const input: [MailToCheck] = [{ ...about, limit_ms: DNS_MS }]
  return sendPieces(mail, checkers, CHECK_MAIL, { input, limit_ms: DNS_MS + OVERRUN_MS })
}

interface ThreadInput<Input extends unknown[]> {
  input: Input
  keep?: (piece: FilePiece) => Promise<void>
  limit_ms: number
}

/** Maximum pieces that were posted and not consumed yet, which limits the memory of the port. A piece is a chunk of a blob. */
const PIECES_AHEAD = 2

async function sendPieces<Input extends unknown[], Output>(
  { team_id, bytes, pieces }: IncomingBytes,
  threads: Threads,
  task: Task<(port: MessagePort, ...input: Input) => Promise<Output>>,
  { input, keep, limit_ms }: ThreadInput<Input>,
): Promise<Output> {
  const { port1, port2 } = new MessageChannel()
  const ahead = new PiecesAhead(port1, keep)
  const running = threads.run(task, [port2, ...input], { limit_ms, transfer: [port2], owner: team_id, bytes })
  running.catch(() => {}).finally(() => ahead.end())
  try {
    for await (const piece of pieces()) if (piece.length > 0 && !(await ahead.hand(piece))) break
    await ahead.hand(new Uint8Array(0))
    const output = (await running) as Output
    ahead.throwFault()
    return output
  } finally {
    port1.close()
  }
}

/** Flow control of the port: counts the pieces that the thread has not consumed yet, and stores those that it returns. */
class PiecesAhead {
  readonly #port: MessagePort
  #count = 0
  #isOver = false
  #fault: unknown
  #wake: (() => void) | undefined

  constructor(port: MessagePort, keep: ((piece: FilePiece) => Promise<void>) | undefined) {
    this.#port = port
    port.on('message', (message: FilePiece | null) => {
      if (message !== null) return void this.#keep(message, keep)
      this.#count--
      this.#wake?.()
    })
  }

  /** Posts a piece and waits until another one can be posted. `false`: the thread has finished and accepts no more. */
  async hand(piece: Uint8Array): Promise<boolean> {
    // a copy, although a chunk has its own memory: with memory of the driver, V8 would collect garbage in the thread
    // continuously
    const data = new Uint8Array(piece)
    this.#port.postMessage(data, [data.buffer])
    this.#count++
    while (this.#isWaiting()) await new Promise<void>(resolve => (this.#wake = resolve))
    return !this.#isOver
  }

  end(): void {
    this.#isOver = true
    this.#wake?.()
  }

  /**
   * Throws the first error of storing a file. Not thrown earlier, because the thread waits for an acknowledgement of each
   * piece.
   */
  throwFault(): void {
    if (this.#fault !== undefined) throw this.#fault
  }

  #isWaiting(): boolean {
    return this.#count >= PIECES_AHEAD && !this.#isOver
  }

  async #keep(piece: FilePiece, keep: ((piece: FilePiece) => Promise<void>) | undefined): Promise<void> {
    const { weight } = piece
    await keep?.(piece).catch((error: unknown) => (this.#fault ??= error))
    this.#port.postMessage(weight)
  }
}
