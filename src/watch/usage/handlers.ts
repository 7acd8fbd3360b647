import type { Handler } from '../../base/operation/operation.ts'
import { findUsage, type UsageLimits } from './actions.ts'

export function createUsageHandlers(limits: UsageLimits): { getUsage: Handler<'getUsage'> } {
  return { getUsage: async call => ({ status: 200, body: await findUsage(call, limits) }) }
}
