// Promise P14: with a hundred thousand queued emails, and some that a killed process was delivering, the next start is
// ready soon and takes over those immediately.
import { randomUUIDv7 } from 'node:crypto'
import { rmSync } from 'node:fs'
import path from 'node:path'
import SQLite from 'better-sqlite3'
import { expect, it } from 'vitest'
import { anEmailBody } from '../support/emails.ts'
import { serverProcess } from '../support/process.ts'
import { startServer } from '../support/server.ts'
import { freePort } from '../support/port.ts'
import { temporaryFolder } from '../support/folder.ts'

const QUEUED = 100_000
const IN_HAND = 40
/** Processor time, which does not depend on the load of the machine. Reading the whole queue takes more. */
const READY_AFTER_S = 3
const METRICS_TOKEN = 'metrics-of-the-backlog-0123456789abcdef'

it('a start with a hundred thousand queued emails is ready soon, and takes over running jobs', async () => {
  const folder = temporaryFolder()
  const first = await startServer({ DATA_DIR: folder })
  const { body } = await first.call('POST', '/emails', { body: anEmailBody() })
  await first.queue.idle()
  await first.stop()

  const filename = path.join(folder, 'lettermill.db')
  const driver = new SQLite(filename)
  const columns = driver
    .prepare<[], { name: string }>("select name from pragma_table_info('emails') where name <> 'id'")
    .all()
    .map(({ name }) => `"${name}"`)
    .join(', ')
  const email = driver.prepare(`insert into emails (id, ${columns}) select ?, ${columns} from emails where id = ?`)
  const job = driver.prepare(
    `insert into jobs (id, kind, payload, created_at, run_at, attempts, token, owner)
     values (?, 'deliver_email', ?, ?, ?, ?, ?, ?)`,
  )
  const now = new Date().toISOString()
  driver.transaction(() => {
    for (let each = 0; each < QUEUED; each++) {
      const id = randomUUIDv7()
      email.run(id, body.id)
      const held = each >= QUEUED - IN_HAND
      job.run(
        id,
        JSON.stringify({ email_id: id }),
        now,
        held ? null : '2099-01-01',
        Number(held),
        Number(held),
        held ? 'dead' : null,
      )
    }
  })()
  driver.close()

  const server = await serverProcess({
    PORT: String(await freePort()),
    DATA_DIR: folder,
    METRICS_TOKEN,
  })
  try {
    const metrics = await (
      await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
    ).text()
    expect(Number(/^process_cpu_seconds_total (\S+)/m.exec(metrics)![1])).toBeLessThan(READY_AFTER_S)
    const look = new SQLite(filename, { readonly: true })
    const delivered = (): unknown =>
      look.prepare("select count(*) from email_states where last_event = 'delivered'").pluck().get()
    await expect.poll(delivered).toBe(IN_HAND + 1)
    look.close()
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true })
  }
})
