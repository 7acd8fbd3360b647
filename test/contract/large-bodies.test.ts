// What a body may hold: how many values, how deep, how long its keys.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anEmailBody } from '../support/emails.ts'
import { type TestServer, aSendingKey, startServer } from '../support/server.ts'

let server: TestServer
let sending: string
beforeAll(async () => {
  server = await startServer()
  sending = await aSendingKey(server)
})
afterAll(() => server.stop())

const many = (count: number): string => `{"x":[${'{},'.repeat(count - 3)}{}]}`
const refused = { statusCode: 422, name: 'validation_error' }

describe('a body with many values', () => {
  it('is refused by its bytes, with the limit and what was received', async () => {
    const body = many(300_000)
    for (const path of [
      '/emails',
      '/templates',
      '/automations',
      '/automations/simulate',
      '/contacts',
      '/events/send',
    ]) {
      const answer = await server.call('POST', path, { body })
      expect([path, answer.status, answer.body]).toEqual([
        path,
        422,
        { ...refused, message: expect.stringMatching(/too many values: at most \d+ .* has 300000\b/) },
      ])
    }
  })

  it('is refused at the limit of its kind of operation and not before', async () => {
    const sent = (count: number): string => JSON.stringify(anEmailBody()).replace('{', `${many(count).slice(0, -1)},`)
    const own = Object.keys(anEmailBody()).length
    const send = (body: string) => server.call('POST', '/emails', { key: sending, body })
    expect((await send(sent(10_000 - own))).status).toBe(200)
    expect((await send(sent(10_001 - own))).body).toMatchObject({
      ...refused,
      message: expect.stringContaining('10001'),
    })
    const ordinary = (count: number): string => many(count - 1).replace('{', '{"name":"Ada",')
    expect((await server.call('POST', '/automations', { body: ordinary(25_000) })).status).toBe(201)
    expect((await server.call('POST', '/automations', { body: ordinary(25_001) })).body).toMatchObject(refused)
  })

  it('may be the largest graph: 150 steps that send a template with 50 variables, and as many connections', async () => {
    const variables = Object.fromEntries(
      Array.from({ length: 50 }, (_, each) => [`V${each}`, { var: 'contact.email' }]),
    )
    const mail = (key: string) => ({ key, type: 'send_email', config: { template: { id: 'welcome', variables } } })
    const keys = Array.from({ length: 149 }, (_, each) => `mail${each}`)
    const steps = [{ key: 'start', type: 'trigger', config: { event_name: 'a.b' } }, ...keys.map(mail)]
    const connections = keys.map((to, each) => ({ from: each === 0 ? 'start' : keys[each - 1], to }))
    const created = await server.call('POST', '/automations', { body: { name: 'Largest', steps, connections } })
    expect([created.status, created.body.id]).toEqual([201, expect.any(String)])
  })
})

describe('a body with a long key', () => {
  it('is refused, wherever the key is', async () => {
    const key = 'k'.repeat(1001)
    for (const body of [`{"${key}":1}`, `{"headers":{"${key}":"a"}}`, `{"payload":[{"${key}":1}]}`]) {
      const answer = await server.call('POST', '/emails', { body })
      expect(answer.body).toMatchObject({
        ...refused,
        message: expect.stringMatching(/at most 1000 bytes .* has 1001/),
      })
    }
  })
})

describe('a deep body', () => {
  it('is refused', async () => {
    const answer = await server.call('POST', '/events/send', { body: `{"payload":${'['.repeat(500_000)}` })
    expect([answer.status, answer.body.message]).toEqual([400, expect.stringContaining('64 levels')])
  })
})
