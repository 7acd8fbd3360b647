// Inboxes shared by members and agents: their threads, emails, labels, drafts and replies.
import * as operations from '../generated/sdk.gen.js'
import type {
  CreateInbox,
  CreateInboxLabel,
  ListInboxThreadsData,
  SearchInboxThreadsData,
  UpdateInbox,
  UpdateInboxLabel,
  UpdateInboxThread,
} from '../generated/types.gen.js'
import { Listing, type PageQuery } from '../listing.js'
import { type CallOptions, type Transport, dataOf, removalOf } from '../transport.js'
import { agent, answers, drafts } from './inbox-drafts.js'

/** `inbox` is the id of an inbox or its address. */
export const inboxes = (to: Transport) => ({
  create: (body: CreateInbox, options?: CallOptions) => dataOf(operations.createInbox({ ...options, ...to, body })),
  get: (inbox: string, options?: CallOptions) => dataOf(operations.getInbox({ ...options, ...to, path: { inbox } })),
  list: (query: PageQuery = {}, options?: CallOptions) =>
    new Listing(query, page => dataOf(operations.listInboxes({ ...options, ...to, query: page }))),
  update: (inbox: string, body: UpdateInbox, options?: CallOptions) =>
    dataOf(operations.updateInbox({ ...options, ...to, path: { inbox }, body })),
  remove: (inbox: string, options?: CallOptions) =>
    dataOf(operations.removeInbox({ ...options, ...to, path: { inbox } })),
  threads: threads(to),
  labels: labels(to),
  drafts: drafts(to),
  agent: agent(to),
})

const threads = (to: Transport) => ({
  list: (inbox: string, query: NonNullable<ListInboxThreadsData['query']> = {}, options?: CallOptions) =>
    new Listing(query, page =>
      dataOf(operations.listInboxThreads({ ...options, ...to, path: { inbox }, query: { ...query, ...page } })),
    ),
  /** Threads with an email that matches all filters. */
  search: (inbox: string, query: NonNullable<SearchInboxThreadsData['query']> = {}, options?: CallOptions) =>
    new Listing(query, page =>
      dataOf(operations.searchInboxThreads({ ...options, ...to, path: { inbox }, query: { ...query, ...page } })),
    ),
  get: (inbox: string, thread_id: string, options?: CallOptions) =>
    dataOf(operations.getInboxThread({ ...options, ...to, path: { inbox, thread_id } })),
  update: (inbox: string, thread_id: string, body: UpdateInboxThread, options?: CallOptions) =>
    dataOf(operations.updateInboxThread({ ...options, ...to, path: { inbox, thread_id }, body })),
  remove: (inbox: string, thread_id: string, options?: CallOptions) =>
    removalOf(operations.removeInboxThread({ ...options, ...to, path: { inbox, thread_id } }), {
      object: 'inbox_thread',
      id: thread_id,
      deleted: true,
    }),
  emails: {
    list: (inbox: string, thread_id: string, query: PageQuery = {}, options?: CallOptions) =>
      new Listing(query, page =>
        dataOf(operations.listInboxThreadEmails({ ...options, ...to, path: { inbox, thread_id }, query: page })),
      ),
    get: (inbox: string, thread_id: string, email_id: string, options?: CallOptions) =>
      dataOf(operations.getInboxThreadEmail({ ...options, ...to, path: { inbox, thread_id, email_id } })),
    ...answers(to),
  },
  labels: {
    add: (inbox: string, thread_id: string, ids: string[], options?: CallOptions) =>
      dataOf(operations.addInboxThreadLabels({ ...options, ...to, path: { inbox, thread_id }, body: { labels: ids } })),
    set: (inbox: string, thread_id: string, ids: string[], options?: CallOptions) =>
      dataOf(operations.setInboxThreadLabels({ ...options, ...to, path: { inbox, thread_id }, body: { labels: ids } })),
    remove: (inbox: string, thread_id: string, label_id: string, options?: CallOptions) =>
      dataOf(operations.removeInboxThreadLabel({ ...options, ...to, path: { inbox, thread_id, label_id } })),
  },
})

const labels = (to: Transport) => ({
  create: (inbox: string, body: CreateInboxLabel, options?: CallOptions) =>
    dataOf(operations.createInboxLabel({ ...options, ...to, path: { inbox }, body })),
  list: (inbox: string, options?: CallOptions) =>
    dataOf(operations.listInboxLabels({ ...options, ...to, path: { inbox } })),
  update: (inbox: string, label_id: string, body: UpdateInboxLabel, options?: CallOptions) =>
    dataOf(operations.updateInboxLabel({ ...options, ...to, path: { inbox, label_id }, body })),
  remove: (inbox: string, label_id: string, options?: CallOptions) =>
    removalOf(operations.removeInboxLabel({ ...options, ...to, path: { inbox, label_id } }), {
      object: 'inbox_label',
      id: label_id,
      deleted: true,
    }),
})
