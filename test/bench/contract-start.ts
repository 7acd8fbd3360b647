// A process that takes up a contract of so many operations as the server does when it starts, and says how long it took.
import pino from 'pino'
import { contractRoutes } from '../../src/interfaces/http/contract.ts'
import type { ContractParts } from '../../src/interfaces/http/parts.ts'
import { type DescribedOperation, readOperations } from '../../src/interfaces/http/traits.ts'
import { validatorsOf } from '../../src/interfaces/http/validators.ts'
import { oneKilobyte } from './seed.ts'

const CHECKS = 20_000
const ROUNDS = 5

/** Ours first, then copies of them at other paths. */
function sized(count: number): DescribedOperation[] {
  const ours = readOperations()
  return Array.from({ length: count }, (_, index) => {
    const copy = Math.floor(index / ours.length)
    const { route, traits, ...rest } = ours[index % ours.length]!
    if (copy === 0) return { route, traits, ...rest }
    const id = `${traits.id}${copy}` as typeof traits.id
    return { ...rest, route: { ...route, path: `/copy-${copy}${route.path}` }, traits: { ...traits, id } }
  })
}

function partsFor(operations: readonly DescribedOperation[]): ContractParts {
  const ids = operations.map(({ traits }) => [traits.id, () => Promise.reject(new Error('Nobody asks'))] as const)
  return {
    handlers: Object.fromEntries(ids),
    now: () => new Date(),
    log: pino({ level: 'silent' }),
    resource_metadata_url: '',
  } as unknown as ContractParts
}

/** With the reading of ours. */
function startOf(count: number): { operations: number; start_ms: number; check_us: number } {
  const parts = partsFor(sized(count))
  const from = performance.now()
  contractRoutes(parts, sized(count))
  const start_ms = performance.now() - from
  return { operations: count, start_ms, check_us: checkOf() }
}

/** CPU time of one check, the best of some rounds. */
function checkOf(): number {
  const validators = validatorsOf('sendEmail')
  const input = { path: {}, query: {}, header: {}, cookie: {}, requestBody: oneKilobyte() }
  let best_us = Infinity
  for (let round = 0; round < ROUNDS; round++) {
    const from = process.cpuUsage()
    for (let check = 0; check < CHECKS; check++) {
      if (!validators.every(validate => validate(input))) throw new Error('The contract refuses what is sent')
    }
    const { user, system } = process.cpuUsage(from)
    best_us = Math.min(best_us, (user + system) / CHECKS)
  }
  return best_us
}

process.on('message', (message: { operations?: number } | string) => {
  if (typeof message === 'string' || message.operations === undefined) return
  process.send?.({ cost: startOf(message.operations) })
})
// what waits for a question alone does not end
process.channel?.ref()
