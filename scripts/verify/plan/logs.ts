// The request log: contains the previous requests.
import type { Step } from './step.ts'

export const logs: Step[] = [
  { operation: 'listLogs', query: { limit: '2' }, until: 'data.0.id', leaves: 'logs' },
  { operation: 'getLog', path: { log_id: '((logs.data.0.id))' }, expect: { id: '((logs.data.0.id))' } },
]
