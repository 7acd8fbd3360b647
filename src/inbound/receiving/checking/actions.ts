// Checks in a thread who a mail is from: SPF, DKIM, ARC and DMARC. DNS is asked by the server's own client, which keeps answers
// for a while; what it does not say in time is a failure of the check, and never of the mail.
import { Readable } from 'node:stream'
import type { MessagePort } from 'node:worker_threads'
import type * as Mailauth from 'mailauth'
import { lazy } from '../../../base/runtime/lazy.ts'
import { type Dns, dnsClient } from '../../../base/net/dns.ts'
import { cachedDns } from '../../../base/net/dns-cache.ts'
import { type Checked, dnsAnswer, findingsOf } from './findings.ts'

const mailauth = lazy<typeof Mailauth>('mailauth')

export interface CheckedMail {
  ip: string
  helo: string
  /** Of the envelope; empty: none. */
  sender: string
  /** The name of this server. */
  mail_host: string
  dns_servers: readonly string[]
  /** For how long DNS is asked. */
  limit_ms: number
}

/** By the servers that are asked. */
const clients = new Map<string, Pick<Dns, 'ask'>>()

/** Checks the mail whose pieces come over the port, an empty one at its end. */
export async function checkMail(port: MessagePort, mail: CheckedMail): Promise<Checked> {
  const { ip, helo, sender, mail_host: mta, dns_servers } = mail
  const key = dns_servers.join(' ')
  const dns = clients.get(key) ?? cachedDns(dnsClient({ servers: dns_servers }))
  clients.set(key, dns)
  // loading it is none of the time for DNS
  const { authenticate } = mailauth()
  const until_ms = performance.now() + mail.limit_ms
  const resolver = async (name: string, type: string): Promise<string[][] | string[]> =>
    dnsAnswer(name, type, await inTime(dns, name, type, until_ms)) as string[][]
  try {
    const options = { ip, helo, sender, mta, resolver, minBitLength: 1024, disableBimi: true }
    return findingsOf(await authenticate(Readable.from(piecesOf(port), { objectMode: false }), options))
  } finally {
    port.close()
  }
}

const KINDS = new Set(['A', 'AAAA', 'CNAME', 'TXT', 'MX', 'NS'])

async function inTime(dns: Pick<Dns, 'ask'>, name: string, type: string, until_ms: number) {
  const left_ms = until_ms - performance.now()
  // what asks for the name of an address (PTR) is not to be used (RFC 7208 5.5)
  if (!KINDS.has(type)) return { none: 'record' as const, authentic: false }
  if (left_ms <= 0) return { trouble: 'there was no time left' }
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<{ trouble: string }>(resolve => {
    timer = setTimeout(resolve, left_ms, { trouble: 'no name server answered in time' })
  })
  const answer = await Promise.race([dns.ask(type as 'TXT', name), late])
  clearTimeout(timer)
  return answer
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
