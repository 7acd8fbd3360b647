// A name server with configurable responses, over UDP and TCP.
import dgram from 'node:dgram'
import net, { type AddressInfo } from 'node:net'
import packets, { type Answer, type Question } from 'dns-packet'

export interface NameServer {
  address: string
  /** The questions in order, as `A example.com`. */
  asked: string[]
  /** The number of questions over TCP. */
  overTcp(): number
  close(): Promise<void>
}

/**
 * The records of a name by kind: `MX: ['10 mx.example.com']`, `CAA: ['0 issue "ca.example"']`, `TLSA: ['3 1 1 <hex>']`,
 * texts unchanged.
 */
export type Names = Partial<Record<'A' | 'AAAA' | 'CNAME' | 'NS' | 'TXT' | 'MX' | 'CAA' | 'TLSA', readonly string[]>>

/**
 * A list of addresses; an empty list means no record. A word is the response code, `undefined` means no response, and
 * complete records are sent unchanged.
 */
type DnsReply = readonly (string | Answer)[] | 'SERVFAIL' | 'REFUSED' | 'NXDOMAIN' | undefined

const CODES = { SERVFAIL: 2, NXDOMAIN: 3, REFUSED: 5 }

export async function nameServer(
  answer: (name: string, kind: string) => DnsReply,
  { authentic = false, udp_bytes_max = 1232 } = {},
): Promise<NameServer> {
  const asked: string[] = []
  let over_tcp = 0
  const reply = (query: Buffer): Buffer | undefined => {
    const { id, questions } = packets.decode(query)
    const question = questions![0]!
    asked.push(`${question.type} ${question.name}`)
    const told = answer(question.name.toLowerCase(), question.type)
    if (told === undefined) return undefined
    const flags = packets.RECURSION_DESIRED | packets.RECURSION_AVAILABLE | (authentic ? packets.AUTHENTIC_DATA : 0)
    if (typeof told === 'string') return packets.encode({ type: 'response', id, flags: flags | CODES[told], questions })
    const answers = told.flatMap(each => (typeof each === 'string' ? addressRecord(question, each) : each))
    return packets.encode({ type: 'response', id, flags, questions, answers })
  }
  const { udp, tcp } = await openBoth()
  udp.on('message', (query, { port, address }) => {
    const whole = reply(query)
    if (whole) udp.send(whole.length > udp_bytes_max ? cutOff(whole) : whole, port, address)
  })
  const sockets = new Set<net.Socket>()
  tcp.on('connection', socket => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('data', (query: Buffer) => {
      over_tcp++
      const whole = reply(query.subarray(2))
      if (whole) socket.write(Buffer.concat([Buffer.from([whole.length >> 8, whole.length & 255]), whole]))
    })
  })
  return {
    address: `127.0.0.1:${udp.address().port}`,
    asked,
    overTcp: () => over_tcp,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await Promise.all([new Promise<void>(done => udp.close(done)), new Promise(done => tcp.close(done))])
    },
  }
}

/** Opens UDP and TCP on one port. The UDP port may already be in use for TCP. */
async function openBoth(): Promise<{ udp: dgram.Socket; tcp: net.Server }> {
  const tcp = net.createServer()
  await new Promise<void>(resolve => tcp.listen(0, '127.0.0.1', resolve))
  const udp = dgram.createSocket('udp4')
  const isOpen = await new Promise<boolean>(resolve => {
    udp.once('error', () => resolve(false))
    udp.bind((tcp.address() as AddressInfo).port, '127.0.0.1', () => resolve(true))
  })
  if (isOpen) return { udp, tcp }
  tcp.close()
  return openBoth()
}

/** Removes the records, as for a response that does not fit into a packet. */
function cutOff(whole: Buffer): Buffer {
  const { id, questions, flags } = packets.decode(whole)
  return packets.encode({ type: 'response', id, flags: (flags ?? 0) | packets.TRUNCATED_RESPONSE, questions })
}

/** Records with a TTL of zero. */
function addressRecord({ name, type }: Question, data: string): Answer[] {
  if (data.includes(':') !== (type === 'AAAA') || (type !== 'A' && type !== 'AAAA')) return []
  return [{ type, name, ttl: 0, data }]
}

/** Answers from `names`, which the test may change; any other name does not exist. */
export function zoneServer(
  names: Record<string, Names | 'SERVFAIL' | 'silent'>,
  options?: Parameters<typeof nameServer>[1],
): Promise<NameServer> {
  return nameServer((name, kind) => toldOf(names, name, kind), options)
}

function toldOf(names: Parameters<typeof zoneServer>[0], name: string, kind: string): DnsReply {
  const has = names[name]
  if (has === undefined) return 'NXDOMAIN'
  if (has === 'SERVFAIL') return has
  if (has === 'silent') return undefined
  const own = (has[kind as keyof Names] ?? []).map(data => recordOf(name, kind, data))
  const [alias] = has.CNAME ?? []
  if (alias === undefined || kind === 'CNAME') return own
  const told = toldOf(names, alias, kind)
  return Array.isArray(told) ? [recordOf(name, 'CNAME', alias), ...told] : told
}

function recordOf(name: string, kind: string, data: string): Answer {
  const [first = '', second = '', rest = ''] = data.split(' ')
  const base = { name, ttl: 60 }
  if (kind === 'MX') return { ...base, type: 'MX', data: { preference: Number(first), exchange: second } }
  if (kind === 'TXT') return { ...base, type: 'TXT', data: data.match(/[^]{1,255}/g) ?? [''] }
  if (kind === 'TLSA') {
    const [usage, selector, matchingType, hex = ''] = data.split(' ')
    const certificate = Buffer.from(hex, 'hex')
    const numbers = { usage: Number(usage), selector: Number(selector), matchingType: Number(matchingType) }
    return { ...base, type: 'TLSA', data: { ...numbers, certificate } }
  }
  if (kind === 'CAA') {
    return {
      ...base,
      type: 'CAA',
      data: { flags: Number(first), tag: second as 'issue', value: rest.replaceAll('"', '') },
    }
  }
  return { ...base, type: kind as 'A', data }
}
