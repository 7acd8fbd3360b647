// Records a signal in the unit of work of the change: the writes of its subscribers are durable with it, or not at all.
// The recording module does not depend on the subscribers; only `app/subscribers.ts` lists them.
import type { Tx } from '../database.ts'
import type { Signal, SignalType } from './signal.ts'

/** Handles signals of these types. It awaits only its `tx`; an error it throws undoes the unit that recorded the signal. */
export type Subscriber<Type extends SignalType> = (tx: Tx, signal: Signal<Type>) => Promise<void>

export async function record<Type extends SignalType>(tx: Tx, signal: Signal<Type>): Promise<void> {
  for (const hear of tx.subscribers[signal.type]) await hear(tx, signal)
}
