// The metrics that units of work count: a closed list, so that the number of time series is limited.

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
