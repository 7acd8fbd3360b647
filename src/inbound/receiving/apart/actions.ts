// Has mails read and checked in threads: whatever is in them blocks neither requests nor the mails of others. A mail is handed
// over a piece at a time, and its files come back so.
import { MessageChannel, type MessagePort } from 'node:worker_threads'
import { Threads } from '../../../base/threads/pool.ts'
import { type Task, taskOf } from '../../../base/threads/tasks.ts'
import type * as checking from '../checking/actions.ts'
import type { CheckedMail } from '../checking/actions.ts'
import type { Checked } from '../checking/findings.ts'
import type * as reading from '../reading/actions.ts'
import type { FilePiece, ReadMailParts } from '../reading/actions.ts'

const readers = new Threads({ size: 2, waiting_max: 1000 })
/** It mostly waits for name servers. */
const checkers = new Threads({ size: 1, waiting_max: 1000, together: 100 })

const READ_MAIL = taskOf<typeof reading, 'readMailParts'>(
  new URL('../reading/actions.ts', import.meta.url),
  'readMailParts',
)
const CHECK_MAIL = taskOf<typeof checking, 'checkMail'>(new URL('../checking/actions.ts', import.meta.url), 'checkMail')

/** Then a mail is read no further; an ordinary one of 40 MB takes two seconds. */
const READING_MS = 6_000
/** Of DNS; a mail is in the list soon after it was taken, whatever name servers do. */
const DNS_MS = 3_000
/** When a thread does not end by itself. */
const OVERRUN_MS = 30_000

/** A mail that can be read from its beginning. */
export interface IncomingBytes {
  team_id: string
  bytes: number
  pieces: () => AsyncIterable<Buffer>
}

/** What a mail says. `keep` stores a piece of one of its files. Throws `ThreadFailed` when it could not be read. */
export function readApart(mail: IncomingBytes, keep: (piece: FilePiece) => Promise<void>): Promise<ReadMailParts> {
  return handOver(mail, readers, READ_MAIL, { input: [READING_MS], keep, limit_ms: READING_MS + OVERRUN_MS })
}

/** Who a mail is from. Throws `ThreadFailed` when that could not be found out. */
export function checkApart(mail: IncomingBytes, about: Omit<CheckedMail, 'limit_ms'>): Promise<Checked> {
  const input: [CheckedMail] = [{ ...about, limit_ms: DNS_MS }]
  return handOver(mail, checkers, CHECK_MAIL, { input, limit_ms: DNS_MS + OVERRUN_MS })
}

interface Handing<Input extends unknown[]> {
  input: Input
  keep?: (piece: FilePiece) => Promise<void>
  limit_ms: number
}

/** In the port at once; one is a chunk of a blob. */
const PIECES_AHEAD = 2

async function handOver<Input extends unknown[], Output>(
  { team_id, bytes, pieces }: IncomingBytes,
  threads: Threads,
  task: Task<(port: MessagePort, ...input: Input) => Promise<Output>>,
  { input, keep, limit_ms }: Handing<Input>,
): Promise<Output> {
  const { port1, port2 } = new MessageChannel()
  const ahead = new Ahead(port1, keep)
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

/** The pieces that a thread has not taken yet, and those that come back from it. */
class Ahead {
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

  /** Hands over a piece, and waits until there is room for another one; `false`: no more are taken. */
  async hand(piece: Uint8Array): Promise<boolean> {
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

  /** What could not be stored is said at the end; the thread must not wait for it. */
  throwFault(): void {
    if (this.#fault !== undefined) throw this.#fault
  }

  #isWaiting(): boolean {
    return this.#count >= PIECES_AHEAD && !this.#isOver
  }

  async #keep(piece: FilePiece, keep: ((piece: FilePiece) => Promise<void>) | undefined): Promise<void> {
    const { length } = piece.data
    await keep?.(piece).catch((error: unknown) => (this.#fault ??= error))
    this.#port.postMessage(length + 1)
  }
}
