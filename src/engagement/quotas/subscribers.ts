// Counts the outcomes of a team's emails on each day. Transactions add to a counter, so that a delivery requires no extra
// statement.
import type { Subscriber } from '../../base/store/signals/record.ts'
import type { DeliverySignalType } from '../../base/store/signals/signal.ts'
import { dayName, NO_USAGE } from './rules.ts'
import { usage } from './store.ts'

const COUNT_OF = {
  'email.delivered': 'delivered',
  'email.bounced': 'bounced',
  'email.failed': 'failed',
  'email.suppressed': 'suppressed',
  'email.complained': 'complained',
} as const

/** Counts the recipients of the signal. */
export const countOutcome: Subscriber<Exclude<DeliverySignalType, 'email.delivery_delayed'>> = async (tx, signal) => {
  const { type, team_id, at, detail } = signal
  const plus = { [COUNT_OF[type]]: detail.recipients.length }
  tx.add(usage, { ...NO_USAGE, team_id, day: dayName(at.toISOString()), ...plus })
}
