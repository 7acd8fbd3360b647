// The examples of the contract, sent to a sandbox: they are consistent and match the responses of the server.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readDocument } from '../../src/interfaces/contract/document.ts'
import { type Example, examplesIn } from '../../src/interfaces/contract/examples.ts'
import { Examples, idLists } from '../../scripts/sandbox/beginning.ts'
import type { Reply } from '../support/server.ts'
import { sendExample } from '../support/examples.ts'
import { aSandbox, type TestSandbox } from '../support/sandbox.ts'

const examples = examplesIn(readDocument())
let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await aSandbox()
})
afterAll(() => sandbox.stop())

const send = (example: Example): Promise<Reply> => sendExample(example, sandbox)

const idOf = (answer: unknown): unknown => {
  const { id, client_id } = (answer ?? {}) as { id?: string; client_id?: string }
  return id ?? client_id
}

const titled = examples
  .filter(({ operation }) => operation !== 'streamWebhookEvents')
  .map(example => [[example.operation, example.name].filter(Boolean).join(': '), example] as const)

describe('on a new sandbox', () => {
  const making = titled.filter(
    ([, { status, method, operation }]) => status === 201 || (method === 'post' && operation === 'sendEmail'),
  )
  it.each(making.filter(([title]) => !title.startsWith('duplicate')))(
    '%s creates the id that it shows',
    async (_, each) => {
      await sandbox.call('POST', '/sandbox/reset')
      expect(idOf((await send(each)).body)).toBe(idOf(each.answer))
    },
  )

  it('has an object for every operation on one', () => {
    const lacking = examples.filter(({ path, path_values }) =>
      [...path.matchAll(/\{([^}]+)\}/g)].some(([, name]) => path_values[name!] === undefined),
    )
    expect(lacking.map(({ operation }) => operation)).toEqual([])
  })

  it('assigns the next id to the next created object, and none for rejected requests', async () => {
    await sandbox.call('POST', '/sandbox/reset')
    const segment = examples.find(({ operation }) => operation === 'createSegment')!
    const template = examples.find(({ operation }) => operation === 'createTemplate')!
    expect((await sandbox.call('POST', '/templates', { body: { name: 'Taken', alias: 'trial-nudge' } })).status).toBe(
      422,
    )
    expect(idOf((await send(template)).body)).toBe(idOf(template.answer))
    const ids = []
    for (let each = 0; each < 3; each++) ids.push(idOf((await send(segment)).body))
    expect(ids[0]).toBe(idOf(segment.answer))
    expect(new Set(ids).size).toBe(3)
    expect(ids).toEqual(ids.toSorted())
  })

  it('lists the newest object first, for any id that it shows', async () => {
    // a list is in the order of ids
    for (const [of, ids] of Object.entries(idLists(new Examples(readDocument())))) {
      expect(ids, of).toEqual(ids.toSorted())
    }
    await sandbox.call('POST', '/sandbox/reset')
    for (const list of ['/templates', '/contacts', '/segments', '/topics', '/automations']) {
      const [, example] = making.find(([, { path, method }]) => path === list && method === 'post')!
      const made = [idOf((await send(example)).body)]
      const own = { '/contacts': { email: 'other@example.net' }, '/templates': { alias: 'other' } }[list]
      const again = await sandbox.call('POST', list, { body: { ...(example.body as object), ...own } })
      made.unshift(idOf(again.body))
      const { data } = (await sandbox.call('GET', list)).body
      expect(data.slice(0, 2).map(idOf), list).toEqual(made)
      const times = data.map(({ created_at }: { created_at: string }) => created_at)
      expect(times, list).toEqual(times.toSorted().toReversed())
    }
  })
})
