// Options and results shared by all requests.
import type { Client } from './generated/client/index.js'

/** Spread into the options of each generated function. */
export interface Transport {
  client: Client
  throwOnError: true
}

export interface CallOptions {
  /** Cancels the request, also while it waits for a retry. */
  signal?: AbortSignal
}

/** The body of a response to a deletion. If the response of the attempt that deleted was lost, the known part of it. */
export async function removalOf<Data>(answer: Promise<{ data: Data }>, known: Data): Promise<Data> {
  return { ...known, ...(await answer).data }
}

/** The body of a response. */
export async function dataOf<Data>(answer: Promise<{ data: Data }>): Promise<Data> {
  return (await answer).data
}
