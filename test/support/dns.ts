// A server of names that answers what a test tells it to, over UDP as any other.
import dgram from 'node:dgram'

const [A, AAAA] = [1, 28]

export interface NameServer {
  address: string
  /** What was asked for, in its order, as `A example.com`. */
  asked: string[]
  close(): Promise<void>
}

/** `answer`: the addresses of a name; `undefined`: it says nothing. */
export async function nameServer(answer: (name: string) => readonly string[] | undefined): Promise<NameServer> {
  const socket = dgram.createSocket('udp4')
  const asked: string[] = []
  socket.on('message', (query, { port, address }) => {
    const { name, type, end } = questionOf(query)
    asked.push(`${type === A ? 'A' : 'AAAA'} ${name}`)
    const found = answer(name)
    if (!found) return
    const records = found.filter(each => each.includes(':') === (type === AAAA)).map(each => record(type, each))
    const head = Buffer.from(query.subarray(0, 12))
    head.writeUInt16BE(0x8180, 2)
    head.writeUInt16BE(records.length, 6)
    head.writeUInt32BE(0, 8)
    socket.send(Buffer.concat([head, query.subarray(12, end), ...records]), port, address)
  })
  await new Promise<void>(resolve => socket.bind(0, '127.0.0.1', resolve))
  const { port } = socket.address()
  return { address: `127.0.0.1:${port}`, asked, close: () => new Promise(resolve => socket.close(resolve)) }
}

function questionOf(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = []
  let at = 12
  while (query[at] !== 0) {
    const length = query[at]!
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.'), type: query.readUInt16BE(at + 1), end: at + 5 }
}

/** Of the name that was asked for, good for no time at all. */
function record(type: number, address: string): Buffer {
  const data = type === A ? Buffer.from(address.split('.').map(Number)) : ipv6Bytes(address)
  const head = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, data.length])
  return Buffer.concat([head, data])
}

function ipv6Bytes(address: string): Buffer {
  const [left = '', right = ''] = address.split('::')
  const groups = (text: string): number[] =>
    text === '' ? [] : text.split(':').map(group => Number.parseInt(group, 16))
  const [before, after] = [groups(left), groups(right)]
  const all = [...before, ...Array.from({ length: 8 - before.length - after.length }, () => 0), ...after]
  return Buffer.from(all.flatMap(group => [group >> 8, group & 255]))
}
