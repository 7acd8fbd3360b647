// Emails, the templates they are made from, and events.
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
  /** Names the send, so that repeating it sends nothing; one is made for each call when absent. */
  idempotencyKey?: string
}

export interface GetOptions extends CallOptions {
  /** What else to show. */
  include?: NonNullable<GetEmailData['query']>['include']
}

export interface GetReceivedOptions extends CallOptions {
  /** The form of the HTML. */
  html_format?: NonNullable<GetReceivedEmailData['query']>['html_format']
}

export interface BatchOptions extends SendOptions {
  /** `permissive` accepts the good ones and lists the others as `errors`; otherwise one wrong email refuses all. */
  batchValidation?: BatchValidation
}

export const emails = (to: Transport) => ({
  /** Sends an email: tried again as often as needed, it is sent once. */
  send: (body: SendEmail, { idempotencyKey = crypto.randomUUID(), ...options }: SendOptions = {}) =>
    dataOf(operations.sendEmail({ ...options, ...to, body, headers: { 'Idempotency-Key': idempotencyKey } })),
  /** `include: ['timeline']` shows what became of it, step by step, too. */
  get: (email_id: string, { include, ...options }: GetOptions = {}) =>
    dataOf(operations.getEmail({ ...options, ...to, path: { email_id }, ...(include && { query: { include } }) })),
  list: (query: PageQuery = {}, options?: CallOptions) =>
    new Listing(query, page => dataOf(operations.listEmails({ ...options, ...to, query: page }))),
  /** Changes when a scheduled email is sent. */
  update: (email_id: string, body: RescheduleEmail, options?: CallOptions) =>
    dataOf(operations.rescheduleEmail({ ...options, ...to, path: { email_id }, body })),
  /** Keeps a scheduled email from being sent. */
  cancel: (email_id: string, options?: CallOptions) =>
    dataOf(operations.cancelEmail({ ...options, ...to, path: { email_id } })),
  /** Makes a link with which anybody can see the email, for a time. */
  share: (email_id: string, body: ShareEmail = {}, options?: CallOptions) =>
    dataOf(operations.shareEmail({ ...options, ...to, path: { email_id }, body })),
  /** Counts what became of emails, over a range of time. */
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
  /** What came in. */
  receiving: {
    list: (query: PageQuery = {}, options?: CallOptions) =>
      new Listing(query, page => dataOf(operations.listReceivedEmails({ ...options, ...to, query: page }))),
    /** `html_format: 'cid'` leaves the pictures of the HTML among the attachments. */
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
  /** Sends up to 100 emails: tried again as often as needed, each is sent once. */
  send: (
    body: EmailsToSend,
    { idempotencyKey = crypto.randomUUID(), batchValidation, ...options }: BatchOptions = {},
  ) => {
    const headers = { 'Idempotency-Key': idempotencyKey, 'x-batch-validation': batchValidation }
    return dataOf(operations.sendBatch({ ...options, ...to, body, headers }))
  },
})

/** A template is named by its id or its alias. */
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
   * What happens in the team, such as `email.delivered`, as it happens and for as long as the program asks for more:
   * `for await (const event of client.events.stream())`. A connection that ends is made anew and nothing is passed over; an
   * event may come twice, with the same `webhook_id`. Ends by `break`, or by the signal, which throws its reason.
   */
  stream: (query: StreamQuery = {}, { signal }: CallOptions = {}) => streamEvents(openStream, query, signal),
  /** Tells that it happened to a contact; automations begin and wake by it. */
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
