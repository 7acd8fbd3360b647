// The contract and its functions fit each other, or there is no server.
import pino from 'pino'
import { expect, it } from 'vitest'
import { contractRoutes } from '../../src/interfaces/http/contract.ts'
import type { ContractParts } from '../../src/interfaces/http/parts.ts'
import { readOperations } from '../../src/interfaces/http/traits.ts'

const ids = readOperations().map(({ traits }) => traits.id)

/** Whether routes come of a function for each of these operations; nobody calls one. */
async function routesWith(operations: string[]): Promise<unknown> {
  const nobody = (): Promise<never> => Promise.reject(new Error('Nobody asks'))
  const handlers = Object.fromEntries(operations.map(id => [id, nobody]))
  const database = {} as ContractParts['database']
  return contractRoutes({
    database,
    handlers,
    identify: nobody,
    now: () => new Date(),
    log: pino({ level: 'silent' }),
    resource_metadata_url: 'http://localhost/.well-known/oauth-protected-resource',
  })
}

it('makes routes where each operation has its function', async () => {
  expect(await routesWith(ids)).toBeInstanceOf(Function)
})

it('refuses an operation without a function, and names it', async () => {
  await expect(routesWith(ids.filter(id => id !== 'getEmail'))).rejects.toThrow('No handler for getEmail')
})

it('refuses a function without an operation, and names it', async () => {
  await expect(routesWith([...ids, 'getNothing'])).rejects.toThrow('Unknown operationId getNothing')
})
