// Suppressed addresses, and the delivery to other addresses.
import * as operations from '../generated/sdk.gen.js'
import type {
  AddSuppression,
  AddSuppressions,
  CreateDeliveryPause,
  RemoveSuppressions,
  SuppressionOrigin,
} from '../generated/types.gen.js'
import { Listing, type PageQuery } from '../listing.js'
import { type CallOptions, type Transport, dataOf, removalOf } from '../transport.js'

/** A suppression is identified by its id or its address. */
export const suppressions = (to: Transport) => ({
  add: (body: AddSuppression, options?: CallOptions) => dataOf(operations.addSuppression({ ...options, ...to, body })),
  get: (suppression_id: string, options?: CallOptions) =>
    dataOf(operations.getSuppression({ ...options, ...to, path: { suppression_id } })),
  list: (query: PageQuery & { origin?: SuppressionOrigin } = {}, options?: CallOptions) =>
    new Listing(query, page =>
      dataOf(operations.listSuppressions({ ...options, ...to, query: { ...query, ...page } })),
    ),
  remove: (suppression_id: string, options?: CallOptions) =>
    removalOf(operations.removeSuppression({ ...options, ...to, path: { suppression_id } }), {
      object: 'suppression',
      id: suppression_id,
      deleted: true,
    }),
  /** Up to 100 addresses per request. */
  batch: {
    add: (body: AddSuppressions, options?: CallOptions) =>
      dataOf(operations.addSuppressions({ ...options, ...to, body })),
    /** By `emails` or by `ids`; the response contains those that existed. */
    remove: (body: RemoveSuppressions, options?: CallOptions) =>
      dataOf(operations.removeSuppressions({ ...options, ...to, body })),
  },
})

/** The operations for operators of the server, which require an API key of their team. */
export const delivery = (to: Transport) => ({
  destinations: {
    /** Sorted by name; `after` is the last name of the previous page. */
    list: (query: PageQuery = {}, options?: CallOptions) =>
      new Listing(query, ({ after, limit }) =>
        dataOf(operations.listDeliveryDestinations({ ...options, ...to, query: { after_name: after, limit } })),
      ),
  },
  pauses: {
    /** Pauses delivery until the pause is removed. */
    create: (body: CreateDeliveryPause, options?: CallOptions) =>
      dataOf(operations.createDeliveryPause({ ...options, ...to, body })),
    /** All pauses; the list has no pages. */
    list: (options?: CallOptions) => dataOf(operations.listDeliveryPauses({ ...options, ...to })),
    /** Resumes delivery. */
    remove: (delivery_pause_id: string, options?: CallOptions) =>
      removalOf(operations.removeDeliveryPause({ ...options, ...to, path: { delivery_pause_id } }), {
        object: 'delivery_pause',
        id: delivery_pause_id,
        deleted: true,
      }),
  },
  tlsReports: {
    /**
     * The encryption of deliveries on a day, by default today; `after` is the last destination of the previous page.
     */
    list: ({ day, after }: { day?: string; after?: string } = {}, options?: CallOptions) =>
      new Listing({ after }, page =>
        dataOf(operations.listTlsReports({ ...options, ...to, query: { day, after_name: page.after } })),
      ),
  },
})
