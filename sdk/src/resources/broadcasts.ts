// Broadcasts: one email to everybody in a segment.
import * as operations from '../generated/sdk.gen.js'
import type { CreateBroadcast, UpdateBroadcast } from '../generated/types.gen.js'
import { Listing, type PageQuery } from '../listing.js'
import { type CallOptions, type Transport, dataOf, removalOf } from '../transport.js'

export const broadcasts = (to: Transport) => ({
  create: (body: CreateBroadcast, options?: CallOptions) =>
    dataOf(operations.createBroadcast({ ...options, ...to, body })),
  get: (broadcast_id: string, options?: CallOptions) =>
    dataOf(operations.getBroadcast({ ...options, ...to, path: { broadcast_id } })),
  list: (query: PageQuery = {}, options?: CallOptions) =>
    new Listing(query, page => dataOf(operations.listBroadcasts({ ...options, ...to, query: page }))),
  update: (broadcast_id: string, body: UpdateBroadcast, options?: CallOptions) =>
    dataOf(operations.updateBroadcast({ ...options, ...to, path: { broadcast_id }, body })),
  remove: (broadcast_id: string, options?: CallOptions) =>
    removalOf(operations.removeBroadcast({ ...options, ...to, path: { broadcast_id } }), {
      object: 'broadcast',
      id: broadcast_id,
      deleted: true,
    }),
  duplicate: (broadcast_id: string, options?: CallOptions) =>
    dataOf(operations.duplicateBroadcast({ ...options, ...to, path: { broadcast_id } })),
})
