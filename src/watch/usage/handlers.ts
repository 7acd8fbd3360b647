import type { Handler } from '../../base/operation/operation.ts'
import { findUsage } from './actions.ts'
import type { UsageLimits } from './rules.ts'

export function createUsageHandlers(limits: UsageLimits): { getUsage: Handler<'getUsage'> } {
  return { getUsage: async call => ({ status: 200, body: await findUsage(call, limits) }) }
}
