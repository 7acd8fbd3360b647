// Measures the contract: the time to load it at startup, and the time to validate a request.
import { child } from './child.ts'

/** A separate process each time, so that code compiled before does not help. */
const TRIES = 5

export interface ContractCost {
  operations: number
  start_ms: number
  /** To validate the body of an email of about one kilobyte. */
  check_us: number
}

/** The best of several tries per size, with that many operations: ours first, then copies of them at other paths. */
export async function measuredContract(sizes: readonly number[]): Promise<ContractCost[]> {
  const costs: ContractCost[] = []
  for (const operations of sizes) {
    const tries: ContractCost[] = []
    while (tries.length < TRIES) {
      const server = child('./contract-start.ts')
      tries.push(await server.ask({ operations }, 'cost'))
      await server.stop()
    }
    const best = (cost: 'start_ms' | 'check_us'): number => Math.min(...tries.map(each => each[cost]))
    costs.push({ operations, start_ms: best('start_ms'), check_us: best('check_us') })
  }
  return costs
}
