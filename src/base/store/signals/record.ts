// Records a signal in the unit of work in which it happens: what its subscribers write is durable with it, or not at all.
// The room that records a signal does not know its subscribers; `subscribers.ts` is the one file that does.
import type { Tx } from '../database.ts'
import type { Signal, SignalType } from './signal.ts'

/** Hears of signals of these types. It awaits its `tx` and nothing else; what it throws undoes what it was told of. */
export type Subscriber<Type extends SignalType> = (tx: Tx, signal: Signal<Type>) => Promise<void>

export async function record<Type extends SignalType>(tx: Tx, signal: Signal<Type>): Promise<void> {
  for (const hear of tx.subscribers[signal.type]) await hear(tx, signal)
}
