// openapi-backend binds each operation of the contract to its handler. The server does not start if one is missing.
import pino from 'pino'
import { describe, expect, it } from 'vitest'
import { createApp } from '../../src/interfaces/http/app.ts'
import { openContract } from '../../src/interfaces/http/contract/backend.ts'
import type { ContractParts } from '../../src/interfaces/http/contract/parts.ts'
import { servedDefinition } from '../../src/interfaces/contract/document.ts'
import { TRAITS } from '../support/traits.ts'

const log = pino({ level: 'silent' })
const IDS = TRAITS.map(({ id }) => id)

function partsWith(operations: readonly string[]): ContractParts {
  const answer = async (): Promise<{ status: number; body: object }> => ({ status: 200, body: {} })
  return {
    database: { read: async (body: () => unknown) => body() } as unknown as ContractParts['database'],
    handlers: Object.fromEntries(operations.map(id => [id, answer])),
    identify: () => Promise.reject(new Error('not called')),
    now: () => new Date(),
    log,
    resource_metadata_url: 'http://localhost/.well-known/oauth-protected-resource',
  }
}

describe('openContract', () => {
  it('registers one handler for each operation', async () => {
    const { api } = await openContract(partsWith(IDS))
    expect(api.getOperations().map(({ operationId }) => operationId)).toEqual(IDS)
    expect(Object.keys(api.handlers)).toEqual(expect.arrayContaining(IDS))
  })

  it('rejects an operation without a handler by its name', async () => {
    const some = IDS.filter(id => id !== 'getEmail')
    await expect(openContract(partsWith(some))).rejects.toThrow('No handler for getEmail')
  })

  it('rejects a handler without an operation by its name', async () => {
    await expect(openContract(partsWith([...IDS, 'getNothing']))).rejects.toThrow('Unknown operationId getNothing')
  })

  it('rejects a security scheme without a handler by its name', async () => {
    const definition = servedDefinition()
    const securitySchemes = { ...definition.components!.securitySchemes, Cookie: { type: 'http', scheme: 'none' } }
    const opened = openContract(partsWith(IDS), { ...definition, components: { securitySchemes } } as typeof definition)
    await expect(opened).rejects.toThrow('No handler for the security scheme Cookie')
  })
})

describe('an operation of the published API that the server does not have', () => {
  const unserved = [
    { method: 'GET', path: '/planets/:planet_id' },
    { method: 'PUT', path: '/emails/:email_id', instead: 'send a PATCH request' },
  ]

  async function ask(method: string, path: string): Promise<{ status: number; allow: string | null; message: string }> {
    const definition = { ...servedDefinition(), 'x-unserved': unserved }
    const { door } = await openContract(partsWith(IDS), definition)
    const server = createApp([door], { log, proxies: [] }).listen(0)
    try {
      const { port } = server.address() as { port: number }
      const response = await fetch(`http://localhost:${port}${path}`, { method })
      const { message } = (await response.json()) as { message: string }
      return { status: response.status, allow: response.headers.get('allow'), message }
    } finally {
      server.close()
    }
  }

  it('gets 404 and a hint where its path has no other method', async () => {
    const { status, message } = await ask('GET', '/planets/7')
    expect([status, message]).toEqual([
      404,
      'Unknown path. GET /planets/:planet_id is not supported yet. See GET /openapi.json for all operations.',
    ])
  })

  it('gets 405, the allowed methods and a hint where its path has other methods', async () => {
    const { status, allow, message } = await ask('PUT', '/emails/7')
    expect([status, allow]).toEqual([405, 'GET, PATCH, HEAD, OPTIONS'])
    expect(message).toContain('PUT /emails/:email_id is not supported yet; send a PATCH request.')
  })
})
