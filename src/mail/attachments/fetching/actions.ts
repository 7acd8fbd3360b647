// Fetches the files of an email from the URLs that it names, and stores them like files of a request. A file that is already
// stored is not fetched again.
import { createHash } from 'node:crypto'
import type { ResponseHead, HttpClient } from '../../../base/net/http-client.ts'
import type { Work } from '../../../base/queue/claimed-work.ts'
import { parseMediaType } from '../../../base/text/media-type.ts'
import { base64Bytes, remainingFileBytes } from '../rules.ts'
import type { Database } from '../../../base/store/database.ts'
import { listAttachments, saveFetched } from '../store/attachments.ts'
import { CHUNK_BYTES } from '../store/blobs.ts'
import { IncomingContent } from '../store/incoming.ts'
import { checkFile, FetchFault, nextFetchAt, REDIRECTS_MAX, redirectTarget, tooLargeFile } from './rules.ts'

type Units = Pick<Work<'fetch_attachments'>, 'read' | 'write' | 'now' | 'attempt'>

/** Time limit for one file: DNS, redirects and content. */
const FETCH_LIMIT_MS = 120_000
/**
 * Time limit for all files of an email in one attempt. The remaining files wait for the next attempt, so that other emails are
 * not delayed.
 */
const TRY_LIMIT_MS = 300_000
/** Bytes written in one transaction. */
const PART_BYTES = 2 * CHUNK_BYTES

export interface FetchParts {
  http: Pick<HttpClient, 'send'>
  limit_ms?: number
}

/** An email whose files are fetched. `bytes`: the size of everything except these files. */
interface FetchedEmail {
  team_id: string
  email_id: string
  bytes: number
}

/**
 * Why a file could not be fetched. `again`: a retry may succeed. `next`: the time of the retry; absent after the last attempt.
 */
export interface FetchFailure {
  message: string
  again: boolean
  next: Date | undefined
}

/** Fetches and stores the missing files of an email. `undefined`: all are stored. */
export async function fetchFiles(
  work: Units,
  of: FetchedEmail,
  { http, limit_ms = FETCH_LIMIT_MS }: FetchParts,
): Promise<FetchFailure | undefined> {
  try {
    await fetchAll(work, of, (url, receive, left_ms) =>
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
    const { message, again, after_ms } = thrown
    return { message, again, next: again ? nextFetchAt(work.attempt, work.now(), after_ms) : undefined }
  }
  return undefined
}

const HEADERS = { 'user-agent': 'lettermill', accept: '*/*', 'accept-encoding': 'identity' }

type Receive = (head: ResponseHead, body: AsyncIterable<Buffer>) => Promise<void>
type Ask = (url: string, receive: Receive, left_ms: number) => ReturnType<HttpClient['send']>

/** Fetches the missing files sequentially. */
async function fetchAll(work: Units, { bytes: beside, ...of }: FetchedEmail, ask: Ask): Promise<void> {
  const attachments = await work.read(tx => listAttachments(tx, of))
  const begun = work.now().getTime()
  let bytes = beside
  for (const each of attachments) bytes += base64Bytes(each.bytes ?? 0)
  for (const attachment of attachments) {
    const { path, blob_id } = attachment
    if (blob_id !== null || path === null) continue
    try {
      if (work.now().getTime() - begun > TRY_LIMIT_MS) throw notInTime()
      const stored = await fetchOne(work, { team_id: of.team_id, path }, remainingFileBytes(bytes), ask)
      const fetched = { ...attachment, blob_id: stored.blob_id, bytes: stored.bytes }
      await work.write(async tx => saveFetched(tx, fetched))
      bytes += base64Bytes(stored.bytes)
    } catch (thrown) {
      if (!(thrown instanceof FetchFault)) throw thrown
      const words = `attachments[${attachment.number}] could not be fetched: ${thrown.message}`
      throw new FetchFault(words, thrown.again, thrown.after_ms)
    }
  }
}

const notInTime = (): FetchFault => new FetchFault(`earlier files took more than ${TRY_LIMIT_MS / 1000} seconds`, true)

interface StoredContent {
  blob_id: string
  hash: string
  bytes: number
}

/** The media type that the server sent. */
interface FetchedFile extends StoredContent {
  content_type: string | null
}

/** A file named in a request, with its time and size limits. */
interface AskedFile {
  team_id: string
  path: string
  bytes_max: number
  limit_ms: number
}

/** Fetches files of requests, before the transactions of the requests start. */
export interface FileFetcher {
  /** Stores the file, so that an email can refer to it by its hash. `fault`: why it could not be fetched. */
  (file: AskedFile): Promise<{ hash: string; bytes: number; content_type: string | undefined } | { fault: string }>
}

export function fileFetcher(
  database: Pick<Database, 'unit'>,
  { now, http }: { now: () => Date; http: Pick<HttpClient, 'send'> },
): FileFetcher {
  const units: WriteContext = { write: act => database.unit(act), now, isPending: true }
  return async ({ team_id, path, bytes_max, limit_ms }) => {
    const ask: Ask = (url, receive, left_ms) =>
      http.send({
        method: 'GET',
        url,
        headers: HEADERS,
        body: undefined,
        limit_ms: Math.min(left_ms, limit_ms),
        receive,
      })
    try {
      const { hash, bytes, content_type } = await fetchOne(units, { team_id, path, limit_ms }, bytes_max, ask)
      return { hash, bytes, content_type: parseMediaType(content_type) }
    } catch (thrown) {
      if (thrown instanceof FetchFault) return { fault: thrown.message }
      throw thrown
    }
  }
}

/** Fetches one file. The HTTP client's SSRF guard checks each redirect again. */
async function fetchOne(
  work: WriteContext,
  { team_id, path, limit_ms = FETCH_LIMIT_MS }: { team_id: string; path: string; limit_ms?: number },
  bytes_max: number,
  ask: Ask,
): Promise<FetchedFile> {
  let url: string | undefined = path
  const ends_ms = performance.now() + limit_ms
  for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects++) {
    const from: string = url
    let stored: FetchedFile | undefined
    /** An error of this server, such as a database error. The HTTP client would report it as a broken connection. */
    let fault: unknown
    const noteFault = (thrown: unknown): never => {
      fault = thrown
      throw thrown
    }
    const look: WriteContext['write'] = act => work.write(act).catch(noteFault)
    const receive: Receive = async (head, body) => {
      try {
        url = redirectTarget(head, from)
        if (url !== undefined) return
        checkFile(head, bytes_max, work.now())
        const { content_type } = head
        stored = {
          ...(await storeBody({ write: look, now: work.now, isPending: work.isPending }, team_id, body, bytes_max)),
          content_type,
        }
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
  throw new FetchFault(`more than ${REDIRECTS_MAX} redirects`, false)
}

interface WriteContext extends Pick<Units, 'write' | 'now'> {
  /** The file is stored for a request, which may refer to it later. */
  isPending?: boolean | undefined
}

/** Stores a body as it arrives. Only one part is in memory at a time. */
async function storeBody(
  { write, now, isPending }: WriteContext,
  team_id: string,
  body: AsyncIterable<Buffer>,
  bytes_max: number,
): Promise<StoredContent> {
  const incoming = new IncomingContent({ database: { unit: write }, now }, [team_id], isPending)
  const hash = createHash('sha256')
  let pieces: Buffer[] = []
  let held = 0
  try {
    for await (const piece of body) {
      hash.update(piece)
      held += piece.length
      pieces.push(piece)
      if (incoming.bytes + held > bytes_max) throw tooLargeFile(bytes_max)
      while (held > PART_BYTES) {
        const all = Buffer.concat(pieces)
        await incoming.addPart(all.subarray(0, PART_BYTES))
        pieces = [all.subarray(PART_BYTES)]
        held -= PART_BYTES
      }
    }
    const { id } = await incoming.finish(Buffer.concat(pieces), async (_, stored) => stored.get(team_id)!)
    return { blob_id: id, hash: hash.digest('hex'), bytes: incoming.bytes }
  } catch (error) {
    await incoming.discard()
    throw error
  }
}
