// Webhooks and the history of their deliveries.
import * as operations from '../generated/sdk.gen.js'
import type { CreateWebhook, ReplayWebhook, TestWebhook, UpdateWebhook } from '../generated/types.gen.js'
import { Listing, type PageQuery } from '../listing.js'
import { type CallOptions, type Transport, dataOf, removalOf } from '../transport.js'
import { verifyWebhook } from '../webhook.js'

export const webhooks = (to: Transport) => ({
  /** The response contains the signing secret. */
  create: (body: CreateWebhook, options?: CallOptions) => dataOf(operations.createWebhook({ ...options, ...to, body })),
  get: (webhook_id: string, options?: CallOptions) =>
    dataOf(operations.getWebhook({ ...options, ...to, path: { webhook_id } })),
  list: (query: PageQuery = {}, options?: CallOptions) =>
    new Listing(query, page => dataOf(operations.listWebhooks({ ...options, ...to, query: page }))),
  update: (webhook_id: string, body: UpdateWebhook, options?: CallOptions) =>
    dataOf(operations.updateWebhook({ ...options, ...to, path: { webhook_id }, body })),
  remove: (webhook_id: string, options?: CallOptions) =>
    removalOf(operations.removeWebhook({ ...options, ...to, path: { webhook_id } }), {
      object: 'webhook',
      id: webhook_id,
      deleted: true,
    }),
  /** Requests are signed with the previous secret, too, for one day. */
  rotateSigningSecret: (webhook_id: string, options?: CallOptions) =>
    dataOf(operations.rotateSigningSecret({ ...options, ...to, path: { webhook_id } })),
  /** Sends a test event. */
  test: (webhook_id: string, body: TestWebhook = {}, options?: CallOptions) =>
    dataOf(operations.testWebhook({ ...options, ...to, path: { webhook_id }, body })),
  /** Sends all failed deliveries since the given time again. */
  replay: (webhook_id: string, body: ReplayWebhook, options?: CallOptions) =>
    dataOf(operations.replayWebhook({ ...options, ...to, path: { webhook_id }, body })),
  statistics: (webhook_id: string, options?: CallOptions) =>
    dataOf(operations.getWebhookStatistics({ ...options, ...to, path: { webhook_id } })),
  /** Verifies a webhook request and returns its event, without a request to the server. */
  verify: verifyWebhook,
  events: {
    list: (webhook_id: string, query: PageQuery = {}, options?: CallOptions) =>
      new Listing(query, page =>
        dataOf(operations.listWebhookEvents({ ...options, ...to, path: { webhook_id }, query: page })),
      ),
    get: (webhook_id: string, webhook_event_id: string, options?: CallOptions) =>
      dataOf(operations.getWebhookEvent({ ...options, ...to, path: { webhook_id, webhook_event_id } })),
    replay: (webhook_id: string, webhook_event_id: string, options?: CallOptions) =>
      dataOf(operations.replayWebhookEvent({ ...options, ...to, path: { webhook_id, webhook_event_id } })),
    attempts: {
      list: (webhook_id: string, webhook_event_id: string, query: PageQuery = {}, options?: CallOptions) =>
        new Listing(query, page =>
          dataOf(
            operations.listWebhookAttempts({ ...options, ...to, path: { webhook_id, webhook_event_id }, query: page }),
          ),
        ),
    },
  },
})
