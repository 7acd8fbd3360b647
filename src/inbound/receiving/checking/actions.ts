// Checks SPF, DKIM, ARC and DMARC in a worker thread. DNS uses our own caching client. A lookup that is not answered in time
// fails the check (`temperror`), but never the email.
import { Readable } from 'node:stream'
import type { MessagePort } from 'node:worker_threads'
import type * as Mailauth from 'mailauth'
import { lazy } from '../../../base/runtime/lazy.ts'
import { type AuthenticationFindings, dnsAnswer, authenticationFindings } from './findings.ts'
import { HeaderCut } from '../header-cut.ts'
import { NameServers } from './name-servers/actions.ts'
import { withFewSignatures } from './signatures.ts'

const mailauth = lazy<typeof Mailauth>('mailauth')

export interface MailToCheck {
  ip: string
  helo: string
  /** The return path of the envelope; may be empty. */
  sender: string
  /** The name of this server. */
  mail_host: string
  dns_servers: readonly string[]
  /** Time limit for all DNS lookups together. */
  limit_ms: number
}

/** By their addresses, so that emails share the cache of answers. */
const all_servers = new Map<string, NameServers>()

/** Checks an email whose pieces arrive over the port; an empty piece is its end. */
export async function checkMail(port: MessagePort, mail: MailToCheck): Promise<AuthenticationFindings> {
  const { ip, helo, sender, mail_host: mta, dns_servers } = mail
  const key = dns_servers.join(' ')
  const servers = all_servers.get(key) ?? new NameServers(dns_servers)
  all_servers.set(key, servers)
  // loaded before the time for DNS starts
  const { authenticate } = mailauth()
  const asking = servers.askFor(mail.limit_ms)
  const resolver = async (name: string, type: string): Promise<string[][] | string[]> =>
    dnsAnswer(name, type, await asking.ask(name, type)) as string[][]
  try {
    const options = { ip, helo, sender, mta, resolver, minBitLength: 1024, disableBimi: true }
    const pieces = boundedForChecks(piecesOf(port))
    return authenticationFindings(await authenticate(Readable.from(pieces, { objectMode: false }), options))
  } finally {
    asking.end()
    port.close()
  }
}

/** The email with a limited header and number of signatures, so that the time of a check is limited. */
async function* boundedForChecks(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const cut = new HeaderCut()
  let isHeader = true
  for await (const piece of pieces) {
    const bytes = cut.take(piece)
    if (bytes.length === 0) continue
    // `HeaderCut` returns the whole header as its first bytes
    yield isHeader ? withFewSignatures(bytes) : bytes
    isHeader = false
  }
  yield withFewSignatures(cut.rest())
}

async function* piecesOf(port: MessagePort): AsyncGenerator<Buffer> {
  const pieces: Uint8Array[] = []
  let wake: (() => void) | undefined
  port.on('message', (piece: Uint8Array) => {
    pieces.push(piece)
    wake?.()
  })
  for (;;) {
    while (pieces.length === 0) await new Promise<void>(resolve => (wake = resolve))
    const piece = pieces.shift()!
    if (piece.length === 0) return
    yield Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength)
    port.postMessage(null)
  }
}
