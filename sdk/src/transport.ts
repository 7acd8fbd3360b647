// What every call has in common.
import type { Client } from './generated/client/index.js'

/** Spread into the options of each generated function. */
export interface Transport {
  client: Client
  throwOnError: true
}

export interface CallOptions {
  /** Ends the call, also while it waits to try again. */
  signal?: AbortSignal
}

/** The body of an answer to a removal; of one that was done by an attempt whose answer was lost, what is known of it. */
export async function removalOf<Data>(answer: Promise<{ data: Data }>, known: Data): Promise<Data> {
  return { ...known, ...(await answer).data }
}

/** The body of an answer. */
export async function dataOf<Data>(answer: Promise<{ data: Data }>): Promise<Data> {
  return (await answer).data
}
