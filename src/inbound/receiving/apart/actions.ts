// Has mails read and checked in threads: whatever is in them blocks neither requests nor the mails of others. A mail is handed
// over a piece at a time, and its files come back so.
import { MessageChannel, type MessagePort } from 'node:worker_threads'
import { Threads } from '../../../base/threads/pool.ts'
import { type Task, taskOf } from '../../../base/threads/tasks.ts'
import type * as checking from '../checking/actions.ts'
import type { Checked, CheckedMail } from '../checking/actions.ts'
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
const DNS_MS = 4_000
/** When a thread does not end by itself. */
const OVERRUN_MS = 10_000

/** A mail that can be read from its beginning. */
export interface Mail {
  team_id: string
  bytes: number
  pieces: () => AsyncIterable<Buffer>
}

/** What a mail says. `keep` stores a piece of one of its files. Throws `ThreadFailed` when it could not be read. */
export function readApart(mail: Mail, keep: (piece: FilePiece) => Promise<void>): Promise<ReadMailParts> {
  return handOver(mail, readers, READ_MAIL, { input: [READING_MS], keep, limit_ms: READING_MS + OVERRUN_MS })
}

/** Who a mail is from. Throws `ThreadFailed` when that could not be found out. */
export function checkApart(mail: Mail, about: Omit<CheckedMail, 'limit_ms'>): Promise<Checked> {
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
  { team_id, bytes, pieces }: Mail,
  threads: Threads,
  task: Task<(port: MessagePort, ...input: Input) => Promise<Output>>,
  { input, keep, limit_ms }: Handing<Input>,
): Promise<Output> {
  const { port1: port, port2 } = new MessageChannel()
  let ahead = 0
  let fault: unknown
  let wake: (() => void) | undefined
  const keepPiece = async (piece: FilePiece): Promise<void> => {
    // what could not be stored is said at the end; the thread must not wait for it
    await keep?.(piece).catch((error: unknown) => (fault ??= error))
    port.postMessage(piece.data.length + 1)
  }
  port.on('message', (message: FilePiece | null) => {
    if (message !== null) return void keepPiece(message)
    ahead--
    wake?.()
  })
  const running = threads.run(task, [port2, ...input], { limit_ms, transfer: [port2], owner: team_id, bytes })
  let isOver = false
  const over = running.then(
    () => (isOver = true),
    () => (isOver = true),
  )
  try {
    for await (const piece of pieces()) {
      if (isOver || piece.length === 0) break
      const data = new Uint8Array(piece)
      port.postMessage(data, [data.buffer])
      ahead++
      while (ahead >= PIECES_AHEAD && !isOver)
        await Promise.race([new Promise<void>(resolve => (wake = resolve)), over])
    }
    port.postMessage(new Uint8Array(0))
    const output = (await running) as Output
    if (fault !== undefined) throw fault
    return output
  } finally {
    port.close()
  }
}
