// Signs messages (DKIM) in a thread. Messages that a team sends in one turn of the event loop are signed together, because
// handing over one costs as much as many. A body that is not in memory is sent to another thread in chunks and hashed there.
import { once } from 'node:events'
import { MessageChannel } from 'node:worker_threads'
import type { SigningDomain } from '../net/dkim-signatures.ts'
import type { MailMessage } from '../net/mail-message.ts'
import { Threads } from './pool.ts'
import type { MailsToSign } from './sign-mails.ts'
import { HASH_BODY, SIGN_MAILS } from './tasks.ts'

/** Never reached: there are no more emails in progress than connections, and all others wait in the queue. */
const LIMITS = { size: 1, waiting_max: 1000 }
const signers = new Threads(LIMITS)
const hashers = new Threads(LIMITS)

const SIGNING_LIMIT_MS = 30_000
/** A body of 58 MB takes a second or two on an otherwise idle machine. */
const HASHING_LIMIT_MS = 120_000
/** Messages that are signed as one task. It takes 10 ms, for which others wait. */
const TOGETHER_MAX = 32

interface ToSign {
  team_id: string
  head: Buffer
  /** The body or its hash. */
  body: Buffer | string
  signing: SigningDomain
  signed_ms: number
  resolve: (lines: string) => void
  reject: (error: unknown) => void
}

let waiting: ToSign[] = []

/** The message preceded by a signature with each key. Throws `ThreadFailed` if the thread fails; a retry may succeed. */
export async function signMessage(
  team_id: string,
  message: MailMessage,
  signing: SigningDomain,
  now: Date,
): Promise<MailMessage> {
  const { head } = message
  const body = Buffer.isBuffer(message.body) ? message.body : await hashApart(team_id, message.body)
  const lines = await new Promise<string>((resolve, reject) => {
    const count = waiting.push({ team_id, head, body, signing, signed_ms: now.getTime(), resolve, reject })
    if (count === 1) setImmediate(signWaiting)
  })
  const front = Buffer.from(lines, 'latin1')
  return { ...message, head: Buffer.concat([front, head]), bytes: message.bytes + front.length }
}

function signWaiting(): void {
  const byTeam = Map.groupBy(waiting, ({ team_id }) => team_id)
  waiting = []
  for (const [owner, all] of byTeam)
    for (let start = 0; start < all.length; start += TOGETHER_MAX)
      void signGroup(owner, all.slice(start, start + TOGETHER_MAX))
}

async function signGroup(owner: string, group: readonly ToSign[]): Promise<void> {
  try {
    const input = inputOf(group)
    const transfer = [input.bytes.buffer as ArrayBuffer]
    const { lines } = await signers.run(SIGN_MAILS, [input], { limit_ms: SIGNING_LIMIT_MS, transfer, owner })
    for (const [index, { resolve }] of group.entries()) resolve(lines[index]!)
  } catch (error) {
    for (const { reject } of group) reject(error)
  }
}

/** All bytes are in one buffer, which is transferred to the thread and not copied again. */
function inputOf(group: readonly ToSign[]): MailsToSign {
  const domains = [...new Set(group.map(({ signing }) => signing))]
  const parts = group.flatMap(({ head, body }) => (typeof body === 'string' ? [head] : [head, body]))
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  const mails = group.map(({ head, body, signing, signed_ms }) => ({
    signer: domains.indexOf(signing),
    head_bytes: head.length,
    body: typeof body === 'string' ? body : body.length,
    signed_ms,
  }))
  return { bytes, signers: domains, mails }
}

/** While the thread hashes one chunk, only the next one is read, so that a large body never fills the memory. */
async function hashApart(owner: string, body: () => AsyncIterable<Buffer>): Promise<string> {
  const { port1: port, port2 } = new MessageChannel()
  const standing = { limit_ms: HASHING_LIMIT_MS, transfer: [port2], owner }
  const hashing = hashers.run(HASH_BODY, [port2], standing)
  // its error is thrown when the next chunk is sent, or at the end
  hashing.catch(() => {})
  const handOver = (piece: Uint8Array<ArrayBuffer>): void => port.postMessage(piece, [piece.buffer])
  try {
    let taken: Promise<unknown> = Promise.resolve()
    for await (const piece of body()) {
      await Promise.race([taken, hashing])
      if (piece.length === 0) continue
      taken = once(port, 'message')
      handOver(new Uint8Array(piece))
    }
    handOver(new Uint8Array(0))
    return (await hashing).hash
  } finally {
    port.close()
  }
}
