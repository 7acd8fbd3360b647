// Links of emails that were sent before the server was killed, and before its signing keys were replaced.
import { rmSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type MailSink, mailSink } from '../support/mail-sink.ts'
import { runCommand, type ServerProcess, serverProcess } from '../support/process.ts'
import { callAt } from '../support/server.ts'
import { freePort } from '../support/port.ts'
import { temporaryFolder } from '../support/folder.ts'
import { receivedBy, visit } from '../support/tracked.ts'

const DATA_DIR = temporaryFolder()
const key = 're_tracking_killed_0123456789'
const to = 'reader@example.net'
let sink: MailSink
let settings: Record<string, string> & { PORT: string }
let server: ServerProcess
beforeAll(async () => {
  sink = await mailSink()
  settings = { PORT: String(await freePort()), DATA_DIR, SMTP_URL: sink.url, BOOTSTRAP_API_KEY: key }
  server = await serverProcess(settings)
})
afterAll(async () => {
  await server.kill()
  await sink.close()
  rmSync(DATA_DIR, { recursive: true, force: true })
})

const call = (method: string, path: string, body?: object) => callAt(server.url, key, method, path, { body })

it('keep their targets, and every answered visit is recorded once', async () => {
  await call('POST', '/domains', { name: 'tracked.example.org', click_tracking: true })
  const html = '<a href="https://example.com/pricing">Prices</a>'
  const body = { from: 'ada@tracked.example.org', to, subject: 'Prices', html }
  const { id } = (await call('POST', '/emails', body)).body
  const [link] = (await receivedBy(sink, to)).links
  const known = async (): Promise<number> =>
    (await call('GET', `/emails/${id}?include=timeline`)).body.timeline.filter(
      ({ type }: { type: string }) => type === 'clicked',
    ).length
  const follow = async (): Promise<void> => {
    const { status, location } = await visit(link!)
    expect([status, location]).toEqual([302, 'https://example.com/pricing'])
  }
  for (let round = 1; round <= 3; round++) {
    await follow()
    await server.kill()
    if (round === 2) expect((await runCommand(settings, 'keys:rotate', '--at-once')).code).toBe(0)
    server = await serverProcess(settings)
    expect(await known()).toBe(round)
  }
  await follow()
  expect(await known()).toBe(4)
})
