// The metrics that units of work count: a closed list, so that the number of time series is limited.

export const EMAIL_COUNTERS = [
  'accepted',
  'delivered',
  'delivery_delayed',
  'bounced',
  'failed',
  'complained',
  'suppressed',
] as const
export const RUN_COUNTERS = ['begun', 'completed', 'failed', 'cancelled'] as const

export type CounterName =
  | `emails.${(typeof EMAIL_COUNTERS)[number]}`
  | `automation_runs.${(typeof RUN_COUNTERS)[number]}`
