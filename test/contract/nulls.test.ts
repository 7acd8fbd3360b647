// `null` for an optional member of a request means that the member was not sent, unless the contract defines another
// meaning.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Json, methodsOf, resolved } from '../../scripts/openapi.ts'
import { NULL_IS_ABSENT } from '../../src/interfaces/contract/keywords.ts'
import { refusalOf } from '../../src/interfaces/http/validation.ts'
import { validatorOfSchema } from '../../src/interfaces/http/contract/validator.ts'
import { anAddress, type TestServer, startServer } from '../support/server.ts'
import { callTool } from '../support/tools.ts'

const document: Json = JSON.parse(readFileSync('generated/openapi.json', 'utf8'))

interface Member {
  /** The named schema that contains the member, and the path within it. */
  place: string
  schema: Json
}

/** Every optional member of the JSON request bodies, at every depth. */
function optionalMembers(): Member[] {
  const members: Member[] = []
  const seen = new Set<Json>()
  const walk = (given: Json, place: string): void => {
    const schema = resolved(document, given)
    const at = given.$ref?.split('/').at(-1) ?? place
    if (typeof schema !== 'object' || seen.has(schema)) return
    seen.add(schema)
    for (const [name, member] of Object.entries<Json>(schema.properties ?? {})) {
      if (!schema.required?.includes(name)) members.push({ place: `${at}.${name}`, schema: member })
      walk(member, `${at}.${name}`)
    }
    for (const key of ['anyOf', 'oneOf', 'allOf']) for (const each of schema[key] ?? []) walk(each, at)
    for (const key of ['items', 'additionalProperties']) if (schema[key]) walk(schema[key], `${at}[]`)
  }
  for (const { operation } of methodsOf(document)) {
    const body = operation.requestBody?.content['application/json']
    if (body) walk(body.schema, operation.operationId)
  }
  return members
}

function acceptsNull(given: Json): boolean {
  const { type, anyOf, oneOf, not } = resolved(document, given)
  if (type !== undefined) return [type].flat().includes('null')
  return anyOf || oneOf ? (anyOf ?? oneOf).some(acceptsNull) : not === undefined
}

const members = optionalMembers()
const marked = members.filter(({ schema }) => schema[NULL_IS_ABSENT])

describe('each optional member of a request', () => {
  it('accepts null', () => {
    expect(members.length).toBeGreaterThan(250)
    const refusing = members.filter(({ schema }) => !acceptsNull(schema) && !schema[NULL_IS_ABSENT])
    expect(refusing.map(({ place }) => place)).toEqual([])
  })

  it.each(marked.map(({ place }) => place))('%s is not sent when it is null', place => {
    const [schema, name, ...more] = place.split('.') as [string, string, ...string[]]
    expect(more).toEqual([])
    const validate = validatorOfSchema(schema)
    const resultOf = (body: object): unknown => (validate(body) ? body : [body, refusalOf(validate.errors!).body])
    expect(resultOf({ [name]: null })).toEqual(resultOf({}))
  })
})

describe('a request with null', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer()
  })
  afterAll(() => server.stop())

  it('creates a contact as resend-rs sends it', async () => {
    const body = { email: 'ada@ex.test', first_name: 'Ada', audience_id: null, unsubscribed: null, properties: null }
    const created = await server.call('POST', '/contacts', { body })
    expect(created.status).toBe(201)
    const { body: contact } = await server.call('GET', `/contacts/${created.body.id}`)
    expect(contact).toMatchObject({ first_name: 'Ada', unsubscribed: false })
  })

  it('keeps unchanged values in an update, and clears those that define a meaning for null', async () => {
    const { body } = await server.call('POST', '/contacts', { body: { email: 'bo@ex.test', first_name: 'Bo' } })
    const update = { email: null, unsubscribed: null, first_name: null }
    expect((await server.call('PATCH', `/contacts/${body.id}`, { body: update })).status).toBe(200)
    const { body: contact } = await server.call('GET', `/contacts/${body.id}`)
    expect(contact).toMatchObject({ email: 'bo@ex.test', unsubscribed: false, first_name: null })
  })

  it('uses the default value', async () => {
    const topic = { name: 'News', default_subscription: 'opt_in', visibility: null }
    const { status, body } = await server.call('POST', '/topics', { body: topic })
    expect(status).toBe(201)
    expect((await server.call('GET', `/topics/${body.id}`)).body.visibility).toBe('private')
  })

  it('omits the member in a step of an automation', async () => {
    const config = { template: { id: 'welcome', variables: null }, from: null, subject: null, reply_to: null }
    const steps = [
      { key: 'start', type: 'trigger', config: { event_name: 'user.created' } },
      { key: 'welcome', type: 'send_email', config },
    ]
    const connections = [{ from: 'start', to: 'welcome', type: null }]
    const sent = { name: 'Welcome', status: null, steps, connections, settings: null }
    const { status, body } = await server.call('POST', '/automations', { body: sent })
    expect([status, body.message]).toEqual([201, undefined])
    const { body: automation } = await server.call('GET', `/automations/${body.id}`)
    expect(Object.keys(automation.steps[1].config)).toEqual(['template'])
  })

  it('names the field as before when its value is wrong', async () => {
    const { status, body } = await server.call('POST', '/contacts', {
      body: { email: 'x@ex.test', unsubscribed: 'no' },
    })
    expect([status, body.message]).toEqual([422, 'Invalid `unsubscribed` field: must be boolean; received "no".'])
    expect((await server.call('POST', '/contacts', { body: { email: null } })).status).toBe(422)
  })

  it('registers an OAuth client', async () => {
    const optional = members.filter(({ place }) => place.startsWith('RegisterClient.'))
    const names = optional.map(({ place }) => place.split('.')[1]!).filter(name => name !== 'redirect_uris')
    expect(names).toContain('jwks')
    const nulls = Object.fromEntries(names.map(name => [name, null]))
    const registration = { client_name: 'Agent', redirect_uris: ['http://127.0.0.1/cb'] }
    const send = (body: object) => server.call('POST', '/oauth/register', { key: null, body, headers: anAddress() })
    const [plain, withNulls] = [await send(registration), await send({ ...registration, ...nulls })]
    expect(withNulls.status).toBe(201)
    const own = { client_id: expect.any(String), client_id_issued_at: expect.any(Number) }
    expect(withNulls.body).toEqual({ ...plain.body, ...own })
    expect((await send({ ...registration, client_name: null })).body.error).toBe('invalid_client_metadata')
  })

  it('calls a tool', async () => {
    const { body } = await callTool(server, 'create-segment', { name: 'VIP', audience_id: null, rule: null })
    expect(body.result.isError).toBeUndefined()
  })
})
