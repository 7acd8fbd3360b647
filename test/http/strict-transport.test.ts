// Strict-Transport-Security is sent with each response if the public URL is https, and never otherwise.
import { expect, it } from 'vitest'
import { startServer } from '../support/server.ts'

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
  } finally {
    await server.stop()
  }
})
