// Contacts with their properties, segments, topics and imports.
import * as operations from '../generated/sdk.gen.js'
import type {
  ContactImportStatus,
  ContactTopicsUpdate,
  CreateContact,
  CreateContactImport,
  CreateContactProperty,
  CreateSegment,
  CreateTopic,
  UpdateContact,
  UpdateContactProperty,
  UpdateSegment,
  UpdateTopic,
} from '../generated/types.gen.js'
import { Listing, type PageQuery } from '../listing.js'
import { type CallOptions, type Transport, dataOf, removalOf } from '../transport.js'

/** A contact is identified by its id or its address. */
export const contacts = (to: Transport) => ({
  create: (body: CreateContact, options?: CallOptions) => dataOf(operations.createContact({ ...options, ...to, body })),
  get: (contact_id: string, options?: CallOptions) =>
    dataOf(operations.getContact({ ...options, ...to, path: { contact_id } })),
  list: (query: PageQuery & { segment_id?: string } = {}, options?: CallOptions) =>
    new Listing(query, page => dataOf(operations.listContacts({ ...options, ...to, query: { ...query, ...page } }))),
  /**
   * The CSV of all contacts, or of those in a segment, as text after it was received completely: within `timeoutMs`.
   */
  export: (query: { segment_id?: string } = {}, options?: CallOptions) =>
    dataOf(operations.exportContacts({ ...options, ...to, query, parseAs: 'text' })),
  /** Everything that is stored about a contact, after it was received completely: within `timeoutMs`. */
  exportOne: (contact_id: string, options?: CallOptions) =>
    dataOf(operations.exportContact({ ...options, ...to, path: { contact_id } })),
  /** Permanently erases a contact; `erasure` returns the progress. */
  erase: (contact_id: string, options?: CallOptions) =>
    dataOf(operations.eraseContact({ ...options, ...to, path: { contact_id } })),
  erasure: (erasure_id: string, options?: CallOptions) =>
    dataOf(operations.getContactErasure({ ...options, ...to, path: { erasure_id } })),
  update: (contact_id: string, body: UpdateContact, options?: CallOptions) =>
    dataOf(operations.updateContact({ ...options, ...to, path: { contact_id }, body })),
  remove: (contact_id: string, options?: CallOptions) =>
    removalOf(operations.removeContact({ ...options, ...to, path: { contact_id } }), {
      object: 'contact',
      id: contact_id,
      contact: contact_id,
      deleted: true,
    }),
  segments: {
    list: (contact_id: string, query: PageQuery = {}, options?: CallOptions) =>
      new Listing(query, page =>
        dataOf(operations.listContactSegments({ ...options, ...to, path: { contact_id }, query: page })),
      ),
    add: (contact_id: string, segment_id: string, options?: CallOptions) =>
      dataOf(operations.addContactToSegment({ ...options, ...to, path: { contact_id, segment_id } })),
    remove: (contact_id: string, segment_id: string, options?: CallOptions) =>
      removalOf(operations.removeContactFromSegment({ ...options, ...to, path: { contact_id, segment_id } }), {
        object: 'contact_segment',
        id: segment_id,
        contact_id,
        segment_id,
        audienceId: segment_id,
        deleted: true,
      }),
  },
  imports: {
    /** `file`: a CSV, as a `Blob` or a `File`. */
    create: (body: CreateContactImport, options?: CallOptions) =>
      dataOf(operations.createContactImport({ ...options, ...to, body })),
    get: (import_id: string, options?: CallOptions) =>
      dataOf(operations.getContactImport({ ...options, ...to, path: { import_id } })),
    list: (query: PageQuery & { status?: ContactImportStatus } = {}, options?: CallOptions) =>
      new Listing(query, page =>
        dataOf(operations.listContactImports({ ...options, ...to, query: { ...query, ...page } })),
      ),
    /** Cancels an unfinished import. */
    cancel: (import_id: string, options?: CallOptions) =>
      dataOf(operations.cancelContactImport({ ...options, ...to, path: { import_id } })),
    /** The rows that were not applied. */
    errors: (import_id: string, query: PageQuery = {}, options?: CallOptions) =>
      new Listing(query, page =>
        dataOf(operations.listContactImportErrors({ ...options, ...to, path: { import_id }, query: page })),
      ),
  },
  topics: {
    list: (contact_id: string, query: PageQuery = {}, options?: CallOptions) =>
      new Listing(query, page =>
        dataOf(operations.listContactTopics({ ...options, ...to, path: { contact_id }, query: page })),
      ),
    update: (contact_id: string, body: ContactTopicsUpdate, options?: CallOptions) =>
      dataOf(operations.updateContactTopics({ ...options, ...to, path: { contact_id }, body })),
  },
})

export const contactProperties = (to: Transport) => ({
  create: (body: CreateContactProperty, options?: CallOptions) =>
    dataOf(operations.createContactProperty({ ...options, ...to, body })),
  get: (contact_property_id: string, options?: CallOptions) =>
    dataOf(operations.getContactProperty({ ...options, ...to, path: { contact_property_id } })),
  list: (query: PageQuery = {}, options?: CallOptions) =>
    new Listing(query, page => dataOf(operations.listContactProperties({ ...options, ...to, query: page }))),
  update: (contact_property_id: string, body: UpdateContactProperty, options?: CallOptions) =>
    dataOf(operations.updateContactProperty({ ...options, ...to, path: { contact_property_id }, body })),
  remove: (contact_property_id: string, options?: CallOptions) =>
    removalOf(operations.removeContactProperty({ ...options, ...to, path: { contact_property_id } }), {
      object: 'contact_property',
      id: contact_property_id,
      deleted: true,
    }),
})

export const segments = (to: Transport) => ({
  create: (body: CreateSegment, options?: CallOptions) => dataOf(operations.createSegment({ ...options, ...to, body })),
  get: (segment_id: string, options?: CallOptions) =>
    dataOf(operations.getSegment({ ...options, ...to, path: { segment_id } })),
  list: (query: PageQuery = {}, options?: CallOptions) =>
    new Listing(query, page => dataOf(operations.listSegments({ ...options, ...to, query: page }))),
  update: (segment_id: string, body: UpdateSegment, options?: CallOptions) =>
    dataOf(operations.updateSegment({ ...options, ...to, path: { segment_id }, body })),
  remove: (segment_id: string, options?: CallOptions) =>
    removalOf(operations.removeSegment({ ...options, ...to, path: { segment_id } }), {
      object: 'segment',
      id: segment_id,
      deleted: true,
    }),
  contacts: {
    list: (segment_id: string, query: PageQuery = {}, options?: CallOptions) =>
      new Listing(query, page =>
        dataOf(operations.listSegmentContacts({ ...options, ...to, path: { segment_id }, query: page })),
      ),
  },
})

export const topics = (to: Transport) => ({
  create: (body: CreateTopic, options?: CallOptions) => dataOf(operations.createTopic({ ...options, ...to, body })),
  get: (topic_id: string, options?: CallOptions) =>
    dataOf(operations.getTopic({ ...options, ...to, path: { topic_id } })),
  list: (query: PageQuery = {}, options?: CallOptions) =>
    new Listing(query, page => dataOf(operations.listTopics({ ...options, ...to, query: page }))),
  update: (topic_id: string, body: UpdateTopic, options?: CallOptions) =>
    dataOf(operations.updateTopic({ ...options, ...to, path: { topic_id }, body })),
  remove: (topic_id: string, options?: CallOptions) =>
    removalOf(operations.removeTopic({ ...options, ...to, path: { topic_id } }), {
      object: 'topic',
      id: topic_id,
      deleted: true,
    }),
})
