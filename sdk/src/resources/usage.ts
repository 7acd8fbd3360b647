// What the team has used of what it may use.
import * as operations from '../generated/sdk.gen.js'
import { type CallOptions, type Transport, dataOf } from '../transport.js'

export const usage = (to: Transport) => ({
  /** In this day and month of UTC, and how much there is of everything else; any API key may ask. */
  get: (options?: CallOptions) => dataOf(operations.getUsage({ ...options, ...to })),
})
