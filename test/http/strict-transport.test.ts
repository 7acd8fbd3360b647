// Strict-Transport-Security is sent with each response if the public URL is https, and never otherwise.
import net from 'node:net'
import { expect, it } from 'vitest'
import { startServer } from '../support/server.ts'

/** Requests that are answered before they reach the application. */
const UNREADABLE = [
  ['HELLO\r\n\r\n', 400],
  ['GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
  [`GET / HTTP/1.1\r\nHost: a\r\nX-A: ${'x'.repeat(70_000)}\r\n\r\n`, 431],
  ['GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nExpect: a-miracle\r\n\r\n', 417],
] as const

async function answerTo(port: number, head: string): Promise<string> {
  const socket = net.connect(port, '127.0.0.1')
  socket.on('error', () => {})
  socket.write(head)
  let answer = ''
  for await (const piece of socket) answer += String(piece)
  return answer
}

const PATHS = ['/', '/login', '/docs', '/emails', '/openapi.json', '/healthz', '/no-such-path', '/t/c/no-token']

it.each([
  ['https://mail.example.com', 'max-age=31536000'],
  ['http://mail.example.com', null],
])('at %s responses have Strict-Transport-Security: %s', async (PUBLIC_URL, expected) => {
  const server = await startServer({ PUBLIC_URL })
  try {
    for (const path of PATHS)
      for (const accept of ['text/html', 'application/json']) {
        const { headers } = await fetch(server.url + path, { headers: { accept }, redirect: 'manual' })
        expect(headers.get('strict-transport-security'), path).toBe(expected)
      }
    for (const [head, status] of UNREADABLE) {
      const answer = await answerTo(server.port, head)
      expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
      expect(/^Strict-Transport-Security: (.*)\r$/im.exec(answer)?.[1] ?? null, head.slice(0, 40)).toBe(expected)
    }
  } finally {
    await server.stop()
  }
})
