// The job that turns an arrival into a received email: parses it, checks SPF, DKIM and DMARC, calls the spam filter, and stores
// the result. The email is stored even if any of these fail, because it was accepted with a 250.
import { readContent } from '../../mail/attachments/actions.ts'
import { IncomingContent } from '../../mail/attachments/store/incoming.ts'
import { ClaimLost, type Work } from '../../base/queue/claimed-work.ts'
import { DatabaseUnavailable, type Tx } from '../../base/store/database.ts'
import { ThreadFailed } from '../../base/threads/pool.ts'
import { checkInThread, type IncomingBytes, readInThread } from './in-threads/actions.ts'
import { headerValue, SPAM_CHECKED_BYTES, parseSpamResponse, type SpamVerdict } from './in-threads/spam.ts'
import { storeReceivedEmail } from './actions.ts'
import { composeReceived, type StoredParts, traceHeaders } from './compose.ts'
import type { AuthenticationFindings } from './checking/findings.ts'
import type { FilePiece, StreamedPart } from './reading/actions.ts'
import type { ReadEmail } from './rules.ts'
import { type Arrival, findArrival } from './store.ts'

export interface ReceivingParts {
  /** The host name of this server for other mail servers. */
  mail_host: string
  dns_servers: readonly string[]
  /** The URL of a spam filter; `undefined` if there is none. */
  spam_check_url: string | undefined
}

type Job = Work<'read_received'>

/** After this many attempts the email is stored as unreadable: a result that could not be stored three times never can be. */
const TRIES = 3

/** An email up to this size is read from the database once and kept in memory for all three readers. */
const SMALL_BYTES = 262_144
/** How much is parsed of an email after parsing the whole email crashed its thread or exceeded its time or memory. */
const BEGINNING_BYTES = 65_536
const SPAM_LIMIT_MS = 3_000

/**
 * Finds the guards of a transaction that stores email for these recipients, so that it can acquire them before it reads
 * anything. Otherwise it would conflict with others for the same recipients and run again.
 */
type FindGuards = (tx: Tx, team_id: string, recipients: readonly string[]) => Promise<(tx: Tx) => void>

/** Runs the job `read_received`. */
export function readReceived(parts: ReceivingParts, findGuards: FindGuards): (work: Job) => Promise<void> {
  return async work => {
    const { team_id, arrival_id: id } = work.payload
    const arrival = await work.read(tx => findArrival(tx, { team_id, id }))
    if (!arrival) return
    const keep = async (reading: ReadEmail): Promise<void> => {
      const guard = work.several && (await work.read(tx => findGuards(tx, team_id, arrival.recipients)))
      await work.finish(async tx => {
        if (guard) guard(tx)
        await storeReceivedEmail({ tx, team_id, now: work.now() }, arrival, reading)
      })
    }
    try {
      await keep(await readAll(work, arrival, parts))
    } catch (error) {
      const isBusy = error instanceof ThreadFailed && error.why === 'busy'
      if (work.attempt < TRIES || isBusy || error instanceof ClaimLost || error instanceof DatabaseUnavailable)
        throw error
      work.log.error({ err: error, arrival_id: id }, 'received email stored as unreadable')
      const trace = traceHeaders(arrival, parts.mail_host, undefined, undefined)
      await keep(composeReceived(arrival, undefined, { checked: undefined, spam: undefined, trace }))
    }
  }
}

async function readAll(work: Job, arrival: Arrival, parts: ReceivingParts): Promise<ReadEmail> {
  const mail = await openMail(work, arrival)
  const [read, checked, spam] = await Promise.all([
    readInParts(work, mail),
    check(work, arrival, mail, parts),
    askFilter(work, arrival, mail, parts),
  ])
  const trace = traceHeaders(arrival, parts.mail_host, checked, spam)
  return composeReceived(arrival, read, { checked, spam, trace })
}

async function openMail(work: Job, { team_id, raw_blob_id: blob_id, bytes }: Arrival): Promise<IncomingBytes> {
  const read = (): AsyncIterable<Buffer> => readContent(body => work.read(body), { team_id, blob_id, bytes })
  if (bytes > SMALL_BYTES) return { team_id, bytes, pieces: read }
  const whole: Buffer[] = []
  for await (const piece of read()) whole.push(piece)
  return {
    team_id,
    bytes,
    pieces: async function* () {
      yield* whole
    },
  }
}

/** Parses an email and stores its files; if that fails because of the email, parses only its beginning. */
async function readInParts(work: Job, mail: IncomingBytes): Promise<StoredParts | undefined> {
  try {
    return await readAndStore(work, mail)
  } catch (error) {
    if (!isOfMail(error)) throw error
    work.log.warn({ err: error, arrival_id: work.payload.arrival_id }, 'received email parsed partially')
  }
  const pieces = async function* (): AsyncGenerator<Buffer> {
    for await (const piece of mail.pieces()) return yield piece.subarray(0, BEGINNING_BYTES)
  }
  try {
    const read = await readAndStore(work, { ...mail, bytes: BEGINNING_BYTES, pieces })
    return {
      ...read,
      problems: [...read.problems, 'The email could only be parsed partially. See the original for the rest.'],
    }
  } catch (error) {
    if (!isOfMail(error)) throw error
    return undefined
  }
}

/** Whether the email itself caused the failure of its reader. A busy reader is not caused by the email. */
function isOfMail(error: unknown): boolean {
  return error instanceof ThreadFailed && error.why !== 'busy'
}

async function readAndStore(work: Job, mail: IncomingBytes): Promise<StoredParts> {
  const { team_id } = mail
  const storing = { database: { unit: work.write.bind(work) }, now: work.now }
  const contents = new Map<StreamedPart, { content: IncomingContent; done: Promise<unknown> }>()
  const blobs = new Map<StreamedPart, string>()
  const keep = ({ of, data, isLast }: FilePiece): Promise<void> => {
    const known = contents.get(of) ?? { content: new IncomingContent(storing, [team_id]), done: Promise.resolve() }
    contents.set(of, known)
    const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength)
    const write = async (): Promise<void> => {
      if (!isLast) return known.content.addPart(bytes)
      blobs.set(of, await known.content.finish(bytes, async (_, stored) => stored.get(team_id)!.id))
    }
    // pieces of one file are written sequentially, different files concurrently
    const done = known.done.then(write)
    known.done = done
    return done
  }
  return { ...(await readInThread(mail, keep)), blobs }
}

async function check(
  work: Job,
  { peer, envelope_from: sender }: Arrival,
  mail: IncomingBytes,
  parts: ReceivingParts,
): Promise<AuthenticationFindings | undefined> {
  const { mail_host, dns_servers } = parts
  try {
    return await checkInThread(mail, { ip: peer.ip, helo: peer.helo, sender, mail_host, dns_servers })
  } catch (error) {
    work.log.warn({ err: error, arrival_id: work.payload.arrival_id }, 'SPF, DKIM and DMARC check failed')
    return undefined
  }
}

async function askFilter(
  work: Job,
  { id, peer, envelope_from, recipients }: Arrival,
  mail: IncomingBytes,
  { spam_check_url: url }: ReceivingParts,
): Promise<SpamVerdict | undefined> {
  if (url === undefined) return undefined
  try {
    const body: Buffer[] = []
    let left = SPAM_CHECKED_BYTES
    for await (const piece of mail.pieces()) {
      body.push(piece.subarray(0, left))
      if ((left -= piece.length) <= 0) break
    }
    const headers = { IP: peer.ip, Helo: peer.helo, From: envelope_from, Rcpt: recipients[0]!, 'Queue-Id': id }
    const answer = await fetch(url, {
      method: 'POST',
      body: Buffer.concat(body),
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, headerValue(value)])),
      signal: AbortSignal.timeout(SPAM_LIMIT_MS),
      redirect: 'error',
    })
    const found = answer.ok ? parseSpamResponse(await answer.json()) : undefined
    if (!found) work.log.warn({ status: answer.status }, 'spam filter response invalid')
    return found
  } catch (error) {
    work.log.warn({ err: error }, 'spam filter unreachable')
    return undefined
  }
}
