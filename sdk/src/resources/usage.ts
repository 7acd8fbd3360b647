// Usage and limits of the team, and its request log.
import * as operations from '../generated/sdk.gen.js'
import { Listing, type PageQuery } from '../listing.js'
import { type CallOptions, type Transport, dataOf } from '../transport.js'

export const usage = (to: Transport) => ({
  /** Usage in the current day and month (UTC), and the counts of all other objects; requires any API key. */
  get: (options?: CallOptions) => dataOf(operations.getUsage({ ...options, ...to })),
})

export const logs = (to: Transport) => ({
  list: (query: PageQuery = {}, options?: CallOptions) =>
    new Listing(query, page => dataOf(operations.listLogs({ ...options, ...to, query: page }))),
  /** Includes the bodies; the id is the `x-request-id` of the response. */
  get: (log_id: string, options?: CallOptions) => dataOf(operations.getLog({ ...options, ...to, path: { log_id } })),
})
