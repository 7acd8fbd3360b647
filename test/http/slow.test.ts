// Requests that arrive too slowly are aborted, with a response if possible, and so are responses that are not read.
import http from 'node:http'
import net from 'node:net'
import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { collectBody } from '../../src/interfaces/http/body.ts'
import { readMultipart } from '../../src/interfaces/http/multipart.ts'
import { DEFAULT_TIMEOUTS, type HttpTimeouts } from '../../src/base/net/http-timeouts.ts'
import { httpServer } from '../../src/base/net/http-server.ts'
import type { Refusal } from '../../src/base/text/refusal.ts'

/** Each test sets the timeouts it needs; a short value for the others would abort late requests on a busy machine. */
async function aServer(
  handle: http.RequestListener,
  soon: Partial<HttpTimeouts> = {},
): Promise<{ port: number; close: () => Promise<void> }> {
  const server = httpServer(() => {}, { patience: { ...DEFAULT_TIMEOUTS, look_ms: 50, ...soon } })
  server.answerWith(handle)
  const port = await server.listen({ host: '127.0.0.1', port: 0 })
  return { port, close: () => server.close(0) }
}

/** Sends the beginning, and then one byte at intervals until the server closes the connection. Returns the response. */
function drip(port: number, beginning: string): Promise<string> {
  return new Promise(resolve => {
    const socket = net.connect(port, '127.0.0.1', () => socket.write(beginning))
    const drops = setInterval(() => socket.write('a'), 20)
    let text = ''
    socket.on('data', piece => (text += piece.toString()))
    socket.on('error', () => {})
    socket.on('close', () => {
      clearInterval(drops)
      resolve(text)
    })
  })
}

function answerWith(response: http.ServerResponse, reading: Promise<unknown>): void {
  reading.then(
    () => response.end('read'),
    ({ status, body, headers }: Refusal) => response.writeHead(status, headers).end(JSON.stringify(body)),
  )
}
const IS_408 = /^HTTP\/1\.1 408 [^]*"statusCode":408,"message":"[^"]+slowly[^]*"name":"validation_error"/

describe('a request that drips', () => {
  const POST = 'POST / HTTP/1.1\r\nHost: x\r\n'
  it.each([
    ['a small body', `${POST}Content-Length: 1000\r\n\r\n{`],
    ['a body without a length', `${POST}Transfer-Encoding: chunked\r\n\r\n3e8\r\n{`],
  ])('with %s gets 408', async (_, beginning) => {
    const server = await aServer(
      (request, response) => answerWith(response, collectBody(request, 100_000, { response, patience_ms: 200 })),
      { rest_ms: 200 },
    )
    expect(await drip(server.port, beginning)).toMatch(IS_408)
    await server.close()
  })

  it('with a form gets 408, even at a steady rate', async () => {
    const server = await aServer(
      (request, response) => {
        const take = async (pieces: AsyncIterable<Buffer>): Promise<string> => {
          for await (const piece of pieces) void piece
          return 'file'
        }
        answerWith(response, readMultipart(request, take, { patience_ms: 200 }))
      },
      { rest_ms: 200 },
    )
    const type = 'Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 100000\r\n\r\n'
    const part = '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n'
    expect(await drip(server.port, POST + type + part)).toMatch(IS_408)
    await server.close()
  })

  it('with its head gets 408, and 400 if the head is invalid', async () => {
    const hasty = await aServer((_, response) => response.end(), { head_ms: 200 })
    expect(await drip(hasty.port, `${POST}X-A: `)).toMatch(IS_408)
    await hasty.close()
    const server = await aServer((_, response) => response.end())
    expect(await drip(server.port, 'HELLO\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 [^]*"name":"validation_error"/)
    expect(await drip(server.port, `${POST}X-A: ${'x'.repeat(70_000)}`)).toMatch(/^HTTP\/1\.1 431 [^]*"statusCode":431/)
    await server.close()
  })

  it('with an unread body is closed after the response', async () => {
    const server = await aServer((_, response) => response.end('no'), { rest_ms: 200 })
    expect(await drip(server.port, `${POST}Content-Length: 1000\r\n\r\n`)).toMatch(/^HTTP\/1\.1 200 /)
    await server.close()
  })

  it('differs from one that arrives immediately or in two parts', async () => {
    const server = await aServer((request, response) => answerWith(response, collectBody(request, 100_000)))
    for (const parts of [['{"a":1}'], ['{"a"', ':1}']]) {
      const answer = await fetch(`http://127.0.0.1:${server.port}/`, {
        method: 'POST',
        body: Readable.from(parts.map(part => Buffer.from(part))),
        duplex: 'half',
      })
      expect([answer.status, await answer.text()]).toEqual([200, 'read'])
    }
    await server.close()
  })
})

it('closes the connection of an unread response, but not of one that the client reads', async () => {
  const BYTES = 30_000_000
  let ended: (complete: boolean) => void
  const over = (): Promise<boolean> => new Promise(resolve => (ended = resolve))
  const answer: http.RequestListener = (_, response) => {
    response.on('close', () => ended(response.writableFinished))
    response.end(Buffer.alloc(BYTES))
  }
  const hasty = await aServer(answer, { unread_ms: 500, unread_ms_per_byte: 0 })
  const unread = over()
  const socket = net.connect(hasty.port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'))
  socket.pause().on('error', () => {})
  expect(await unread).toBe(false)
  socket.destroy()
  await hasty.close()
  const server = await aServer(answer)
  const read = over()
  const taken = await fetch(`http://127.0.0.1:${server.port}/`)
  expect((await taken.arrayBuffer()).byteLength).toBe(BYTES)
  expect(await read).toBe(true)
  await server.close()
})
