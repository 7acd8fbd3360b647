// Responses that are sent before the request was read completely. The server is a separate process, because in one
// process client and server would alternate and the client would never be in the middle of a write.
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import net from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { httpServer } from '../../src/base/net/http-server.ts'
import { type ServerProcess, serverProcess } from '../support/process.ts'
import { freePort } from '../support/port.ts'
import { temporaryFolder } from '../support/folder.ts'

const KEY = 're_early000000000000000000000000'
const DATA_DIR = temporaryFolder()

let server: ServerProcess
let sending: string
beforeAll(async () => {
  server = await serverProcess({ DATA_DIR, PORT: String(await freePort()), BOOTSTRAP_API_KEY: KEY })
  const key = JSON.stringify({ name: 'Sending only', permission: 'sending_access' })
  sending = (JSON.parse((await ask('/api-keys', key, { ...JSON_TYPE, ...bearer(KEY) }))[2]) as { token: string }).token
})
afterAll(async () => {
  await server.kill()
  rmSync(DATA_DIR, { recursive: true, force: true })
})

const JSON_TYPE = { 'content-type': 'application/json' }
const bearer = (key: string) => ({ authorization: `Bearer ${key}` })
const tooLarge = (limit: number, bytes: number): string =>
  `The body is too large: at most ${limit} bytes are read here, and it has ${bytes}.`

async function ask(
  path: string,
  body: string | Buffer<ArrayBuffer>,
  headers: Record<string, string>,
): Promise<[number, string | null, string]> {
  const response = await fetch(server.url + path, { method: 'POST', headers, body })
  return [response.status, response.headers.get('connection'), await response.text()]
}

describe('a response to a client that is still sending', () => {
  it.each([
    // fewer repetitions than below, because 20 would send over a gigabyte
    ['/emails', () => sending, 58_000_000, 59_000_000, 8],
    ['/templates', () => KEY, 1_000_000, 2_000_000, 20],
  ])('reaches fetch at %s every time', async (path, key, limit, bytes, times) => {
    const body = Buffer.alloc(bytes, 'x')
    const problem = { statusCode: 413, message: tooLarge(limit, bytes), name: 'validation_error' }
    for (let count = 0; count < times; count++) {
      const [status, connection, text] = await ask(path, body, { ...JSON_TYPE, ...bearer(key()) })
      expect([status, connection, JSON.parse(text)]).toEqual([413, 'close', problem])
    }
  })

  it.each([65_537, 5_000_000])('reaches fetch at /oauth/token every time with %d bytes', async bytes => {
    const body = Buffer.alloc(bytes, 'x')
    const problem = { error: 'invalid_request', error_description: tooLarge(65_536, bytes) }
    for (let count = 0; count < 20; count++) {
      const [status, connection, text] = await ask('/oauth/token', body, JSON_TYPE)
      expect([status, connection, JSON.parse(text)]).toEqual([413, 'close', problem])
    }
  })

  it('reaches fetch at a form of the dashboard every time', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: server.url }
    const body = 'x'.repeat(5_000_000)
    for (let count = 0; count < 20; count++) {
      expect((await ask('/login', body, headers)).slice(0, 2)).toEqual([413, 'close'])
    }
  })

  const head = (bytes = 60_000_000): string =>
    `POST /emails HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${sending}\r\nContent-Length: ${bytes}\r\n\r\n`

  it('reaches a client that reads only after it has sent everything', async () => {
    const socket = net.connect(Number(new URL(server.url).port), 'localhost')
    let answer = ''
    socket.setEncoding('utf8').on('data', part => (answer += part))
    socket.pause()
    const closed = once(socket, 'close')
    socket.write(head())
    const part = 'x'.repeat(1_000_000)
    for (let count = 0; count < 60; count++) {
      await new Promise<void>((resolve, reject) => socket.write(part, error => (error ? reject(error) : resolve())))
    }
    socket.resume()
    await closed
    expect(answer).toMatch(/^HTTP\/1\.1 413 [^]*has 60000000\./)
  })

  it('closes the connection of a client that neither sends the rest nor closes', async () => {
    const options = { port: Number(new URL(server.url).port), host: 'localhost', allowHalfOpen: true }
    const socket = net.connect(options).on('error', () => {})
    let answer = ''
    socket.setEncoding('utf8').on('data', part => (answer += part))
    socket.write(head())
    await once(socket, 'end')
    // a write shows whether the other side is still open
    const writing = setInterval(() => socket.write('x'), 100)
    await new Promise(resolve => socket.once('close', resolve))
    clearInterval(writing)
    expect(answer).toMatch(/^HTTP\/1\.1 413 /)
  })

  it('stops reading from a client that sends without end', async () => {
    const options = { port: Number(new URL(server.url).port), host: 'localhost', allowHalfOpen: true }
    const socket = net.connect(options).on('error', () => {})
    socket.resume()
    socket.write(head(10_000_000_000))
    const part = Buffer.alloc(1_000_000, 'x')
    let taken_mb = 0
    while (await new Promise<boolean>(resolve => socket.write(part, error => resolve(!error)))) taken_mb++
    // 64 MB, plus the socket buffers of both sides
    expect(taken_mb).toBeLessThan(64 + 30)
  })
})

describe('a refusal before the body', () => {
  const asked = (path: string, key: string, length: string): string =>
    `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n${length}\r\n\r\n`
  const connected = () =>
    net.connect({ port: Number(new URL(server.url).port), host: 'localhost', allowHalfOpen: true })
  const noes: [string, () => string, number, string][] = [
    ['an unknown key', () => 're_unknown', 401, '/emails'],
    ['an unknown path', () => KEY, 404, '/nothing/here'],
    ['another method', () => KEY, 405, '/emails/0b8d2f44-5f1e-4a63-9c0e-6d1f5a0f7c11'],
  ]

  it.each(noes)('for %s keeps the connection if the remaining body is small', async (_, key, status, path) => {
    const socket = connected()
    let answer = ''
    socket.setEncoding('utf8').on('data', part => (answer += part))
    const answers = () => answer.match(/HTTP\/1\.1 \d+/g) ?? []
    socket.write(asked(path, key(), 'Content-Length: 1000000'))
    await once(socket, 'data')
    socket.write('x'.repeat(1_000_000))
    socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
    await once(socket, 'end')
    expect([answers(), answer.match(/Connection: close/gi)]).toEqual([
      [`HTTP/1.1 ${status}`, 'HTTP/1.1 200'],
      ['Connection: close'],
    ])
    socket.destroy()
  })

  it.each(noes)(
    'for %s reaches a client that sends 100 MB, and closes the connection',
    async (_, key, status, path) => {
      const body = 'x'.repeat(100_000_000)
      const [got, connection] = await ask(path, body, { ...JSON_TYPE, ...bearer(key()) })
      expect([got, connection]).toEqual([status, 'close'])
    },
  )

  it.each(['Content-Length: 10000000000', 'Transfer-Encoding: chunked'])(
    'reads a limited amount after %s',
    async length => {
      const socket = connected().on('error', () => {})
      let answer = ''
      socket.setEncoding('utf8').on('data', part => (answer += part))
      const ended = once(socket, 'end')
      socket.write(asked('/emails', 're_unknown', length))
      const part = Buffer.alloc(1_000_000, 'x')
      const chunk = length.includes('chunked')
        ? Buffer.concat([Buffer.from('f4240\r\n'), part, Buffer.from('\r\n')])
        : part
      let taken_mb = 0
      while (await new Promise<boolean>(resolve => socket.write(chunk, error => resolve(!error)))) taken_mb++
      await ended
      expect(answer).toMatch(/^HTTP\/1\.1 401 [^]*Connection: close/i)
      // 64 MB, plus the socket buffers of both sides
      expect(taken_mb).toBeLessThan(64 + 30)
    },
  )
})

describe('a server that stops', () => {
  it('does not wait for the rest of an answered request', async () => {
    const door = httpServer(() => {})
    door.answerWith((_request, response) => response.writeHead(413, { connection: 'close' }).end('No'))
    const port = await door.listen({ host: '127.0.0.1', port: await freePort() })
    const socket = net.connect({ port, host: '127.0.0.1', allowHalfOpen: true }).on('error', () => {})
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\nx')
    socket.resume()
    await once(socket, 'end')
    // if it waited, the test would time out
    await door.close(3_600_000)
    socket.destroy()
  })
})
