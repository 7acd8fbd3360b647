// A process that takes up a contract of so many operations as the server does when it starts, and says how long it took.
import { readFileSync } from 'node:fs'
import pino from 'pino'
import { contractRoutes } from '../../src/http/contract.ts'
import { parsedDocument } from '../../src/http/document.ts'
import type { ContractParts } from '../../src/http/parts.ts'
import { openContract } from '../../src/http/validators.ts'
import { oneKilobyte } from './seed.ts'

type Paths = Record<string, Record<string, { operationId?: string }>>

const CHECKS = 20_000
const ROUNDS = 5
const METHODS = ['get', 'post', 'put', 'patch', 'delete']

/** As text, for reading it is part of what is measured. */
function sized(count: number): string {
  const document = JSON.parse(readFileSync(new URL('../../generated/rules.json', import.meta.url), 'utf8'))
  const paths: Paths = {}
  let made = 0
  for (let copy = 0; made < count; copy++) {
    for (const [path, item] of Object.entries(document.paths as Paths)) {
      for (const [method, operation] of Object.entries(item)) {
        if (!METHODS.includes(method) || made === count) continue
        const at = copy === 0 ? path : `/copy-${copy}${path}`
        const operationId = copy === 0 ? operation.operationId! : `${operation.operationId}${copy}`
        paths[at] = { ...paths[at], [method]: { ...operation, operationId } }
        made++
      }
    }
  }
  return JSON.stringify({ ...document, paths })
}

function partsFor(text: string): ContractParts {
  const ids = Object.values(JSON.parse(text).paths as Paths).flatMap(item =>
    Object.values(item).map(
      ({ operationId }) => [operationId!, () => Promise.reject(new Error('Nobody asks'))] as const,
    ),
  )
  return {
    handlers: Object.fromEntries(ids),
    now: () => new Date(),
    log: pino({ level: 'silent' }),
    resource_metadata_url: '',
  } as unknown as ContractParts
}

async function startOf(count: number): Promise<{ operations: number; start_ms: number; check_us: number }> {
  const text = sized(count)
  const parts = partsFor(text)
  const from = performance.now()
  await contractRoutes(parsedDocument(text), parts)
  const start_ms = performance.now() - from
  return { operations: count, start_ms, check_us: await checkOf(text) }
}

/** CPU time of one check, the best of some rounds. */
async function checkOf(text: string): Promise<number> {
  const validators = (await openContract(parsedDocument(text))).validatorsOf('sendEmail')
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
  void startOf(message.operations).then(result => process.send?.({ cost: result }))
})
// what waits for a question alone does not end
process.channel?.ref()
