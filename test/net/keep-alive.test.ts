// Persistent connections, with real servers, some of which send exactly what the test writes.
import net, { type AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { parseProxies } from '../../src/base/net/client-ip.ts'
import { dnsClient } from '../../src/base/net/dns.ts'
import {
  type KeepAliveClient,
  keepAliveClients,
  type KeepAliveOutcome,
  type KeepAliveRequest,
} from '../../src/base/net/keep-alive.ts'
import { destination } from '../support/destination.ts'
import { nameServer } from '../support/dns.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

function client(allowed = '127.0.0.1', dns_servers: string[] = []): KeepAliveClient {
  const made = keepAliveClients({ allowed: parseProxies(allowed), dns: dnsClient({ servers: dns_servers }) })
  closing.push(made.close)
  return made.keep(10)
}

const to = (url: string, more: Partial<KeepAliveRequest> = {}): KeepAliveRequest => ({
  method: 'POST',
  url,
  headers: { 'content-type': 'application/json' },
  body: '{"ä":1}',
  limit_ms: 10_000,
  answer_bytes_max: 100,
  ...more,
})

interface RawServer {
  url: string
  connections: () => number
  requests: () => number
}

/** Sends this in response to each request. */
async function rawServer(speak: (socket: net.Socket, request: number) => void): Promise<RawServer> {
  const sockets = new Set<net.Socket>()
  let requests = 0
  const server = net.createServer(socket => {
    sockets.add(socket)
    socket.on('error', () => {})
    let read = ''
    socket.on('data', piece => {
      read += piece.toString()
      if (!read.endsWith('{"ä":1}')) return
      read = ''
      speak(socket, ++requests)
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/`, connections: () => sockets.size, requests: () => requests }
}

const bodyOf = (exchange: KeepAliveOutcome): string | undefined =>
  'answer' in exchange ? exchange.answer.body.toString() : undefined

describe('a POST request', () => {
  it('is sent unchanged, on one connection with the following ones', async () => {
    const { url, received, port, close } = await destination((_, response) => void response.end('said'))
    closing.push(close)
    const sending = client()
    for (let count = 0; count < 3; count++) {
      const sent = await sending.send(to(`${url}/a?b=c`))
      expect(sent).toMatchObject({ answer: { status: 200, truncated: false } })
      expect(bodyOf(sent)).toBe('said')
    }
    expect(received).toHaveLength(3)
    expect(received[0]).toMatchObject({ method: 'POST', url: '/a?b=c', body: '{"ä":1}' })
    expect(received[0]!.headers).toMatchObject({ host: `127.0.0.1:${port}`, 'content-length': '8' })
  })

  it.each([
    ['by its length', 'HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nsaid', 1],
    [
      'in chunks',
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2;a=b\r\nsa\r\n2\r\nid\r\n0\r\nX: y\r\n\r\n',
      1,
    ],
    [
      'behind others on the way',
      'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nsaid',
      1,
    ],
    ['of HTTP/1.0 with keep-alive', 'HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nContent-Length: 4\r\n\r\nsaid', 1],
    ['of HTTP/1.0', 'HTTP/1.0 200 OK\r\nContent-Length: 4\r\n\r\nsaid', 2],
    ['before the connection closes', 'HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 4\r\n\r\nsaid', 2],
    [
      'with a length and chunks',
      'HTTP/1.1 200 OK\r\nContent-Length: 9\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nsaid\r\n0\r\n\r\n',
      2,
    ],
    ['with something behind it', 'HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nsaidHTTP/1.1 200 OK\r\n', 2],
  ])('accepts a response %s, a byte at a time or all at once', async (_name, answer, connections) => {
    for (const pieces of [[answer], [...answer]]) {
      const server = await rawServer(socket => {
        for (const piece of pieces) socket.write(piece)
      })
      const sending = client()
      expect(bodyOf(await sending.send(to(server.url)))).toBe('said')
      expect(bodyOf(await sending.send(to(server.url)))).toBe('said')
      // extra data may arrive after the response was recognized as complete
      if (pieces.length === 1 || connections === 1) expect(server.connections()).toBe(connections)
    }
  })

  it('reads until the connection closes if the response has no length', async () => {
    const server = await rawServer(socket => socket.end('HTTP/1.1 200 OK\r\n\r\nsaid'))
    expect(bodyOf(await client().send(to(server.url)))).toBe('said')
  })

  it.each([204, 304])('with status %i has no body, whatever its headers declare', async status => {
    const server = await rawServer(socket => socket.write(`HTTP/1.1 ${status} None\r\nContent-Length: 5\r\n\r\n`))
    expect(await client().send(to(server.url))).toMatchObject({ answer: { status } })
  })

  it('is truncated if the response is too long, and its connection is not reused', async () => {
    const body = 'x'.repeat(101)
    const server = await rawServer(socket => socket.write(`HTTP/1.1 200 OK\r\nContent-Length: 101\r\n\r\n${body}`))
    const sending = client()
    const sent = await sending.send(to(server.url))
    expect(sent).toMatchObject({ answer: { truncated: true } })
    expect(bodyOf(sent)).toBe('x'.repeat(100))
    await sending.send(to(server.url))
    expect(server.connections()).toBe(2)
  })

  it.each([
    ['no answer', 'hello\r\n\r\n'],
    ['another protocol', 'HTTP/1.1 101 Switching Protocols\r\n\r\n'],
    ['no status', 'HTTP/1.1 999 Odd\r\nContent-Length: 0\r\n\r\n'],
    ['a folded line', 'HTTP/1.1 200 OK\r\nA: b\r\n c\r\n\r\n'],
    ['a field without a name', 'HTTP/1.1 200 OK\r\n: b\r\n\r\n'],
    ['a space before the colon', 'HTTP/1.1 200 OK\r\nContent-Length : 4\r\n\r\nsaid'],
    ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 4\r\nContent-Length: 5\r\n\r\nsaid'],
    ['an invalid length', 'HTTP/1.1 200 OK\r\nContent-Length: +4\r\n\r\nsaid'],
    ['a chunk that is longer', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nsaid\r\n0\r\n\r\n'],
    ['a chunk without a length', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxy\r\nsaid'],
    ['a head without an end', `HTTP/1.1 200 OK\r\nA: ${'x'.repeat(20_000)}`],
    ['a trailer without an end', `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nA: ${'x'.repeat(20_000)}`],
  ])('fails if the response has %s', async (_name, answer) => {
    const server = await rawServer(socket => socket.write(answer))
    const sent = await client().send(to(server.url))
    expect(sent).toEqual({ broken: expect.stringContaining('the connection failed: '), stopped: false })
  })

  it('is sent once more if its connection was closed before, and not after any part of a response', async () => {
    const said = 'HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nsaid'
    const closingOn = async (second: string): Promise<[KeepAliveOutcome, RawServer]> => {
      const server = await rawServer((socket, request) => {
        if (request === 2) socket.end(second)
        else socket.write(said)
      })
      const sending = client()
      await sending.send(to(server.url))
      return [await sending.send(to(server.url)), server]
    }
    const [once_more, quiet] = await closingOn('')
    expect([bodyOf(once_more), quiet.requests()]).toEqual(['said', 3])
    const [broken, half] = await closingOn(said.slice(0, -1))
    expect(broken).toMatchObject({ broken: expect.any(String) })
    expect(half.requests()).toBe(2)
  })

  it('is aborted after the timeout, even if data still arrives, and its connection is not reused', async () => {
    const server = await rawServer(socket => {
      const timer = setInterval(() => socket.write('HTTP/1.1 100 Continue\r\n\r\n'), 20)
      socket.on('close', () => clearInterval(timer))
    })
    const broken = 'no complete response within 0.2 seconds'
    expect(await client().send(to(server.url, { limit_ms: 200 }))).toEqual({ broken, stopped: false })
  })

  it('is aborted when all connections are closed', async () => {
    const server = await rawServer(() => {})
    const clients = keepAliveClients({ allowed: parseProxies('127.0.0.1'), dns: dnsClient() })
    const sent = clients.keep(1).send(to(server.url))
    await expect.poll(() => server.requests()).toBe(1)
    clients.close()
    expect(await sent).toMatchObject({ stopped: true })
    expect(await clients.keep(1).send(to(server.url))).toMatchObject({ stopped: true })
  })

  it('with a header that contains another one is not sent', async () => {
    const server = await rawServer(() => {})
    const sent = await client().send(to(server.url, { headers: { a: 'b\r\nc: d' } }))
    expect(sent).toMatchObject({ broken: expect.stringContaining('cannot be sent') })
    expect(server.requests()).toBe(0)
  })

  it.each(['http://127.0.0.1', 'http://localhost', 'http://[::ffff:127.0.0.1]', 'http://0x7f.1'])(
    'to %s is not sent unless it is allowed',
    async host => {
      const { port, received, close } = await destination((_, response) => void response.end())
      closing.push(close)
      const sent = await client('').send(to(`${host}:${port}/`))
      expect(sent).toEqual({ refused: expect.stringContaining('private network or on this machine') })
      expect(received).toEqual([])
    },
  )

  it('goes to the checked addresses, and the name is resolved once for many requests', async () => {
    const { port, received, close } = await destination((_, response) => void response.end())
    closing.push(close)
    let asked = 0
    const names = await nameServer((_, type) => {
      if (type === 'A') asked++
      return type === 'A' ? ['127.0.0.1'] : []
    })
    closing.push(names.close)
    const sending = client('127.0.0.1', [names.address])
    await Promise.all(Array.from({ length: 5 }, () => sending.send(to(`http://hooks.example.com:${port}/`))))
    expect(received.map(({ headers }) => headers.host)).toEqual(Array(5).fill(`hooks.example.com:${port}`))
    expect(asked).toBe(1)
  })
})
