// What the first request of an operation would have to wait for can be done before it comes.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readRules } from '../../src/http/document.ts'
import { type TestServer, startServer } from '../support/server.ts'

let written = 0
const { Function: native } = globalThis

beforeAll(() => {
  // a check of requests is code that is written when it is first needed
  globalThis.Function = new Proxy(native, {
    construct(target, parameters, newTarget) {
      written++
      return Reflect.construct(target, parameters, newTarget)
    },
  })
})
afterAll(() => {
  globalThis.Function = native
})

/** How many checks are written while the first requests of some operations are answered. */
async function writtenFor(prepare: (server: TestServer) => Promise<void>): Promise<number> {
  // the seal on answers would write code, too; and none is left of another server
  const server = await startServer({}, { onAnswer: () => {}, rules: readRules() })
  try {
    await prepare(server)
    written = 0
    const id = '0b8d2f44-5f1e-4a63-9c0e-6d1f5a0f7c11'
    const automation = { name: 'Welcome', steps: [{ key: 'start', type: 'nothing' }], connections: [] }
    expect((await server.call('POST', '/automations', { body: automation })).status).toBe(422)
    expect((await server.call('PATCH', `/automations/${id}`, { body: { name: 'Welcome' } })).status).toBe(404)
    expect((await server.call('GET', '/emails?limit=0')).status).toBe(422)
    return written
  } finally {
    await server.stop()
  }
}

describe('the first requests of operations', () => {
  it('wait for their checks to be written on a cold server', async () => {
    expect(await writtenFor(async () => {})).toBeGreaterThanOrEqual(3)
  })

  it('find them there when it was warmed up', async () => {
    expect(await writtenFor(server => server.warmUp())).toBe(0)
  })

  it('find them there when they come while it warms up, and after that', async () => {
    expect(
      await writtenFor(async server => {
        const warm = server.warmUp()
        expect((await server.call('POST', '/automations', { body: {} })).status).toBe(422)
        await warm
      }),
    ).toBe(0)
  })
})
