// P11 with two servers on one database: an unsubscribe request acknowledged by one applies to email sent by the other.
import { rmSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { removeDatabaseOf } from '../../support/databases.ts'
import { unsubscribeWhileSending } from '../../support/unsubscribing.ts'
import { type MailSink, mailSink } from '../../support/mail-sink.ts'
import { type TestServer, startServer } from '../../support/server.ts'
import { temporaryFolder } from '../../support/folder.ts'

const DATA_DIR = temporaryFolder()
let sink: MailSink
let sending: TestServer
let asked: TestServer
beforeAll(async () => {
  sink = await mailSink({ latency_ms: 5 })
  const env = { DATA_DIR, SMTP_URL: sink.url, SMTP_CONNECTIONS: '2' }
  sending = await startServer(env)
  asked = await startServer({ ...env, ROLES: 'web' })
})
afterAll(async () => {
  await Promise.all([sending.stop(), asked.stop()])
  await sink.close()
  await removeDatabaseOf(DATA_DIR)
  rmSync(DATA_DIR, { recursive: true, force: true })
})

it('sends nothing to a recipient after another server has acknowledged the unsubscribe request', async () => {
  const { late, failed, delivered } = await unsubscribeWhileSending(sending, asked, sink)
  expect(late).toEqual([])
  expect([failed > 0, delivered >= 30]).toEqual([true, true])
})
