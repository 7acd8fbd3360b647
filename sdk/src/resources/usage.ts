// What the team has used of what it may use, and the requests that were answered.
import * as operations from '../generated/sdk.gen.js'
import { Listing, type PageQuery } from '../listing.js'
import { type CallOptions, type Transport, dataOf } from '../transport.js'

export const usage = (to: Transport) => ({
  /** In this day and month of UTC, and how much there is of everything else; any API key may ask. */
  get: (options?: CallOptions) => dataOf(operations.getUsage({ ...options, ...to })),
})

export const logs = (to: Transport) => ({
  list: (query: PageQuery = {}, options?: CallOptions) =>
    new Listing(query, page => dataOf(operations.listLogs({ ...options, ...to, query: page }))),
  /** With the bodies; its id is the `x-request-id` of the answer. */
  get: (log_id: string, options?: CallOptions) => dataOf(operations.getLog({ ...options, ...to, path: { log_id } })),
})
