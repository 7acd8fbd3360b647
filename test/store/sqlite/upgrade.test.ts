// Databases of earlier versions (test/store/old, created by running those versions): this version upgrades each of them
// at startup, reads all of it and continues the running work.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import SQLite from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { clock } from '../../support/clock.ts'
import { startServer } from '../../support/server.ts'
import { temporaryFolder } from '../../support/folder.ts'

const OLD = path.join(import.meta.dirname, 'old')
const KEY = 're_old_database_key_0123456789'
const DAYS_MS = 86_400_000

interface Item {
  id: string
}

/** Rows that belong to a contact are found by their team since 0052. */
async function checkContact(ask: (at: string) => Promise<Record<string, unknown>>, contacts: Item[]): Promise<void> {
  const [eve] = contacts
  expect(await ask(`/contacts/${eve!.id}`)).toMatchObject({
    email: 'eve@example.com',
    properties: { plan: { value: 'pro' } },
  })
  expect((await ask(`/contacts/${eve!.id}/segments`)).data).toMatchObject([{ name: 'Friends' }])
  expect((await ask(`/contacts/${eve!.id}/topics`)).data).toMatchObject([{ name: 'News', subscription: 'opt_out' }])
}

describe.each(readdirSync(OLD))('a database from %s', file => {
  it('is upgraded with all its data', async () => {
    const folder = temporaryFolder()
    const filename = path.join(folder, 'lettermill.db')
    writeFileSync(filename, gunzipSync(readFileSync(path.join(OLD, file))))
    const tables = ['teams', 'users', 'memberships', 'contacts', 'oauth_clients', 'template_versions', 'captured_mail']
    const counted = (): number[] => {
      const driver = new SQLite(filename, { readonly: true })
      const counts = tables.map(table => driver.prepare(`select count(*) from ${table}`).pluck().get() as number)
      driver.close()
      return counts
    }
    const before = counted()

    const time = clock('2026-11-21T23:00:00.000Z')
    const server = await startServer({ DATA_DIR: folder }, { now: time.now })
    const ask = async (at: string) => (await server.call('GET', at, { key: KEY })).body
    const all = async (at: string): Promise<Item[]> => (await ask(at)).data
    try {
      expect(server.first_access).toBeUndefined()
      const emails = await all('/emails')
      expect(emails).toHaveLength(3)
      for (const [index, { id }] of emails.entries()) {
        expect(await ask(`/emails/${id}`)).toMatchObject({
          subject: `Invoice ${3 - index}`,
          html: `<p>Thank you ${3 - index}!</p>`,
          to: ['grace@example.net'],
          cc: ['alan@example.net'],
          tags: [{ name: 'kind', value: 'invoice' }],
          last_event: 'delivered',
        })
      }
      const contacts = await all('/contacts')
      expect(contacts).toHaveLength(before[tables.indexOf('contacts')]!)
      const segments = await all('/segments')
      expect(await ask('/usage')).toMatchObject({
        contacts: { used: contacts.length },
        segments: { used: segments.length },
      })
      if (file >= '0042') await checkContact(ask, contacts)
      expect(await ask('/templates/nudge')).toMatchObject({ status: 'published', html: '<p>Hi {{{NAME}}}</p>' })
      expect(await all('/events')).toMatchObject([{ name: 'trial.started' }])
      expect(await all('/api-keys')).toHaveLength(2)
      expect(counted()).toEqual(before)

      // a request that was answered before the upgrade is not executed again
      const body = { from: 'Ada <ada@example.org>', to: 'x@example.net', subject: 'Another', text: 'x' }
      const headers = { 'idempotency-key': 'key-1' }
      expect((await server.call('POST', '/emails', { key: KEY, headers, body })).status).toBe(409)

      const [automation] = await all('/automations')
      const [run] = await all(`/automations/${automation!.id}/runs`)
      expect(await ask(`/automations/${automation!.id}/runs/${run!.id}`)).toMatchObject({ status: 'running' })
      time.forward(4 * DAYS_MS)
      const status = async (): Promise<string> => {
        await server.queue.idle()
        return (await ask(`/automations/${automation!.id}/runs/${run!.id}`)).status
      }
      await expect.poll(status).toBe('completed')
      expect((await all('/emails'))[0]).toMatchObject({ to: ['ana@example.com'], subject: 'Hello Ana' })
    } finally {
      await server.stop()
      rmSync(folder, { recursive: true })
    }
  })
})
