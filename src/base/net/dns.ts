// The DNS client, and the only file that sends DNS queries. It distinguishes "no such record" from "no server
// responded", enforces a time limit, and limits how much of an answer it reads. `authentic`: the server validated the
// answer (DNSSEC).
//
// The system's resolver has two threads for the whole process, so one slow name server would block all queries. Here
// each query has its own port and a random id, and an answer must repeat both and the question (RFC 5452).
import { randomInt } from 'node:crypto'
import dgram from 'node:dgram'
import { Resolver } from 'node:dns'
import net, { isIPv4, isIPv6 } from 'node:net'
import type { Answer as PacketAnswer, DecodedPacket } from 'dns-packet'
import type DnsPacket from 'dns-packet'
import { lazy } from '../runtime/lazy.ts'
import { plainAddress } from '../text/destination.ts'

const dnsPacket = lazy<typeof DnsPacket>('dns-packet')

/** The content of a record of each kind. Names are in lower case, without the dot at the end. */
export interface DnsRecords {
  A: string
  AAAA: string
  CNAME: string
  NS: string
  /** The strings of one record, joined. */
  TXT: string
  /** `exchange` is `.` for a domain that accepts no mail (RFC 7505). */
  MX: { exchange: string; priority: number }
  CAA: { tag: string; value: string }
  TLSA: { usage: number; selector: number; matching_type: number; certificate: Buffer }
}

export type DnsKind = keyof DnsRecords

/**
 * `found` is never empty. `none`: the record, or even the name, does not exist. `trouble`: the query failed, so the
 * record may exist; the reason is worded to follow "the name could not be looked up:".
 */
export type DnsAnswer<Kind extends DnsKind> =
  | { found: DnsRecords[Kind][]; ttl_s: number; authentic: boolean }
  | { none: 'record' | 'name'; authentic: boolean }
  | { trouble: string }

export interface Dns {
  query<Kind extends DnsKind>(kind: Kind, name: string, signal?: AbortSignal): Promise<DnsAnswer<Kind>>
  /** IPv4 first; empty if there are none. */
  addressesOf(host: string, signal?: AbortSignal): Promise<{ addresses: string[] } | { trouble: string }>
}

interface DnsParts {
  /** `ip` or `ip:port`, in the order of use; empty: the system's servers. */
  servers?: readonly string[]
  /** How long to wait before the next server is tried. */
  try_ms?: number
}

const PORT = 53
const TRY_MS = 2000
const ROUNDS = 2
const SERVERS_MAX = 3
/** Maximum number of records read from one answer. */
export const RECORDS_MAX = 100
/** Maximum size of an answer over UDP; a longer one is fetched over TCP. Larger packets get lost (RFC 9715). */
const UDP_BYTES = 1232
const ADDRESSES_MAX = 20

export function dnsClient({ servers = [], try_ms = TRY_MS }: DnsParts = {}): Dns {
  const ask: Dns['query'] = async (kind, name, signal) => {
    const asked = name.replace(/\.$/, '').toLowerCase()
    if (!isName(asked)) return { none: 'name', authentic: false }
    // the system's servers are read each time, because they change when a laptop changes networks
    const all = (servers.length > 0 ? servers : new Resolver().getServers()).flatMap(each => parseDnsServer(each) ?? [])
    return queryServers({ kind, name: asked }, all.slice(0, SERVERS_MAX), { try_ms, signal })
  }
  return { query: ask, addressesOf: (host, signal) => addressesOf(ask, host, signal) }
}

/** Finds no record and sends no query. */
export const EMPTY_DNS: Dns = {
  query: async () => ({ none: 'name', authentic: false }),
  addressesOf: async () => ({ addresses: [] }),
}

interface Place {
  host: string
  port: number
}

interface Question {
  kind: DnsKind
  name: string
}

interface SentQuery {
  question: Question
  query: Buffer
}

interface QueryTimeout {
  try_ms: number
  signal: AbortSignal | undefined
}

async function queryServers<Kind extends DnsKind>(
  question: Question & { kind: Kind },
  servers: readonly Place[],
  patience: QueryTimeout,
): Promise<DnsAnswer<Kind>> {
  const { signal } = patience
  let trouble = 'no DNS server is configured'
  for (const server of Array.from({ length: ROUNDS }, () => servers).flat()) {
    signal?.throwIfAborted()
    const reply = await queryServer(question, server, patience)
    signal?.throwIfAborted()
    const answer = 'packet' in reply ? read(question, reply.packet) : reply
    if (!('trouble' in answer)) return answer
    trouble = answer.trouble
  }
  return { trouble }
}

type Reply = { packet: DecodedPacket } | { trouble: string }

/** Never throws. Repeats the query over TCP if the answer was truncated. */
async function queryServer(question: Question, server: Place, { try_ms, signal }: QueryTimeout): Promise<Reply> {
  const late = AbortSignal.timeout(try_ms)
  const until = signal ? AbortSignal.any([signal, late]) : late
  const sent = { question, query: queryOf(question) }
  try {
    const packet = await overUdp(sent, server, until)
    return { packet: packet.flag_tc ? await overTcp(sent, server, until) : packet }
  } catch (error) {
    if (until.aborted) return { trouble: `no response from a DNS server within ${try_ms / 1000} seconds` }
    const { code, message } = error as NodeJS.ErrnoException
    return { trouble: `the DNS query failed (${code ?? message})` }
  }
}

function queryOf({ kind, name }: Question): Buffer {
  return dnsPacket().encode({
    type: 'query',
    id: randomInt(0x10000),
    flags: dnsPacket().RECURSION_DESIRED | dnsPacket().AUTHENTIC_DATA,
    questions: [{ type: kind, name, class: 'IN' }],
    additionals: [
      {
        type: 'OPT',
        name: '.',
        udpPayloadSize: UDP_BYTES,
        extendedRcode: 0,
        ednsVersion: 0,
        flags: 0,
        flag_do: false,
        options: [],
      },
    ],
  })
}

function overUdp({ query, question }: SentQuery, server: Place, until: AbortSignal): Promise<DecodedPacket> {
  const { host, port } = server
  const socket = dgram.createSocket(isIPv6(host) ? 'udp6' : 'udp4')
  return new Promise<DecodedPacket>((resolve, reject) => {
    const stop = (): void => reject(new Error('stopped'))
    if (until.aborted) return stop()
    until.addEventListener('abort', stop, { once: true })
    socket.on('error', reject)
    socket.on('message', bytes => {
      // an answer to another question may be forged, and the genuine one may still arrive
      const packet = fitting(bytes, query, question)
      if (packet) resolve(packet)
    })
    // a connected socket receives from this server alone, and gets an error if the port is closed
    socket.connect(port, host, () => socket.send(query))
  }).finally(() => socket.close())
}

function overTcp({ query, question }: SentQuery, server: Place, until: AbortSignal): Promise<DecodedPacket> {
  const { host, port } = server
  const socket = net.connect({ host, port })
  return new Promise<DecodedPacket>((resolve, reject) => {
    const stop = (): void => reject(new Error('stopped'))
    if (until.aborted) return stop()
    until.addEventListener('abort', stop, { once: true })
    let bytes = Buffer.alloc(0)
    socket.on('connect', () =>
      socket.write(Buffer.concat([Buffer.from([query.length >> 8, query.length & 255]), query])),
    )
    socket.on('data', (piece: Buffer) => {
      // the length has two bytes, so an answer is never larger than 64 kB
      bytes = Buffer.concat([bytes, piece])
      if (bytes.length < 2 || bytes.length < 2 + bytes.readUInt16BE()) return
      const packet = fitting(bytes.subarray(2, 2 + bytes.readUInt16BE()), query, question)
      if (packet) resolve(packet)
      else reject(new Error('malformed response'))
    })
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('connection closed')))
  }).finally(() => socket.destroy())
}

/** Parses `10.0.0.53`, `127.0.0.1:5353`, `::1` or `[::1]:5353`; returns `undefined` for any other text. */
export function parseDnsServer(text: string): { host: string; port: number } | undefined {
  if (isIPv6(text)) return { host: text, port: PORT }
  const [, bracketed, plain, port = String(PORT)] = /^(?:\[(.+)\]|([^:]+))(?::(\d{1,5}))?$/.exec(text) ?? []
  const isRight = bracketed === undefined ? isIPv4(plain ?? '') : isIPv6(bracketed)
  if (!isRight || Number(port) < 1 || Number(port) > 65_535) return undefined
  return { host: (bracketed ?? plain)!, port: Number(port) }
}

function fitting(bytes: Buffer, query: Buffer, { kind, name }: Question): DecodedPacket | undefined {
  if (bytes.length < 12 || bytes.readUInt16BE(0) !== query.readUInt16BE(0)) return undefined
  try {
    const packet = dnsPacket().decode(bytes)
    const [asked] = packet.questions ?? []
    const isAnswer = packet.type === 'response' && asked?.type === kind && asked.name.toLowerCase() === name
    return isAnswer ? packet : undefined
  } catch {
    return undefined
  }
}

function read<Kind extends DnsKind>({ kind }: Question & { kind: Kind }, packet: DecodedPacket): DnsAnswer<Kind> {
  const { rcode } = packet as DecodedPacket & { rcode: string }
  const authentic = packet.flag_ad
  if (rcode === 'NXDOMAIN') return { none: 'name', authentic }
  if (rcode !== 'NOERROR') return { trouble: `the DNS server responded with ${rcode}` }
  const records = (packet.answers ?? []).filter(each => each.type === kind).slice(0, RECORDS_MAX)
  if (records.length === 0) return { none: 'record', authentic }
  const ttl_s = Math.min(...records.map(each => ('ttl' in each ? (each.ttl ?? 0) : 0)))
  return { found: records.map(each => READ[kind](each as never)), ttl_s, authentic }
}

type RecordOfKind<Kind extends DnsKind> = Extract<PacketAnswer, { type: Kind }>

const plainName = (name: string): string => (name === '.' ? name : name.replace(/\.$/, '').toLowerCase())

const READ: { readonly [Kind in DnsKind]: (record: RecordOfKind<Kind>) => DnsRecords[Kind] } = {
  A: ({ data }) => data,
  AAAA: ({ data }) => data,
  CNAME: ({ data }) => plainName(data),
  NS: ({ data }) => plainName(data),
  TXT: ({ data }) => [data].flat().join(''),
  MX: ({ data }) => ({ exchange: plainName(data.exchange), priority: data.preference ?? 0 }),
  CAA: ({ data }) => ({ tag: data.tag, value: data.value }),
  TLSA: ({ data: { usage, selector, matchingType: matching_type, certificate } }) => ({
    usage,
    selector,
    matching_type,
    certificate,
  }),
}

/** Whether a name can be queried (RFC 1035 2.3.4); any other name has no records. */
function isName(name: string): boolean {
  const labels = name.split('.')
  return name.length <= 253 && labels.every(label => /^[\x21-\x7e]{1,63}$/.test(label))
}

async function addressesOf(
  ask: Dns['query'],
  host: string,
  signal: AbortSignal | undefined,
): Promise<{ addresses: string[] } | { trouble: string }> {
  const answers = await Promise.all([ask('A', host, signal), ask('AAAA', host, signal)])
  const addresses = answers.flatMap(each => ('found' in each ? each.found : []))
  const troubled = answers.find(each => 'trouble' in each)
  if (addresses.length === 0 && troubled) return troubled
  return { addresses: addresses.map(plainAddress).slice(0, ADDRESSES_MAX) }
}
