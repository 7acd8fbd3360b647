// The links between operations in the contract work on a real server: created objects are found, and each list is paged
// to its end.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Json, methodsOf, resolved } from '../../scripts/openapi.ts'
import { type TestServer, startServer } from '../support/server.ts'

const document: Json = JSON.parse(readFileSync('generated/openapi.json', 'utf8'))
const methods = methodsOf(document)
const named = new Map(methods.map(each => [each.operation.operationId as string, each]))

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const MADE: Record<string, Json> = {
  sendEmail: { from: 'a@b.example', to: 'c@d.example', subject: 'Hi', text: 'Hi' },
  createTemplate: { name: 'x', html: '<p>Hi</p>' },
  createEvent: { name: 'paid' },
  createAutomation: { name: 'x' },
  createContact: { email: 'ada@example.org' },
  createContactProperty: { key: 'plan', type: 'string' },
  createSegment: { name: 'x' },
  createAudience: { name: 'x' },
  createBroadcast: { from: 'a@b.example', subject: 'Hi', html: '<p>Hi</p>' },
  createTopic: { name: 'x', default_subscription: 'opt_in' },
  createApiKey: { name: 'x' },
  createDomain: { name: 'x.example' },
  addSuppression: { email: 'gone@example.org' },
  createDeliveryPause: { scope: 'destination', name: 'x.example' },
  createAudienceContact: { email: 'bob@example.org' },
  eraseContact: {},
  createWebhook: { endpoint: 'https://app.example/hook', events: ['email.sent'] },
}

async function bodyOf(id: string): Promise<Json> {
  if (id !== 'createBroadcast') return MADE[id]
  const { body: segment } = await server.call('POST', '/segments', { body: { name: 'x' } })
  return { ...MADE[id], segment_id: segment.id }
}

/** Creates what an operation requires, by its path parameters. */
async function pathOf(id: string): Promise<Record<string, string>> {
  if (id === 'eraseContact') {
    const { body } = await server.call('POST', '/contacts', { body: { email: 'cleo@example.org' } })
    return { contact_id: body.id }
  }
  if (id !== 'createAudienceContact') return {}
  const { body } = await server.call('POST', '/audiences', { body: { name: 'Readers' } })
  return { audience_id: body.id }
}

const filled = (path: string, params: Record<string, string>): string =>
  path.replaceAll(/\{([^}]+)\}/g, (whole, name: string) => params[name] ?? whole)

/** The parameters of a link, by its expressions (OpenAPI 3.1, 4.8.20.4). */
function followed(
  parameters: Record<string, string>,
  path: Record<string, string>,
  body: Json,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(parameters).map(([name, expression]) => {
      const [, asked, answered] = /^\$(?:request\.path\.(\w+)|response\.body#\/(\w+))$/.exec(expression)!
      return [name, asked === undefined ? body[answered!] : path[asked]!]
    }),
  )
}

/** The links of a successful response. */
function linksOf({ operation }: Json): Record<string, Json> {
  return Object.entries<Json>(operation.responses).find(([status]) => status < '300')?.[1].links ?? {}
}

it('every operation that creates an object has links, and those are followed', () => {
  const linked = methods.filter(each => Object.keys(linksOf(each)).length > 0).map(each => each.operation.operationId)
  const same = methods.filter(each => MADE[each.operation['x-alias-of']]).map(each => each.operation.operationId)
  // objects that are created from another object, or from a file
  const others = [
    'duplicateTemplate',
    'duplicateAutomation',
    'duplicateBroadcast',
    'createContactImport',
    'claimDomain',
    // they require a domain that receives email: test/inboxes/contract
    'createInbox',
    'createInboxDraft',
    'createInboxLabel',
  ]
  expect(linked.toSorted()).toEqual([...Object.keys(MADE), ...same, ...others].toSorted())
})

it.each(Object.keys(MADE))('the links of %s lead to the created object', async id => {
  const params = await pathOf(id)
  const path = filled(named.get(id)!.path, params)
  const { body } = await server.call('POST', path, { body: await bodyOf(id) })
  const links = Object.values(linksOf(named.get(id))).map(({ operationId, parameters }) => {
    const to = named.get(operationId)!
    return { method: to.method, where: filled(to.path, followed(parameters, params, body)) }
  })
  const statuses: Record<string, number> = {}
  for (const { method, where } of links) {
    // An update without a body is rejected after the object was found. Deletion comes last.
    if (method !== 'delete') statuses[method] = (await server.call(method.toUpperCase(), where)).status
  }
  const remover = links.find(({ method }) => method === 'delete')
  if (remover) expect((await server.call('DELETE', remover.where)).status).toBe(200)
  if ('get' in statuses) expect(statuses.get).toBe(200)
  if ('patch' in statuses) expect([400, 422]).toContain(statuses.patch)
  expect(links.length).toBeGreaterThan(0)
})

describe('pagination', () => {
  const lists = methods.filter(({ operation }) => operation['x-speakeasy-pagination'])

  it('is declared for every list', () => {
    const all = methods.filter(({ operation }) =>
      operation.parameters?.some((each: Json) => resolved(document, each).name === 'after'),
    )
    expect(lists).toEqual(all)
    expect(lists.length).toBeGreaterThan(12)
  })

  it('reads a whole list with the fields that the extension names', async () => {
    for (let made = 0; made < 5; made++) await server.call('POST', '/segments', { body: { name: `Segment ${made}` } })
    const { inputs, outputs } = named.get('listSegments')!.operation['x-speakeasy-pagination']
    const [cursor, limit] = inputs
    const found: string[] = []
    let next: string | undefined
    for (let pages = 0; pages < 10; pages++) {
      const query = `${limit.name}=2${next === undefined ? '' : `&${cursor.name}=${next}`}`
      const { body } = await server.call('GET', `/segments?${query}`)
      const results: Json[] = body[outputs.results.slice('$.'.length)]
      expect(outputs.nextCursor).toBe(`${outputs.results}[-1].id`)
      if (results.length === 0) break
      found.push(...results.map(({ name }) => name))
      next = results.at(-1).id
    }
    expect(found.filter(name => name.startsWith('Segment'))).toEqual([4, 3, 2, 1, 0].map(made => `Segment ${made}`))
  })
})
