// Broadcasts: one email to all contacts in a segment.
import * as operations from '../generated/sdk.gen.js'
import type {
  CreateBroadcast,
  ListBroadcastRecipientsData,
  SendBroadcast,
  TestBroadcast,
  UpdateBroadcast,
} from '../generated/types.gen.js'
import { Listing, type PageQuery } from '../listing.js'
import { type CallOptions, type Transport, dataOf, removalOf } from '../transport.js'

type RecipientsQuery = NonNullable<ListBroadcastRecipientsData['query']>

export const broadcasts = (to: Transport) => ({
  create: (body: CreateBroadcast, options?: CallOptions) =>
    dataOf(operations.createBroadcast({ ...options, ...to, body })),
  get: (broadcast_id: string, options?: CallOptions) =>
    dataOf(operations.getBroadcast({ ...options, ...to, path: { broadcast_id } })),
  list: (query: PageQuery = {}, options?: CallOptions) =>
    new Listing(query, page => dataOf(operations.listBroadcasts({ ...options, ...to, query: page }))),
  /** Returns all problems of the broadcast together. */
  check: (broadcast_id: string, options?: CallOptions) =>
    dataOf(operations.checkBroadcast({ ...options, ...to, path: { broadcast_id } })),
  update: (broadcast_id: string, body: UpdateBroadcast, options?: CallOptions) =>
    dataOf(operations.updateBroadcast({ ...options, ...to, path: { broadcast_id }, body })),
  remove: (broadcast_id: string, options?: CallOptions) =>
    removalOf(operations.removeBroadcast({ ...options, ...to, path: { broadcast_id } }), {
      object: 'broadcast',
      id: broadcast_id,
      deleted: true,
    }),
  /** Sends immediately, or at the time in the body. */
  send: (broadcast_id: string, body: SendBroadcast = {}, options?: CallOptions) =>
    dataOf(operations.sendBroadcast({ ...options, ...to, path: { broadcast_id }, body })),
  /** Sends test emails to a few addresses. */
  test: (broadcast_id: string, body: TestBroadcast, options?: CallOptions) =>
    dataOf(operations.testBroadcast({ ...options, ...to, path: { broadcast_id }, body })),
  cancel: (broadcast_id: string, options?: CallOptions) =>
    dataOf(operations.cancelBroadcast({ ...options, ...to, path: { broadcast_id } })),
  pause: (broadcast_id: string, options?: CallOptions) =>
    dataOf(operations.pauseBroadcast({ ...options, ...to, path: { broadcast_id } })),
  resume: (broadcast_id: string, options?: CallOptions) =>
    dataOf(operations.resumeBroadcast({ ...options, ...to, path: { broadcast_id } })),
  recipients: (broadcast_id: string, query: RecipientsQuery, options?: CallOptions) =>
    new Listing(query, page =>
      dataOf(
        operations.listBroadcastRecipients({ ...options, ...to, path: { broadcast_id }, query: { ...query, ...page } }),
      ),
    ),
  clickedLinks: (broadcast_id: string, query: PageQuery = {}, options?: CallOptions) =>
    new Listing(query, page =>
      dataOf(operations.listBroadcastClickedLinks({ ...options, ...to, path: { broadcast_id }, query: page })),
    ),
  metrics: (query: { broadcast_id?: string[] } = {}, options?: CallOptions) =>
    dataOf(operations.getBroadcastMetrics({ ...options, ...to, query })),
  duplicate: (broadcast_id: string, options?: CallOptions) =>
    dataOf(operations.duplicateBroadcast({ ...options, ...to, path: { broadcast_id } })),
})
