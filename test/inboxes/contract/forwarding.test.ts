// Inboxes that receive email forwarded by another server, through an unguessable address of this server.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addVerifiedDomain } from '../../../src/identity/domains/actions.ts'
import { firstTeamOf } from '../../support/people.ts'
import { type TestServer, aTeam, startServer } from '../../support/server.ts'
import { deliverMessage } from '../../support/smtp-talk.ts'

let server: TestServer

beforeAll(async () => {
  server = await startServer({ SMTP_IN_PORT: '0', MAIL_HOST: 'MX.lettermill.example' })
  const team_id = await firstTeamOf(server, server.admin.email)
  // this domain has receiving disabled
  await server.database.unit(tx => addVerifiedDomain(tx, { team_id, name: 'elsewhere.example.com' }, new Date()))
})
afterAll(() => server.stop())

const MAIL = 'From: mira@example.net\r\nTo: help@elsewhere.example.com\r\nSubject: Hello\r\n\r\nIt works.\r\n'
const create = (local: string, more: object = { forwarding: true }) =>
  server.call('POST', '/inboxes', { body: { email_address: `${local}@elsewhere.example.com`, ...more } })
const addressOf = async (id: string): Promise<string> =>
  (await server.call('GET', `/inboxes/${id}`)).body.receiving_address
const countIn = async (id: string): Promise<number> =>
  (await server.call('GET', `/inboxes/${id}/threads`)).body.data.length

describe('an inbox with forwarding', () => {
  it('has an address on this server that receives its email', async () => {
    const { id } = (await create('help')).body
    const other = (await create('other')).body.id
    const address = await addressOf(id)
    expect(address).toMatch(/^inbox-[0-9a-f]{32}@mx\.lettermill\.example$/)
    expect(await addressOf(other)).not.toBe(address)
    expect(await deliverMessage(server.mail_ports.reports!, address.toUpperCase(), MAIL, 'mira@example.net')).toMatch(
      /^250 /,
    )
    await server.queue.idle()
    expect([await countIn(id), await countIn(other)]).toEqual([1, 0])
  })

  it('rejects email to its own address and to unknown forwarding addresses', async () => {
    const { id } = (await create('closed')).body
    const wrong = (await addressOf(id)).replace(/^inbox-./, found => `inbox-${found.endsWith('0') ? '1' : '0'}`)
    for (const address of ['closed@elsewhere.example.com', wrong])
      expect(await deliverMessage(server.mail_ports.reports!, address, MAIL, 'mira@example.net')).toMatch(/^550 /)
    expect(await countIn(id)).toBe(0)
  })

  it('rejects email after its deletion', async () => {
    const { id } = (await create('short')).body
    const address = await addressOf(id)
    await server.call('DELETE', `/inboxes/${id}`)
    expect(await deliverMessage(server.mail_ports.reports!, address, MAIL, 'mira@example.net')).toMatch(/^550 /)
  })

  it('requires a domain of the team, and forwarding if the domain has receiving disabled', async () => {
    expect((await create('plain', {})).status).toBe(422)
    const { key } = await aTeam(server, 'Forwarding elsewhere')
    const body = { email_address: 'mine@elsewhere.example.com', forwarding: true }
    expect((await server.call('POST', '/inboxes', { key, body })).status).toBe(422)
  })
})
