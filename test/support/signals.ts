// Hearing what is said to have happened.
import type { Signal, Subscribers } from '../../src/base/store/signals/signal.ts'
import type { Tx } from '../../src/base/store/database.ts'
import { subscribers } from '../../src/app/subscribers.ts'
import { isRehearsal } from './twice.ts'

export type Hear = (tx: Tx, signal: Signal) => Promise<void>

/** The table with these instead of everybody, for every type. */
export function heardBy(...hear: Hear[]): Subscribers<Tx> {
  return Object.fromEntries(Object.keys(subscribers).map(type => [type, hear])) as unknown as Subscribers<Tx>
}

/** Keeps what it hears in a list. */
export function keeping(heard: Signal[]): Hear {
  return async (tx, signal) => {
    if (!isRehearsal(tx)) heard.push(signal)
  }
}
