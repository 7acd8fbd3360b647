// Lengths are counted in code points, as the contract defines them, for every limited field and for texts derived from
// it.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Json, methodsOf, resolved } from '../../scripts/openapi.ts'
import { type TestServer, startServer } from '../support/server.ts'

const document: Json = JSON.parse(readFileSync('generated/openapi.json', 'utf8'))
const ID = '5d8b3e0a-8f1d-4c57-9a44-0f6f3a6c2b10'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const fields = methodsOf(document).flatMap(({ method, path, operation }) => {
  const json = operation.requestBody?.content['application/json']
  if (!json || operation['x-rules'] === 'own') return []
  const schema = resolved(document, json.schema)
  return Object.entries<Json>(schema.properties ?? {}).flatMap(([name, property]) => {
    const limited = [property, ...(property.anyOf ?? [])]
      .map(each => resolved(document, each))
      // separate rules with their own messages reject the others; edges.test.ts sends them
      .find(each => each.maxLength && !each['x-own-rules']?.includes('maxLength'))
    const example = json.example ?? Object.values<Json>(json.examples)[0].value
    return limited
      ? [{ id: operation.operationId, method, path, name, most: limited.maxLength as number, example }]
      : []
  })
})

describe.each(fields)('$name of $id', ({ method, path, name, most, example }) => {
  const sent = async (text: string): Promise<string> => {
    const { status, body } = await server.call(method.toUpperCase(), path.replaceAll(/\{[^}]+\}/g, ID), {
      body: { ...example, [name]: text },
    })
    return status < 400 ? '' : body.message
  }

  it(`accepts at most ${most} code points, whatever their length in bytes and UTF-16`, async () => {
    const character = '😀'
    expect(await sent(character.repeat(most))).not.toMatch(/more than|longer than|at most \d+ characters/)
    expect(await sent(character.repeat(most + 1))).toContain(
      `\`${name}\` field: must NOT have more than ${most} characters`,
    )
    expect(await sent(character.repeat(300_000 / character.length))).toContain(
      `must NOT have more than ${most} characters`,
    )
  })
})

it('these fields exist', () => expect(fields.length).toBeGreaterThan(10))

describe('a copy', () => {
  const NAME = `x${'😀'.repeat(254)}`

  it.each([
    ['/templates', { html: '<p>Hi</p>' }, `x${'😀'.repeat(247)} (Copy)`],
    ['/automations', {}, `x${'😀'.repeat(247)} (copy)`],
  ])('of %s has a name that is truncated between characters', async (path, more, name) => {
    const { id } = (await server.call('POST', path, { body: { name: NAME, ...more } })).body
    const copy = await server.call('POST', `${path}/${id}/duplicate`)
    expect((await server.call('GET', `${path}/${copy.body.id}`)).body.name).toBe(name)
  })
})

describe('values whose limit is in a rule instead of the contract', () => {
  it('are counted in the same way', async () => {
    await server.call('POST', '/contact-properties', { body: { key: 'motto', type: 'string' } })
    const contact = (motto: string): Promise<{ status: number }> =>
      server.call('POST', '/contacts', { body: { email: 'ada@example.com', properties: { motto } } })
    const longest = Number(/longer than (\d+)/.exec(((await contact('x'.repeat(100_000))) as Json).body.message)![1])
    expect((await contact('😀'.repeat(longest))).status).toBe(201)
    expect((await contact('😀'.repeat(longest + 1))).status).toBe(422)
    const variable = (fallback_value: string): Promise<{ status: number }> =>
      server.call('POST', '/templates', {
        body: { name: 'x', html: '{{{A}}}', variables: [{ key: 'A', type: 'string', fallback_value }] },
      })
    expect((await variable('😀'.repeat(2000))).status).toBe(201)
    expect((await variable('😀'.repeat(2001))).status).toBe(422)
  })
})
