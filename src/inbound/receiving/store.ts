// Tables of received email: arrivals (accepted with a 250, not yet parsed), received emails, and their attachments. Raw bytes,
// large bodies and files are blobs, which are stored once for each team.
import { emailKey } from '../../base/text/addresses.ts'
import { flag, json, nullable, number, oneOf, text, uuid } from '../../base/store/column.ts'
import { acrossTeams } from '../../base/store/statement.ts'
import { type RecordOf, table } from '../../base/store/table.ts'
import type { Authentication, Peer } from './rules.ts'

const arrivals = table('received_arrivals', {
  id: uuid,
  team_id: uuid,
  domain_id: uuid,
  envelope_from: text,
  recipients: json<string[]>(),
  peer: json<Peer>(),
  raw_blob_id: uuid,
  bytes: number,
  created_at: text,
})

const received = table(
  'received_emails',
  {
    id: uuid,
    team_id: uuid,
    /** The domain of the first recipient. */
    domain_id: uuid,
    state: oneOf<'read' | 'unreadable'>(),
    /** The return path; empty for a bounce or another notification. */
    envelope_from: text,
    /** The recipients of the envelope that belong to the team. */
    recipients: json<string[]>(),
    from_address: nullable(text),
    from_name: nullable(text),
    to: json<string[]>(),
    cc: json<string[]>(),
    bcc: json<string[]>(),
    reply_to: json<string[]>(),
    received_for: json<string[]>(),
    subject: nullable(text),
    /** With its angle brackets. */
    message_id: nullable(text),
    in_reply_to: json<string[]>(),
    references: json<string[]>(),
    snippet: nullable(text),
    is_automatic: flag,
    sent_email_id: nullable(uuid),
    verdict: oneOf<'ok' | 'spam'>(),
    authentication: nullable(json<Authentication>()),
    problems: json<string[]>(),
    /** The number of files. */
    attachments: number,
    raw_blob_id: uuid,
    bytes: number,
    created_at: text,
    html_blob_id: nullable(uuid),
    text_blob_id: nullable(uuid),
    trace: text,
    headers: json<[name: string, value: string][]>(),
    text: nullable(text),
    html: nullable(text),
    /** The quota of the team was used up when the email was received, so its content is withheld. */
    above_quota: flag,
  },
  // normalized like the address of a contact, so that export and erasure of a contact find the email
  { sender: ({ from_address, envelope_from }) => emailKey(from_address ?? envelope_from) || null },
)

const attachments = table('received_attachments', {
  id: uuid,
  team_id: uuid,
  email_id: uuid,
  number,
  filename: nullable(text),
  content_type: text,
  content_id: nullable(text),
  content_disposition: nullable(text),
  /** Of the decoded content, in bytes. */
  size: number,
  blob_id: uuid,
  created_at: text,
})

/** The columns that lists and signals need, without bodies and header fields, which can be large. */
const listed = received.only(
  'id',
  'team_id',
  'domain_id',
  'state',
  'envelope_from',
  'recipients',
  'from_address',
  'from_name',
  'to',
  'cc',
  'bcc',
  'reply_to',
  'received_for',
  'subject',
  'message_id',
  'in_reply_to',
  'references',
  'snippet',
  'is_automatic',
  'sent_email_id',
  'verdict',
  'authentication',
  'problems',
  'attachments',
  'bytes',
  'created_at',
  'above_quota',
)

export const STORED_RECEIVED = { received, listed, attachments }

export type Arrival = RecordOf<typeof arrivals>
export type ReceivedRecord = RecordOf<typeof received>
export type ListedReceived = RecordOf<typeof listed>
export type ReceivedAttachment = RecordOf<typeof attachments>

interface OfEmail {
  team_id: string
  email_id: string
}

export const insertArrival = arrivals.insert().put
export const findArrival = arrivals.find('team_id', 'id').one
export const removeArrival = arrivals.remove('team_id', 'id').put

export const insertReceived = received.insert().put
export const findReceivedEmail = listed.find('team_id', 'id').one
export const listReceivedItems = listed.list('team_id').page
/** A received email with all columns. */
export const findReceivedRecord = received.find('team_id', 'id').one
export const findStoredBodies = received.only('html', 'text', 'html_blob_id', 'text_blob_id').find('team_id', 'id').one
/** Emails with this `Message-ID`: there can be several, because a sender chooses it freely. */
export const findReceivedByMessageId = received.only('id', 'message_id').find('team_id', 'message_id').all

export const insertReceivedAttachment = attachments.insert().put
/** All files of an email, in order. */
export const listReceivedAttachments = attachments.query<OfEmail>(({ rows, params }) =>
  rows.where(params('team_id', 'email_id')).orderBy('number'),
).all
export const pageReceivedAttachments = attachments.listWhere<OfEmail>(
  ({ rows, params }) => rows.where(params('team_id', 'email_id')),
  'oldest_first',
).page
export const findReceivedAttachment = attachments.find('team_id', 'email_id', 'id').one
export const removeReceived = received.remove('team_id', 'id').put

/** Some emails of any team that are older than an id, for the sweep. */
export const findOldReceived = acrossTeams(
  'a sweep',
  received
    .only('id', 'team_id', 'raw_blob_id', 'html_blob_id', 'text_blob_id')
    .query<{ until_id: string; limit: number }>(
      ({ rows, param }) => rows.where('id', '<', param('until_id')).orderBy('id'),
      'limit :limit',
    ),
)

const ONE = 'limit 1'
interface OfBlob {
  team_id: string
  blob_id: string
}
const inArrivals = arrivals
  .only('id')
  .query<OfBlob>(({ rows, param, params }) => rows.where({ ...params('team_id'), raw_blob_id: param('blob_id') }), ONE)
const inEmails = (['raw_blob_id', 'html_blob_id', 'text_blob_id'] as const).map(column =>
  received
    .only('id')
    .query<OfBlob>(({ rows, param, params }) => rows.where({ ...params('team_id'), [column]: param('blob_id') }), ONE),
)
const inAttachments = attachments
  .only('id')
  .query<OfBlob>(({ rows, params }) => rows.where(params('team_id', 'blob_id')), ONE)
/** Statements that find a row which uses a blob, one for each column that can. */
export const BLOB_USES = [inArrivals, ...inEmails, inAttachments].map(({ one }) => one)
