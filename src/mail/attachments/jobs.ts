// Fetches the files of an email from the addresses that it names, before it is delivered. Each is stored as those that came
// with a request, and what is there is not fetched again. What cannot be fetched within an hour is the end of the email:
// without its file it would be another one.
import { createHash } from 'node:crypto'
import { failEmail } from '../delivery/actions.ts'
import { contentBytes, emailToDeliver, type UnderDelivery } from '../emails/actions.ts'
import type { AnswerHead, HttpClient } from '../../base/net/http-client.ts'
import { enqueue } from '../../base/queue/enqueue.ts'
import type { Work } from '../../base/queue/runner.ts'
import { checkFile, FetchFault, nextFetch, REDIRECTS_MAX, redirectOf, tooLargeFile } from './fetching.ts'
import { base64Bytes, roomBeside } from './rules.ts'
import { type AttachmentRecord, listAttachments, saveFetched } from './store/attachments.ts'
import { CHUNK_BYTES, completeBlob, insertChunks, openBlob } from './store/blobs.ts'

type Job = Work<'fetch_attachments'>

/** For all of one file: names, redirects and content. */
const FETCH_LIMIT_MS = 120_000
/** For all of an email in one try: what is not there by then is fetched in the next one, and others have their turn. */
const TRY_LIMIT_MS = 300_000
/** Written in one unit of work. */
const PART_BYTES = 2 * CHUNK_BYTES

export interface FetchParts {
  http: Pick<HttpClient, 'send'>
  limit_ms?: number
}

/** Does the job `fetch_attachments`. */
export function fetchAttachments({ http, limit_ms = FETCH_LIMIT_MS }: FetchParts): (work: Job) => Promise<void> {
  return async work => {
    const { team_id, email_id, deliver } = work.payload
    const email = await work.read(tx => emailToDeliver(tx, { team_id, email_id }))
    // it was removed or canceled meanwhile
    if (!email || email.last_event === 'canceled') return
    try {
      await fetchAll(work, email, (url, receive, left_ms) =>
        http.send({
          method: 'GET',
          url,
          headers: HEADERS,
          body: undefined,
          limit_ms: Math.min(left_ms, limit_ms),
          receive,
        }),
      )
    } catch (thrown) {
      if (!(thrown instanceof FetchFault)) throw thrown
      return tryAgain(work, email, thrown)
    }
    await work.finish(tx => enqueue(tx, 'deliver_email', deliver, work.now(), work.now(), email_id))
  }
}

const HEADERS = { 'user-agent': 'lettermill', accept: '*/*', 'accept-encoding': 'identity' }

type Receive = (head: AnswerHead, body: AsyncIterable<Buffer>) => Promise<void>
type Ask = (url: string, receive: Receive, left_ms: number) => ReturnType<HttpClient['send']>

/** Those that are not there yet, one after the other. */
async function fetchAll(work: Job, email: UnderDelivery, ask: Ask): Promise<void> {
  const attachments = await work.read(tx => listAttachments(tx, { team_id: email.team_id, email_id: email.id }))
  const begun = work.now().getTime()
  let bytes = contentBytes(email)
  for (const each of attachments) bytes += base64Bytes(each.bytes ?? 0)
  for (const attachment of attachments) {
    if (attachment.blob_id !== null || attachment.path === null) continue
    try {
      if (work.now().getTime() - begun > TRY_LIMIT_MS) throw notInTime()
      const stored = await fetchOne(work, attachment, roomBeside(bytes), ask)
      await work.look(tx => saveFetched(tx, attachment, stored))
      bytes += base64Bytes(stored.bytes)
    } catch (thrown) {
      if (!(thrown instanceof FetchFault)) throw thrown
      const words = `attachments[${attachment.number}] could not be fetched: ${thrown.message}`
      throw new FetchFault(words, thrown.again, thrown.after_ms)
    }
  }
}

const notInTime = (): FetchFault =>
  new FetchFault(`the files before it took more than ${TRY_LIMIT_MS / 1000} seconds`, true)

interface Stored {
  blob_id: string
  bytes: number
}

/** Follows redirects, each through the guard of the client. */
async function fetchOne(work: Job, { team_id, path }: AttachmentRecord, bytes_max: number, ask: Ask): Promise<Stored> {
  let url: string | undefined = path!
  const ends_ms = performance.now() + FETCH_LIMIT_MS
  for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects++) {
    const from: string = url
    let stored: Stored | undefined
    /** What ended it on our side: the client takes it for trouble of the connection. */
    let fault: unknown
    const noteFault = (thrown: unknown): never => {
      fault = thrown
      throw thrown
    }
    const unit: Job['look'] = act => work.look(act).catch(noteFault)
    const receive: Receive = async (head, body) => {
      try {
        url = redirectOf(head, from)
        if (url !== undefined) return
        checkFile(head, bytes_max, work.now())
        stored = await storeBody({ unit, now: work.now, team_id }, body, bytes_max)
      } catch (thrown) {
        if (thrown instanceof FetchFault) noteFault(thrown)
        throw thrown
      }
    }
    const exchange = await ask(from, receive, Math.max(1, ends_ms - performance.now()))
    if (fault !== undefined) throw fault
    if ('refused' in exchange) throw new FetchFault(exchange.refused, false)
    if ('broken' in exchange) throw new FetchFault(exchange.broken, true)
    if (stored) return stored
  }
  throw new FetchFault(`it is redirected more than ${REDIRECTS_MAX} times`, false)
}

interface Storing {
  unit: Job['look']
  now: () => Date
  team_id: string
}

/** No more of it is in memory than is written at once. */
async function storeBody(
  { unit, now, team_id }: Storing,
  body: AsyncIterable<Buffer>,
  bytes_max: number,
): Promise<Stored> {
  const one = { team_id, id: crypto.randomUUID() }
  const hash = createHash('sha256')
  let pieces: Buffer[] = []
  let [held, written] = [0, 0]
  const write = async (all: Buffer): Promise<void> => {
    const first = written / CHUNK_BYTES
    await unit(async tx => {
      if (first === 0) await openBlob(tx, one, now())
      await insertChunks(tx, one, first, all)
    })
    written += all.length
  }
  for await (const piece of body) {
    hash.update(piece)
    held += piece.length
    pieces.push(piece)
    if (written + held > bytes_max) throw tooLargeFile(bytes_max)
    if (held < PART_BYTES) continue
    const all = Buffer.concat(pieces)
    const whole = all.length - (all.length % CHUNK_BYTES)
    await write(all.subarray(0, whole))
    pieces = [all.subarray(whole)]
    held = all.length - whole
  }
  if (held > 0 || written === 0) await write(Buffer.concat(pieces))
  const size = { hash: hash.digest('hex'), bytes: written }
  const { id } = await unit(tx => completeBlob(tx, one, size, now()))
  return { blob_id: id, bytes: written }
}

async function tryAgain(work: Job, email: UnderDelivery, { message, again, after_ms }: FetchFault): Promise<void> {
  const now = work.now()
  const next = again ? nextFetch(work.attempt, now, after_ms) : undefined
  work.log.info({ email_id: email.id, attempt: work.attempt, reason: message, next }, 'a file was not fetched')
  if (next) return work.postpone(next, message)
  const reason = again ? `${message}; it was tried ${work.attempt} times` : message
  await work.finish(async tx => {
    // as it is now: others write down what became of it, too
    const latest = await emailToDeliver(tx, work.payload)
    if (latest && latest.last_event !== 'canceled') await failEmail(tx, latest, reason, now)
  })
}
