// Subscribers that record signals.
import type { Signal, Subscribers } from '../../src/base/store/signals/signal.ts'
import type { Tx } from '../../src/base/store/database.ts'
import { subscribers } from '../../src/app/subscribers.ts'
import { isRehearsal } from './twice.ts'

export type SignalHandler = (tx: Tx, signal: Signal) => Promise<void>

/** A subscriber table with only these functions, for every type. */
export function subscribersCalling(...hear: SignalHandler[]): Subscribers<Tx> {
  return Object.fromEntries(Object.keys(subscribers).map(type => [type, hear])) as unknown as Subscribers<Tx>
}

/** A subscriber that appends each signal to a list. */
export function collectInto(heard: Signal[]): SignalHandler {
  return async (tx, signal) => {
    if (!isRehearsal(tx)) heard.push(signal)
  }
}
