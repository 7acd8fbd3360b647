// A process that loads a contract with this many operations as the server does at startup, and reports how long it
// took.
import pino from 'pino'
import { openContract } from '../../src/interfaces/http/contract/backend.ts'
import type { ContractParts } from '../../src/interfaces/http/contract/parts.ts'
import { readDocument, servedDefinition } from '../../src/interfaces/contract/document.ts'
import { IndexedRouter } from '../../src/interfaces/http/contract/router.ts'
import { ContractValidator } from '../../src/interfaces/http/contract/validator.ts'
import { oneKilobyte } from './seed.ts'

const CHECKS = 20_000
const ROUNDS = 5

type Definition = ReturnType<typeof servedDefinition>

/** Our operations first, then copies of them at other paths. */
function sized(count: number): Definition {
  const definition = servedDefinition()
  const ours = Object.entries(definition.paths!).flatMap(([path, item]) =>
    Object.entries(item!).map(([method, operation]) => ({
      path,
      method,
      operation: operation as { operationId: string },
    })),
  )
  const paths: Record<string, Record<string, object>> = {}
  for (let index = 0; index < count; index++) {
    const copy = Math.floor(index / ours.length)
    const { path, method, operation } = ours[index % ours.length]!
    const at = copy === 0 ? path : `/copy-${copy}${path}`
    ;(paths[at] ??= {})[method] = { ...operation, operationId: operation.operationId + (copy || '') }
  }
  return { ...definition, paths }
}

function partsFor({ paths }: Definition): ContractParts {
  const operations = Object.values(paths!).flatMap(item => Object.values(item!) as { operationId: string }[])
  const handlers = operations.map(
    ({ operationId }) => [operationId, () => Promise.reject(new Error('not called'))] as const,
  )
  return {
    handlers: Object.fromEntries(handlers),
    now: () => new Date(),
    log: pino({ level: 'silent' }),
    resource_metadata_url: '',
  } as unknown as ContractParts
}

/** Includes reading the contract. */
async function startOf(count: number): Promise<{ operations: number; start_ms: number; check_us: number }> {
  const from = performance.now()
  const definition = sized(count)
  await openContract(partsFor(definition), definition)
  return { operations: count, start_ms: performance.now() - from, check_us: await checkOf() }
}

/** CPU time of validating one request, the best of some rounds. */
async function checkOf(): Promise<number> {
  const router = new IndexedRouter(servedDefinition())
  const validator = new ContractValidator({ router, document: readDocument })
  const operation = router.getOperation('sendEmail')!
  await validator.compile(operation)
  const request = { params: {}, query: {}, headers: {}, requestBody: oneKilobyte() } as never
  let best_us = Infinity
  for (let round = 0; round < ROUNDS; round++) {
    const from = process.cpuUsage()
    for (let check = 0; check < CHECKS; check++) {
      if (!validator.validateRequest(request, operation).valid) throw new Error('The contract rejects an email')
    }
    const { user, system } = process.cpuUsage(from)
    best_us = Math.min(best_us, (user + system) / CHECKS)
  }
  return best_us
}

process.on('message', (message: { operations?: number } | string) => {
  if (typeof message === 'string' || message.operations === undefined) return
  void startOf(message.operations).then(cost => process.send?.({ cost }))
})
// a process that only waits for a message does not end
process.channel?.ref()
