import type { Handler } from '../../base/operation/operation.ts'
import { findUsage, type Limits } from './actions.ts'

export function createUsageHandlers(limits: Limits): { getUsage: Handler<'getUsage'> } {
  return { getUsage: async call => ({ status: 200, body: await findUsage(call, limits) }) }
}
