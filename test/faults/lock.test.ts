// Another program holds the lock of the database, like a copy tool or a shell: nothing can be stored in that time.
import path from 'node:path'
import SQLite from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { anEmailBody } from '../support/emails.ts'
import { type Reply, type TestServer, startServer } from '../support/server.ts'

describe('a foreign write lock', () => {
  let server: TestServer
  let holder: SQLite.Database

  beforeEach(async () => {
    server = await startServer()
    holder = new SQLite(path.join(server.data_dir, 'lettermill.db'))
  })
  afterEach(async () => {
    holder.close()
    await server.stop()
  })

  const ready = (): Promise<Reply> => server.call('GET', '/readyz', { key: null })
  const readyStatus = async (): Promise<number> => (await ready()).status
  const post = (): Promise<Reply> => server.call('POST', '/emails', { body: anEmailBody() })

  it('makes the server not ready and rejects writes but not reads, until it is released', async () => {
    const { body: kept } = await post()
    await server.queue.idle()
    expect(await readyStatus()).toBe(200)
    holder.exec('begin immediate')

    let answered = false
    const refused = post().finally(() => (answered = true))
    const read = await server.call('GET', `/emails/${kept.id}`)
    expect([read.status, read.body.id, answered]).toEqual([200, kept.id, false])
    const { status, headers, body } = await refused
    expect([status, body.name, headers.get('retry-after')]).toEqual([503, 'service_unavailable', '5'])

    await expect.poll(readyStatus).toBe(503)
    const trouble = await ready()
    expect(trouble.headers.get('retry-after')).toBe('5')
    expect(trouble.body).toMatchObject({
      status: 'not ready',
      checks: { database: 'ok', storage: 'failed' },
      reasons: { storage: 'The database is not writable' },
    })
    expect((await server.call('GET', '/healthz', { key: null })).status).toBe(200)
    expect((await server.call('GET', `/emails/${kept.id}`)).status).toBe(200)

    holder.exec('rollback')
    await expect.poll(readyStatus).toBe(200)
    const { status: accepted, body: next } = await post()
    expect(accepted).toBe(200)
    // the rejected email was not stored
    const { body: list } = await server.call('GET', '/emails')
    expect(list.data.map(({ id }: { id: string }) => id)).toEqual([next.id, kept.id])
  })

  it('that is short delays a request and rejects nothing', async () => {
    holder.exec('begin immediate')
    const accepted = post()
    await server.call('GET', '/emails')
    holder.exec('rollback')
    expect((await accepted).status).toBe(200)
    expect(await readyStatus()).toBe(200)
  })
})
