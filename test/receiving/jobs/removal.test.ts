// Deletion of received email by retention and by contact erasure, and the export before it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { removeOldReceived } from '../../../src/inbound/receiving/removal/actions.ts'
import { OrderedIds } from '../../../src/base/store/ids.ts'
import { clock } from '../../support/clock.ts'
import { receive } from '../../support/received.ts'
import { type Reply, type TestServer, aTeam, startServer } from '../../support/server.ts'

const time = clock()
let server: TestServer
beforeAll(async () => {
  // retention depends on the time in the ids
  const ids = new OrderedIds()
  ids.followClock(time.now)
  server = await startServer({}, { now: time.now, ids })
})
afterAll(async () => {
  await server.stop()
  expect(server.breaches).toEqual([])
})

const DAY_MS = 86_400_000
const FILE = { content: 'file' }

async function aMailbox(name: string): Promise<{
  team_id: string
  ask: (method: string, path: string, body?: unknown) => Promise<Reply>
  came: (given?: Parameters<typeof receive>[2]) => Promise<string>
  subjects: () => Promise<string[]>
}> {
  const { team_id, key } = await aTeam(server, name)
  const ask = (method: string, path: string, body?: unknown): Promise<Reply> =>
    server.call(method, path, { key, ...(body !== undefined && { body }) })
  return {
    team_id,
    ask,
    came: given => receive(server, team_id, given),
    subjects: async () =>
      (await ask('GET', '/emails/receiving')).body.data.map(({ subject }: { subject: string }) => subject),
  }
}

describe('retention', () => {
  it('deletes older emails with their attachments in batches, and nothing else', async () => {
    const { came, subjects, ask } = await aMailbox('Keepers')
    const old = await came({ subject: 'Old', files: Array.from({ length: 230 }, () => FILE), html: 'x', isApart: true })
    for (let count = 0; count < 25; count++) await came({ subject: `Old ${count}` })
    time.forward(31 * DAY_MS)
    await came({ subject: 'Young' })
    const before = new Date(time.now().getTime() - 30 * DAY_MS)
    let parts = 1
    while (await server.database.unit(tx => removeOldReceived({ tx, now: time.now() }, before))) parts++
    expect(parts).toBeGreaterThan(3)
    expect(await subjects()).toEqual(['Young'])
    expect((await ask('GET', `/emails/receiving/${old}/attachments`)).status).toBe(404)
  })
})

describe('a contact', () => {
  it('can export the emails that they sent, which are deleted with the contact', async () => {
    const { came, subjects, ask } = await aMailbox('Forgetters')
    const from_address = 'Mira@example.com'
    for (let count = 0; count < 60; count++) await came({ from_address, subject: `Mira ${count}`, files: [FILE] })
    await came({ subject: 'Bob', cc: ['mira@example.com'] })
    await ask('POST', '/contacts', { email: 'mira@example.com' })
    const { received_emails } = (await ask('GET', '/contacts/mira@example.com/export')).body
    expect(received_emails.map(({ subject }: { subject: string }) => subject)).toEqual(
      Array.from({ length: 60 }, (_, count) => `Mira ${count}`),
    )
    expect(received_emails[0]).toEqual({
      id: expect.any(String),
      message_id: '<q1@example.net>',
      from_name: 'Bob',
      subject: 'Mira 0',
      created_at: expect.any(String),
      attachments: 1,
      size: 20,
    })
    const erasure = await ask('POST', '/contacts/mira@example.com/erase')
    await server.queue.idle()
    expect((await ask('GET', `/contacts/erasures/${erasure.body.id}`)).body.status).toBe('completed')
    expect(await subjects()).toEqual(['Bob'])
  })

  it('is erased with emails that name the sender only in the envelope, such as unreadable ones', async () => {
    const { came, subjects, ask } = await aMailbox('Unread forgetters')
    await came({ from_address: null, subject: null, state: 'unreadable' })
    await came({ subject: 'Bob' })
    await ask('POST', '/contacts', { email: 'bounce@example.net' })
    await ask('POST', '/contacts/bounce@example.net/erase')
    await server.queue.idle()
    expect(await subjects()).toEqual(['Bob'])
  })
})
