// What units of work say they did, for an operator to watch: a closed list, so that there are never more series than that.

export const EMAILS = [
  'accepted',
  'delivered',
  'delivery_delayed',
  'bounced',
  'failed',
  'complained',
  'suppressed',
] as const
export const RUNS = ['begun', 'completed', 'failed', 'cancelled'] as const

export type Counted = `emails.${(typeof EMAILS)[number]}` | `automation_runs.${(typeof RUNS)[number]}`
