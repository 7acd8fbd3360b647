// What the contract costs: how long the server is busy with it when it starts, and how long checking a request takes.
import { child } from './child.ts'

/** A process of its own each time: what was compiled before does not help. */
const TRIES = 5

export interface ContractCost {
  operations: number
  start_ms: number
  /** To check the body of a send of about one kilobyte. */
  check_us: number
}

/** The best of some tries each, with so many operations: ours first, then copies of them at other paths. */
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
