// Requests of the HTTP client and the ones it refuses, with real name servers and web servers.
import net, { type AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { parseProxies } from '../../src/base/net/client-ip.ts'
import { dnsClient } from '../../src/base/net/dns.ts'
import {
  HTTP_RESPONSE_BYTES_MAX,
  httpClient,
  type HttpClient,
  type HttpRequest,
} from '../../src/base/net/http-client.ts'
import { type RequestHandler, destination, withJson } from '../support/destination.ts'
import { nameServer } from '../support/dns.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

async function aDestination(answer: RequestHandler = withJson(200, { ok: true }), host?: string, port?: number) {
  const made = await destination(answer, host, port)
  closing.push(made.close)
  return made
}

async function names(answer: Parameters<typeof nameServer>[0]) {
  const made = await nameServer(answer)
  closing.push(made.close)
  return made
}

function client(allowed = '127.0.0.1', dns_servers: string[] = []): HttpClient {
  const made = httpClient({ allowed: parseProxies(allowed), dns: dnsClient({ servers: dns_servers }) })
  closing.push(made.close)
  return made
}

const to = (url: string, more: Partial<HttpRequest> = {}): HttpRequest => ({
  method: 'GET',
  url,
  headers: {},
  body: undefined,
  limit_ms: 10_000,
  ...more,
})

/** A server that sends exactly what `speak` writes. */
async function rawServer(speak: (socket: net.Socket) => void): Promise<string> {
  const sockets = new Set<net.Socket>()
  const server = net.createServer(socket => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('data', () => speak(socket))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

describe('a request', () => {
  it('continues the current trace, unless it names another one', async () => {
    const { url, received } = await aDestination()
    const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`
    const made = httpClient({ allowed: parseProxies('127.0.0.1'), dns: dnsClient(), traceparent: () => traceparent })
    closing.push(made.close)
    await made.send(to(url))
    await made.send(to(url, { headers: { Traceparent: 'of the customer' } }))
    await client().send(to(url))
    expect(received.map(({ headers }) => headers.traceparent)).toEqual([traceparent, 'of the customer', undefined])
  })

  it('is sent unchanged, and its response is returned', async () => {
    const { url, received, port } = await aDestination(withJson(201, { id: 7 }))
    const headers = { 'x-one': 'two', 'content-type': 'application/json' }
    const sent = await client().send(to(`${url}/a?b=c`, { method: 'POST', headers, body: '{"ä":1}' }))
    expect(sent).toMatchObject({ answer: { status: 201, content_type: 'application/json', truncated: false } })
    expect('answer' in sent && sent.answer.body.toString()).toBe('{"id":7}')
    expect(received).toMatchObject([{ method: 'POST', url: '/a?b=c', body: '{"ä":1}' }])
    expect(received[0]!.headers).toMatchObject({ 'x-one': 'two', host: `127.0.0.1:${port}`, 'content-length': '8' })
    expect(received[0]!.headers.connection).toBe('close')
  })

  it('does not follow a redirect', async () => {
    const secret = await aDestination()
    const { url } = await aDestination((_, response) => void response.writeHead(302, { location: secret.url }).end())
    const sent = await client().send(to(url))
    expect(sent).toMatchObject({ answer: { status: 302, location: secret.url } })
    expect(secret.received).toEqual([])
  })

  it('fails if the response switches to another protocol', async () => {
    const url = await rawServer(socket => {
      socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\nhello')
    })
    const broken = 'the connection failed: the response switches protocols'
    expect(await client().send(to(url))).toEqual({ broken, stopped: false })
  })

  it.each([0, 99, 101, 600, 999])('rejects %i as a response status', async status => {
    const url = await rawServer(socket => {
      socket.end(`HTTP/1.1 ${String(status).padStart(3, '0')} Odd\r\nContent-Length: 0\r\n\r\n`)
    })
    const broken = `the connection failed: invalid response status ${status}`
    expect(await client().send(to(url))).toEqual({ broken, stopped: false })
  })

  it.each(['http://127.0.0.1', 'http://localhost', 'http://a.localhost', 'http://[::ffff:127.0.0.1]', 'http://0x7f.1'])(
    'to %s is not sent unless it is allowed',
    async host => {
      const { port, received } = await aDestination()
      const sent = await client('').send(to(`${host}:${port}/`))
      expect(sent).toEqual({ refused: expect.stringContaining('private network or on this machine') })
      expect(received).toEqual([])
    },
  )

  it.each([
    'http://169.254.169.254/latest/meta-data/',
    'http://[fd00:ec2::254]/',
    'http://[64:ff9b::169.254.169.254]/',
    'http://10.0.0.1:8080/',
    'http://0.0.0.0:3000/',
  ])('to %s is not sent if only another network is allowed', async url => {
    expect(await client().send(to(url))).toEqual({ refused: expect.stringContaining('private network') })
  })

  it('is not sent to a URL that is not allowed', async () => {
    expect(await client().send(to('http://127.0.0.1:25/'))).toEqual({ refused: expect.stringContaining('port') })
  })

  it('to a public address is not sent if only the allowed networks may be used', async () => {
    const { url } = await aDestination()
    const one = httpClient({ allowed: parseProxies('127.0.0.1'), isolated: true, dns: dnsClient() })
    expect(await one.send(to('http://8.8.8.8/'))).toEqual({
      refused: expect.stringContaining('calls only networks'),
    })
    expect(await one.send(to(url))).toMatchObject({ answer: { status: 200 } })
  })

  it('reports why it failed', async () => {
    const { url, close } = await aDestination()
    await close()
    const sent = await client().send(to(url))
    expect(sent).toEqual({ broken: 'the connection failed: ECONNREFUSED', stopped: false })
  })

  it('is aborted after the timeout, even if data still arrives slowly', async () => {
    const url = await rawServer(socket => {
      socket.write('HTTP/1.1 200 OK\r\n')
      const drip = setInterval(() => socket.write('X: y\r\n'), 50)
      socket.on('close', () => clearInterval(drip))
    })
    const sent = await client().send(to(url, { limit_ms: 400 }))
    expect(sent).toEqual({ broken: 'no complete response within 0.4 seconds', stopped: false })
  })

  it('does not wait for a body without an end', async () => {
    const url = await rawServer(socket => void socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc'))
    expect(await client().send(to(url, { limit_ms: 300 }))).toMatchObject({ broken: expect.stringContaining('0.3') })
  })

  it.each([
    ['more headers than are read', `X: ${'y'.repeat(20_000)}\r\n\r\n`],
    ['an answer that is cut off', 'Content-Length: 9\r\n\r\nabc'],
  ])('fails with %s', async (_, rest) => {
    const url = await rawServer(socket => void socket.end(`HTTP/1.1 200 OK\r\n${rest}`))
    expect(await client().send(to(url))).toMatchObject({ broken: expect.stringContaining('connection failed') })
  })

  it.each([
    [HTTP_RESPONSE_BYTES_MAX, false],
    [HTTP_RESPONSE_BYTES_MAX + 1, true],
    [50 * HTTP_RESPONSE_BYTES_MAX, true],
  ])('reads %d bytes of a response up to the limit', async (bytes, truncated) => {
    const { url } = await aDestination((_, response) => void response.end(Buffer.alloc(bytes, 'x')))
    const sent = await client().send(to(url))
    expect(sent).toMatchObject({ answer: { truncated } })
    expect('answer' in sent && sent.answer.body.length).toBe(Math.min(bytes, HTTP_RESPONSE_BYTES_MAX))
  })

  it('ends when the client is closed, and no new one starts', async () => {
    const { url, received } = await aDestination(() => {})
    const one = client()
    const sending = one.send(to(url))
    await expect.poll(() => received.length).toBe(1)
    one.close()
    const stopped = { broken: 'the server is shutting down', stopped: true }
    expect([await sending, await one.send(to(url))]).toEqual([stopped, stopped])
    expect(received).toHaveLength(1)
  })
})

describe('a host name', () => {
  it('is resolved', async () => {
    const { port, received } = await aDestination()
    const { address } = await names(() => ['127.0.0.1'])
    expect(await client('127.0.0.1', [address]).send(to(`http://a.example:${port}/`))).toMatchObject({
      answer: { status: 200 },
    })
    expect(received[0]!.headers.host).toBe(`a.example:${port}`)
  })

  it.each([
    ['a private address', ['127.0.0.1']],
    ['the metadata of a cloud', ['169.254.169.254']],
    ['a mapped address', ['::ffff:7f00:1']],
    ['an address behind NAT64', ['64:ff9b::7f00:1']],
    ['a public address and a private one', ['8.8.8.8', '127.0.0.1']],
    ['a public address and a private one of IPv6', ['8.8.8.8', '::1']],
  ])('that resolves to %s is rejected', async (_, found) => {
    const { port, received } = await aDestination()
    const { address } = await names(() => found)
    const sent = await client('', [address]).send(to(`http://a.example:${port}/`))
    expect(sent).toEqual({ refused: expect.stringContaining('private network') })
    expect(received).toEqual([])
  })

  it('that resolves differently the second time (DNS rebinding) is resolved once, and the request goes to that address', async () => {
    const good = await aDestination(withJson(200, 'good'), '127.0.0.2')
    const bad = await aDestination(withJson(200, 'bad'), '127.0.0.1', good.port)
    let times = 0
    // the IPv6 query is sent in parallel with the IPv4 query and gets the same response
    const { address, asked } = await names(() => (times++ < 2 ? ['127.0.0.2'] : ['127.0.0.1']))
    const one = client('127.0.0.2', [address])
    const url = `http://rebinding.example:${good.port}/`
    expect(await one.send(to(url))).toMatchObject({ answer: { status: 200 } })
    expect(asked.toSorted()).toEqual(['A rebinding.example', 'AAAA rebinding.example'])
    expect(await one.send(to(url))).toEqual({ refused: expect.stringContaining('private network') })
    expect([good.received.length, bad.received.length]).toEqual([1, 0])
  })

  it('without addresses is reported', async () => {
    const { address } = await names(() => [])
    const sent = await client('', [address]).send(to('http://a.example/'))
    expect(sent).toEqual({ broken: 'the host has no IP address', stopped: false })
  })

  it('whose lookup failed is distinguished from one without addresses', async () => {
    const { address } = await names(() => 'SERVFAIL')
    const sent = await client('', [address]).send(to('http://a.example/'))
    const broken = 'the DNS lookup of the host failed: the DNS server responded with SERVFAIL'
    expect(sent).toEqual({ broken, stopped: false })
  })

  it('whose name server does not respond is awaited no longer than the request', async () => {
    const { address } = await names(() => undefined)
    const sent = await client('', [address]).send(to('http://a.example/', { limit_ms: 300 }))
    expect(sent).toMatchObject({ broken: expect.stringContaining('0.3 seconds') })
  })
})
