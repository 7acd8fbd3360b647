// Emails, templates and events.
import * as operations from '../generated/sdk.gen.js'
import type {
  BatchValidation,
  CreateEvent,
  CreateTemplate,
  EmailsToSend,
  GetEmailData,
  GetEmailMetricsData,
  GetReceivedEmailData,
  RescheduleEmail,
  SendEmail,
  SendEvent,
  ShareEmail,
  UpdateEvent,
  UpdateTemplate,
} from '../generated/types.gen.js'
import { Listing, type PageQuery } from '../listing.js'
import { type OpenStream, type StreamQuery, streamEvents } from '../stream.js'
import { type CallOptions, type Transport, dataOf, removalOf } from '../transport.js'

export interface SendOptions extends CallOptions {
  /** Identifies the send request, so that a retry sends nothing twice; generated for each request by default. */
  idempotencyKey?: string
}

export interface GetOptions extends CallOptions {
  /** Additional data in the response. */
  include?: NonNullable<GetEmailData['query']>['include']
}

export interface GetReceivedOptions extends CallOptions {
  /** The format of the HTML. */
  html_format?: NonNullable<GetReceivedEmailData['query']>['html_format']
}

export interface BatchOptions extends SendOptions {
  /**
   * `permissive` accepts valid emails and reports the others in `errors`; otherwise one invalid email rejects the
   * batch.
   */
  batchValidation?: BatchValidation
}

export const emails = (to: Transport) => ({
  /** Sends an email. Retries never send it twice. */
  send: (body: SendEmail, { idempotencyKey = crypto.randomUUID(), ...options }: SendOptions = {}) =>
    dataOf(operations.sendEmail({ ...options, ...to, body, headers: { 'Idempotency-Key': idempotencyKey } })),
  /** `include: ['timeline']` adds the delivery history. */
  get: (email_id: string, { include, ...options }: GetOptions = {}) =>
    dataOf(operations.getEmail({ ...options, ...to, path: { email_id }, ...(include && { query: { include } }) })),
  list: (query: PageQuery = {}, options?: CallOptions) =>
    new Listing(query, page => dataOf(operations.listEmails({ ...options, ...to, query: page }))),
  /** Changes the time of a scheduled email. */
  update: (email_id: string, body: RescheduleEmail, options?: CallOptions) =>
    dataOf(operations.rescheduleEmail({ ...options, ...to, path: { email_id }, body })),
  /** Cancels a scheduled email. */
  cancel: (email_id: string, options?: CallOptions) =>
    dataOf(operations.cancelEmail({ ...options, ...to, path: { email_id } })),
  /** Creates a temporary link with which anyone can view the email. */
  share: (email_id: string, body: ShareEmail = {}, options?: CallOptions) =>
    dataOf(operations.shareEmail({ ...options, ...to, path: { email_id }, body })),
  /** Counts the outcomes of emails in a time range. */
  metrics: (query: NonNullable<GetEmailMetricsData['query']> = {}, options?: CallOptions) =>
    dataOf(operations.getEmailMetrics({ ...options, ...to, query })),
  /** Each has a `download_url` that expires. */
  attachments: {
    list: (email_id: string, query: PageQuery = {}, options?: CallOptions) =>
      new Listing(query, page =>
        dataOf(operations.listEmailAttachments({ ...options, ...to, path: { email_id }, query: page })),
      ),
    get: (email_id: string, attachment_id: string, options?: CallOptions) =>
      dataOf(operations.getEmailAttachment({ ...options, ...to, path: { email_id, attachment_id } })),
  },
  /** Received emails. */
  receiving: {
    list: (query: PageQuery = {}, options?: CallOptions) =>
      new Listing(query, page => dataOf(operations.listReceivedEmails({ ...options, ...to, query: page }))),
    /** `html_format: 'cid'` keeps inline images as attachments. */
    get: (email_id: string, { html_format, ...options }: GetReceivedOptions = {}) => {
      const query = html_format && { query: { html_format } }
      return dataOf(operations.getReceivedEmail({ ...options, ...to, path: { email_id }, ...query }))
    },
    /** Each has a `download_url` that expires. */
    attachments: {
      list: (email_id: string, query: PageQuery = {}, options?: CallOptions) =>
        new Listing(query, page =>
          dataOf(operations.listReceivedEmailAttachments({ ...options, ...to, path: { email_id }, query: page })),
        ),
      get: (email_id: string, attachment_id: string, options?: CallOptions) =>
        dataOf(operations.getReceivedEmailAttachment({ ...options, ...to, path: { email_id, attachment_id } })),
    },
  },
})

export const batch = (to: Transport) => ({
  /** Sends up to 100 emails. Retries never send one twice. */
  send: (
    body: EmailsToSend,
    { idempotencyKey = crypto.randomUUID(), batchValidation, ...options }: BatchOptions = {},
  ) => {
    const headers = { 'Idempotency-Key': idempotencyKey, 'x-batch-validation': batchValidation }
    return dataOf(operations.sendBatch({ ...options, ...to, body, headers }))
  },
})

/** A template is identified by its id or its alias. */
export const templates = (to: Transport) => ({
  create: (body: CreateTemplate, options?: CallOptions) =>
    dataOf(operations.createTemplate({ ...options, ...to, body })),
  get: (template_id: string, options?: CallOptions) =>
    dataOf(operations.getTemplate({ ...options, ...to, path: { template_id } })),
  list: (query: PageQuery = {}, options?: CallOptions) =>
    new Listing(query, page => dataOf(operations.listTemplates({ ...options, ...to, query: page }))),
  update: (template_id: string, body: UpdateTemplate, options?: CallOptions) =>
    dataOf(operations.updateTemplate({ ...options, ...to, path: { template_id }, body })),
  remove: (template_id: string, options?: CallOptions) =>
    removalOf(operations.removeTemplate({ ...options, ...to, path: { template_id } }), {
      object: 'template',
      id: template_id,
      deleted: true,
    }),
  publish: (template_id: string, options?: CallOptions) =>
    dataOf(operations.publishTemplate({ ...options, ...to, path: { template_id } })),
  duplicate: (template_id: string, options?: CallOptions) =>
    dataOf(operations.duplicateTemplate({ ...options, ...to, path: { template_id } })),
})

export const events = (to: Transport, openStream: OpenStream) => ({
  /**
   * The events of the team, such as `email.delivered`, as they occur: `for await (const event of
   * client.events.stream())`. The stream reconnects automatically without skipping events; an event may repeat with the
   * same `webhook_id`. It ends with `break`, or when the signal aborts, with its reason as the error.
   */
  stream: (query: StreamQuery = {}, { signal }: CallOptions = {}) => streamEvents(openStream, query, signal),
  /** Sends an event of a contact, which starts and resumes automations. */
  send: (body: SendEvent, options?: CallOptions) => dataOf(operations.sendEvent({ ...options, ...to, body })),
  create: (body: CreateEvent, options?: CallOptions) => dataOf(operations.createEvent({ ...options, ...to, body })),
  get: (event_id: string, options?: CallOptions) =>
    dataOf(operations.getEvent({ ...options, ...to, path: { event_id } })),
  list: (query: PageQuery = {}, options?: CallOptions) =>
    new Listing(query, page => dataOf(operations.listEvents({ ...options, ...to, query: page }))),
  update: (event_id: string, body: UpdateEvent, options?: CallOptions) =>
    dataOf(operations.updateEvent({ ...options, ...to, path: { event_id }, body })),
  remove: (event_id: string, options?: CallOptions) =>
    removalOf(operations.removeEvent({ ...options, ...to, path: { event_id } }), {
      object: 'event',
      id: event_id,
      deleted: true,
    }),
})
