// Replies, drafts and agent events of inboxes.
import * as operations from '../generated/sdk.gen.js'
import type {
  CreateInboxDraft,
  ForwardInboxEmail,
  ReplyToInboxEmail,
  SendInboxDraft,
  UpdateInboxAgent,
  UpdateInboxDraft,
} from '../generated/types.gen.js'
import { Listing, type PageQuery } from '../listing.js'
import { type CallOptions, type Transport, dataOf, removalOf } from '../transport.js'
import type { SendOptions } from './emails.js'

/** Operations that take effect once, for any number of retries. */
const once = (idempotencyKey: string = crypto.randomUUID()) => ({ 'Idempotency-Key': idempotencyKey })

/** Emails of threads, by their ids. Retries never send one twice. */
export const answers = (to: Transport) => ({
  reply: (
    inbox: string,
    thread_id: string,
    email_id: string,
    body: ReplyToInboxEmail,
    { idempotencyKey, ...options }: SendOptions = {},
  ) =>
    dataOf(
      operations.replyToInboxEmail({
        ...options,
        ...to,
        path: { inbox, thread_id, email_id },
        body,
        headers: once(idempotencyKey),
      }),
    ),
  forward: (
    inbox: string,
    thread_id: string,
    email_id: string,
    body: ForwardInboxEmail,
    { idempotencyKey, ...options }: SendOptions = {},
  ) =>
    dataOf(
      operations.forwardInboxEmail({
        ...options,
        ...to,
        path: { inbox, thread_id, email_id },
        body,
        headers: once(idempotencyKey),
      }),
    ),
})

export const drafts = (to: Transport) => ({
  create: (inbox: string, body: CreateInboxDraft, { idempotencyKey, ...options }: SendOptions = {}) =>
    dataOf(operations.createInboxDraft({ ...options, ...to, path: { inbox }, body, headers: once(idempotencyKey) })),
  get: (inbox: string, draft_id: string, options?: CallOptions) =>
    dataOf(operations.getInboxDraft({ ...options, ...to, path: { inbox, draft_id } })),
  list: (inbox: string, query: PageQuery = {}, options?: CallOptions) =>
    new Listing(query, page => dataOf(operations.listInboxDrafts({ ...options, ...to, path: { inbox }, query: page }))),
  update: (inbox: string, draft_id: string, body: UpdateInboxDraft, options?: CallOptions) =>
    dataOf(operations.updateInboxDraft({ ...options, ...to, path: { inbox, draft_id }, body })),
  remove: (inbox: string, draft_id: string, options?: CallOptions) =>
    removalOf(operations.removeInboxDraft({ ...options, ...to, path: { inbox, draft_id } }), {
      object: 'inbox_draft',
      id: draft_id,
      deleted: true,
    }),
  send: (
    inbox: string,
    draft_id: string,
    body: SendInboxDraft = {},
    { idempotencyKey, ...options }: SendOptions = {},
  ) =>
    dataOf(
      operations.sendInboxDraft({ ...options, ...to, path: { inbox, draft_id }, body, headers: once(idempotencyKey) }),
    ),
})

export const agent = (to: Transport) => ({
  get: (inbox: string, options?: CallOptions) =>
    dataOf(operations.getInboxAgent({ ...options, ...to, path: { inbox } })),
  update: (inbox: string, body: UpdateInboxAgent, options?: CallOptions) =>
    dataOf(operations.updateInboxAgent({ ...options, ...to, path: { inbox }, body })),
})
