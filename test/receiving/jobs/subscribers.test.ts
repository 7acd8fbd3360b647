// Subscribers of a received email: webhook endpoints, event streams, and the runs of the contact who wrote.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { receive } from '../../support/received.ts'
import { type Reply, type TestServer, aTeam, startServer } from '../../support/server.ts'
import { openStream } from '../../support/streams.ts'

let server: TestServer
let team: { team_id: string; key: string }
beforeAll(async () => {
  server = await startServer({ ALLOW_PRIVATE_ADDRESSES: 'true' })
  team = await aTeam(server, 'Hearers')
})
afterAll(async () => {
  await server.stop()
  expect(server.breaches).toEqual([])
})

const ask = (method: string, path: string, body?: unknown, key = team.key): Promise<Reply> =>
  server.call(method, path, { key, ...(body !== undefined && { body }) })
const came = (given: Parameters<typeof receive>[2] = {}, of = team): Promise<string> =>
  receive(server, of.team_id, given)

const FILE = { content: 'file', content_type: 'text/plain' }

describe('email.received', () => {
  it('is sent to endpoints and streams of the own team, without the content', async () => {
    const posted: { type: string; data: unknown }[] = []
    const sink = createServer((request, response) => {
      let text = ''
      request.on('data', piece => (text += piece))
      request.on('end', () => {
        posted.push(JSON.parse(text))
        response.end()
      })
    })
    await new Promise<void>(resolve => sink.listen(0, '127.0.0.1', resolve))
    const endpoint = `http://127.0.0.1:${(sink.address() as AddressInfo).port}/`
    const other = await aTeam(server, 'Other hearers')
    try {
      await ask('POST', '/webhooks', { endpoint, events: ['email.received'] })
      const stream = await openStream({ url: server.url, key: team.key })
      const foreign = await openStream({ url: server.url, key: other.key })
      await came({}, other)
      const bare = { from_address: null, subject: null, message_id: null }
      const [id, second] = [
        await came({ files: [FILE], cc: ['c@example.com'], received_for: ['in@rx.example.org'] }),
        await came(bare),
      ]
      await server.queue.idle()
      const data = {
        email_id: id,
        created_at: expect.stringMatching(/^\d{4}-.*Z$/),
        from: 'bob@example.net',
        to: ['in@rx.example.org'],
        bcc: [],
        cc: ['c@example.com'],
        received_for: ['in@rx.example.org'],
        message_id: '<q1@example.net>',
        subject: 'Hi',
        attachments: [
          {
            id: expect.any(String),
            filename: 'a.txt',
            content_type: 'text/plain',
            content_id: null,
            content_disposition: 'attachment',
          },
        ],
      }
      const nothing = { email_id: second, from: 'bounce@example.net', subject: '', message_id: '', attachments: [] }
      expect(posted.map(({ type, data: told }) => [type, told])).toEqual(
        expect.arrayContaining([
          ['email.received', data],
          ['email.received', expect.objectContaining(nothing)],
        ]),
      )
      expect(posted).toHaveLength(2)
      const streamed = JSON.parse((await stream.next())!.data!)
      expect([streamed.type, streamed.data]).toEqual(['email.received', data])
      const theirs = JSON.parse((await foreign.next())!.data!)
      expect(theirs.data.email_id).not.toBe(id)
      stream.close()
      foreign.close()
    } finally {
      sink.close()
    }
  })
})

describe('a wait for resend:email.received', () => {
  const steps = (config: object) => [
    { key: 't', type: 'trigger', config: { event_name: 'order.placed' } },
    { key: 'w', type: 'wait_for_event', config: { event_name: 'resend:email.received', timeout: '3 days', ...config } },
  ]
  const connections = [{ from: 't', to: 'w' }]
  const running = async (email: string, config: object = {}, of = team): Promise<() => Promise<string>> => {
    const call = (method: string, path: string, body?: unknown): Promise<Reply> => ask(method, path, body, of.key)
    const made = await call('POST', '/automations', {
      name: 'Reply',
      status: 'enabled',
      steps: steps(config),
      connections,
    })
    expect(made.status).toBe(201)
    await call('POST', '/events/send', { event: 'order.placed', email })
    await server.queue.idle()
    const [run] = (await call('GET', `/automations/${made.body.id}/runs`)).body.data
    return async () => {
      await server.queue.idle()
      const { body } = await call('GET', `/automations/${made.body.id}/runs/${run.id}`)
      return body.steps.find(({ key }: { key: string }) => key === 'w').status
    }
  }

  it('continues when its contact writes, regardless of the case of the address', async () => {
    const status = await running('bob@example.net')
    await came({ from_address: 'carol@example.net' })
    expect(await status()).toBe('waiting')
    await came({ from_address: 'Bob@Example.net' })
    expect(await status()).toBe('completed')
  })

  it('ignores automatic replies, spam and email to another team', async () => {
    const own = await aTeam(server, 'Waiters')
    const status = await running('dan@example.net', {}, own)
    await came({ from_address: 'dan@example.net', is_automatic: true }, own)
    await came({ from_address: 'dan@example.net', verdict: 'spam' }, own)
    await came({ from_address: null }, own)
    await came({ from_address: 'dan@example.net' })
    expect(await status()).toBe('waiting')
    await came({ from_address: 'dan@example.net' }, own)
    expect(await status()).toBe('completed')
  })

  it('applies its filter and looks back', async () => {
    const own = await aTeam(server, 'Filterers')
    const filter_rule = { type: 'rule', field: 'event.subject', operator: 'contains', value: 'order' }
    const filtered = await running('eve@example.net', { filter_rule }, own)
    await came({ from_address: 'eve@example.net', subject: 'Hi' }, own)
    expect(await filtered()).toBe('waiting')
    await came({ from_address: 'eve@example.net', subject: 'My order' }, own)
    expect(await filtered()).toBe('completed')
  })

  it('stores no event when no run waits', async () => {
    const own = await aTeam(server, 'Nobody waits')
    await ask('POST', '/contacts', { email: 'fay@example.net' }, own.key)
    await came({ from_address: 'fay@example.net' }, own)
    await server.queue.idle()
    expect(server.logged()).not.toContain('event matched no automation')
    const exported = await ask('GET', '/contacts/fay@example.net/export', undefined, own.key)
    expect(exported.body.events).toEqual([])
  })

  it('cannot be a trigger, and causes a warning without a timeout', async () => {
    const trigger = [{ key: 't', type: 'trigger', config: { event_name: 'resend:email.received' } }]
    const refused = await ask('POST', '/automations', { name: 'No', steps: trigger, connections: [] })
    expect([refused.status, refused.body.message]).toEqual([422, expect.stringContaining('is a system event')])
    const [begin] = steps({})
    const endless = { key: 'w', type: 'wait_for_event', config: { event_name: 'resend:email.received' } }
    const simulated = await ask('POST', '/automations/simulate', {
      steps: [begin, endless],
      connections,
      events: [{ event: 'resend:email.received', after: '1 hour' }],
    })
    expect(simulated.status).toBe(200)
    expect(JSON.stringify(simulated.body.warnings)).toContain('happens only if the contact writes')
  })
})
