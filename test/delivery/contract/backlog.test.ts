// Back-pressure: the server refuses new emails while too many are undelivered. Each commit reserves room for its
// deliveries.
import { rmSync } from 'node:fs'
import net from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { anEmailBody } from '../../support/emails.ts'
import { mailSink } from '../../support/mail-sink.ts'
import { type Reply, type TestServer, startServer } from '../../support/server.ts'
import { temporaryFolder } from '../../support/folder.ts'

const MAX = 5
const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

/** Forwards connections only after open() is called. */
async function aGate(): Promise<{ url: string; open: () => void }> {
  const sink = await mailSink()
  const opened = Promise.withResolvers<void>()
  const sockets = new Set<net.Socket>()
  const handOn = async (socket: net.Socket): Promise<void> => {
    sockets.add(socket.on('error', () => {}))
    await opened.promise
    const onward = net.connect(sink.port, '127.0.0.1').on('error', () => {})
    socket.pipe(onward).pipe(socket)
  }
  const gate = net.createServer(socket => void handOn(socket))
  await new Promise<void>(resolve => gate.listen(0, '127.0.0.1', resolve))
  closing.push(
    () => sink.close(),
    () => {
      for (const socket of sockets) socket.destroy()
      gate.close()
    },
  )
  return { url: `smtp://127.0.0.1:${(gate.address() as net.AddressInfo).port}`, open: opened.resolve }
}

async function aFullServer(SMTP_URL: string, env: Record<string, string> = {}): Promise<TestServer> {
  const server = await startServer({ SMTP_URL, BACKLOG_MAX: String(MAX), STOP_SECONDS: '1', ...env })
  closing.push(() => server.stop())
  for (let count = 0; count < MAX; count++) expect((await send(server)).status).toBe(200)
  return server
}

const send = ({ call }: TestServer, path = '/emails'): Promise<Reply> => call('POST', path, { body: anEmailBody() })

describe('with the maximum number of undelivered emails', () => {
  it('refuses to send with a Retry-After header, stores nothing and serves all other requests', async () => {
    const { url } = await aGate()
    const server = await aFullServer(url)
    for (const path of ['/emails', '/email', '/emails/sending', '/email/sending']) {
      const { status, body, headers } = await send(server, path)
      expect([status, body.name]).toEqual([503, 'service_unavailable'])
      expect(body.message).toContain('Too many emails are queued')
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    }
    expect((await server.call('POST', '/emails', { key: null, body: anEmailBody() })).status).toBe(401)
    const list = await server.call('GET', '/emails')
    expect([list.status, list.body.data.length]).toEqual([200, MAX])
    expect((await server.call('POST', '/contacts', { body: { email: 'ada@example.net' } })).status).toBe(201)
  })

  it('accepts emails again after some were delivered', async () => {
    const { url, open } = await aGate()
    const server = await aFullServer(url)
    expect((await send(server)).status).toBe(503)
    open()
    await expect.poll(async () => (await send(server)).status).toBe(200)
  })

  it('still refuses emails after a restart', async () => {
    const DATA_DIR = temporaryFolder()
    closing.push(() => rmSync(DATA_DIR, { recursive: true, force: true }))
    const { url } = await aGate()
    const first = await aFullServer(url, { DATA_DIR })
    await first.stop()
    closing.pop()
    const again = await startServer({ SMTP_URL: url, DATA_DIR, BACKLOG_MAX: String(MAX), STOP_SECONDS: '1' })
    closing.push(() => again.stop())
    const ask = { key: first.key, body: anEmailBody() }
    expect((await again.call('POST', '/emails', ask)).status).toBe(503)
  })
})
