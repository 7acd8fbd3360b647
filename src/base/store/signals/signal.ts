// The types of signals, with their names in the API. A signal contains the data available where it is recorded, without
// further reads, so that it costs nothing without subscribers. A subscriber that needs more reads it.
import type { Schemas } from '../../../../generated/api.ts'
import type { FieldChanges } from './changes.ts'

/** The data of each signal, besides its team (`team_id`) and time (`at`). */
interface WireFacts {
  /** An event that the team sent. Not an event of the API, because no webhook receives it. */
  'event.sent': SentEvent
  /** The email will be sent at that time; `email.sent` follows then. */
  'email.scheduled': EmailSignal & { scheduled_at: string }
  'email.sent': EmailSignal
  'email.delivered': EmailSignal & OutcomeSignal
  'email.delivery_delayed': EmailSignal & OutcomeSignal
  'email.bounced': EmailSignal & OutcomeSignal
  'email.failed': EmailSignal & OutcomeSignal
  'email.complained': EmailSignal & OutcomeSignal
  'email.suppressed': EmailSignal & OutcomeSignal
  'email.opened': EmailSignal & { visit: VisitFacts }
  'email.clicked': EmailSignal & { visit: VisitFacts & { link: string } }
  /** An email was received and parsed as far as possible. */
  'email.received': { received: ReceivedFacts }
  /** A received email was removed, because of its age or because its sender is erased. Not an event of the API. */
  'received.removed': { received_id: string }
  'inbox.created': OfInbox & { inbox: InboxFacts }
  'inbox.updated': OfInbox & { inbox: InboxFacts }
  'inbox.deleted': OfInbox & { inbox: InboxFacts }
  'inbox.thread.created': OfThread & { email: InboxEmailFacts }
  'inbox.thread.folder.updated': OfThread & { from: string; to: string }
  'inbox.thread.labels.updated': OfThread & { added: readonly LabelFacts[]; removed: readonly LabelFacts[] }
  'inbox.email.received': OfThread & { email: InboxEmailFacts }
  'inbox.email.sent': OfThread & { email: InboxEmailFacts }
  'inbox.draft.created': OfDraft
  'inbox.draft.updated': OfDraft
  'inbox.draft.deleted': OfDraft
  'inbox.draft.sent': OfThread & { draft: DraftFacts; email: InboxEmailFacts }
  'suppression.added': { suppression: SuppressionFacts }
  'suppression.removed': { suppression: SuppressionFacts }
  'contact.created': { contact: ContactFacts }
  'contact.updated': { contact: ContactFacts; through?: ChangeSource | undefined }
  'contact.deleted': { contact: ContactFacts }
  'contact.topics.updated': {
    contact: ContactFacts
    topics: ReadonlyMap<string, 'opt_in' | 'opt_out'>
    through?: ChangeSource | undefined
  }
  'topic.created': { topic: TopicFacts }
  'topic.updated': { topic: TopicFacts }
  'topic.deleted': { topic: TopicFacts }
  'domain.created': { domain: DomainFacts }
  'domain.updated': { domain: DomainFacts; changes?: FieldChanges }
  'domain.deleted': { domain: DomainFacts }
}

type Action = Schemas['AuditAction']

/** Changes that only the audit log records (`watch/audit`): they are not events of the API, and no webhook receives them. */
export type AuditedType = Exclude<Action, keyof WireFacts>

/** The changed object, with its name at that time; never a secret, and never an address of a contact. */
export interface AuditedChange {
  object_id: string | null
  name: string | null
  changes?: FieldChanges
}

type Facts = WireFacts & Readonly<Record<AuditedType, AuditedChange>>

export type SignalType = keyof Facts

/** The outcomes of delivering an email, whether or not it was offered to a mail server. */
export type DeliverySignalType =
  | 'email.delivered'
  | 'email.delivery_delayed'
  | 'email.bounced'
  | 'email.failed'
  | 'email.complained'
  | 'email.suppressed'

/** A signal of one of these types; of any type without the parameter. */
export type Signal<Type extends SignalType = SignalType> = {
  [Each in Type]: { readonly type: Each; readonly team_id: string; readonly at: Date } & Readonly<Facts[Each]>
}[Type]

/** The subscribers of each type, called sequentially in the unit of work that records the signal. */
export type Subscribers<Tx> = {
  readonly [Type in SignalType]: readonly ((tx: Tx, signal: Signal<Type>) => Promise<void>)[]
}

interface SentEvent {
  name: string
  payload: Readonly<Record<string, unknown>>
  /** `null`: it was sent for an address; a contact with that address may or may not exist. */
  contact_id: string | null
  email: string
}

/**
 * The version of a broadcast with an A/B test that an email is: `a` or `b` for a recipient of the test; `rest_b` for
 * other recipients who received B because it won. Absent for other recipients who received A.
 */
export type MailVersion = 'a' | 'b' | 'rest_b'

export interface MailOrigin {
  kind: 'broadcast' | 'automation_run'
  id: string
  version?: MailVersion
}

interface EmailSignal {
  email: {
    readonly id: string
    readonly message_id: string
    readonly from: string
    readonly to: readonly string[]
    readonly subject: string
    readonly tags: readonly { readonly name: string; readonly value: string }[]
    readonly headers: Readonly<Record<string, string>>
    readonly template_id: string | null
    readonly created_at: string
  }
  /** The broadcast or run that sent it, if no request did. */
  origin: MailOrigin | undefined
}

/** An outcome for some recipients of an email. */
interface OutcomeSignal {
  detail: Readonly<{
    recipients: readonly string[]
    code: number | null
    words: string
    attempt: number
    /** Only for a bounce: whether the addresses fail permanently. */
    bounce?: 'permanent' | 'transient' | 'undetermined'
    /** The recipients are test addresses, for which no mail server is contacted. */
    test?: true
  }>
}

/** Opens or clicks of an email by a person, as far as that can be determined. */
type VisitFacts = Readonly<{
  /** The recipient's bare address if the email has only one recipient; otherwise empty. */
  recipients: readonly string[]
  /** The number of visits since the last such signal. */
  count: number
  /** The user agent of the first of them. */
  user_agent: string
  /** Truncated to a network, so that it identifies no person. */
  ip_address: string
  /** Whether it is listed among the email's events, whose number is limited. */
  is_listed: boolean
}>

type ReceivedFacts = Readonly<{
  id: string
  domain_id: string
  /** The recipients of the envelope that belong to the team. */
  recipients: readonly string[]
  /** `null`: the email has no sender in its header, or could not be parsed. */
  from_address: string | null
  envelope_from: string
  from_name: string | null
  to: readonly string[]
  cc: readonly string[]
  bcc: readonly string[]
  reply_to: readonly string[]
  received_for: readonly string[]
  subject: string | null
  message_id: string | null
  in_reply_to: readonly string[]
  references: readonly string[]
  snippet: string | null
  /** The distinct words of its bodies, with spaces between them. */
  words: string
  is_automatic: boolean
  /** The email of the team that this email returns, if it is a bounce. */
  sent_email_id: string | null
  verdict: 'ok' | 'spam'
  /** The quota of the team was used up, so the content is withheld. */
  above_quota: boolean
  has_attachment: boolean
  created_at: string
  /** The bodies as stored: a long one as a blob. */
  html: string | null
  text: string | null
  html_blob_id: string | null
  text_blob_id: string | null
  attachments: readonly Readonly<{
    id: string
    filename: string | null
    size: number
    content_type: string
    content_id: string | null
    content_disposition: string | null
  }>[]
}>

/** The origin of a change in an inbox. */
export type InboxSource = 'api' | 'dashboard' | 'agent' | 'system'

type OfInbox = Readonly<{ source: InboxSource }>
type OfThread = OfInbox & Readonly<{ inbox_id: string; thread: ThreadFacts }>

/** `thread`: the thread of a draft that is a reply. */
type OfDraft = OfInbox & Readonly<{ inbox_id: string; draft: DraftFacts; thread: ThreadFacts | undefined }>

type DraftFacts = Readonly<{
  id: string
  type: 'standalone' | 'reply'
  to: readonly string[] | null
  cc: readonly string[]
  bcc: readonly string[]
  subject: string | null
  thread_id: string | null
  reply_to_email_id: string | null
  email_id: string | null
  created_at: string
  updated_at: string
  attachments: readonly Readonly<{ id: string; filename: string; content_type: string; size: number }>[]
}>

type InboxFacts = Readonly<{
  id: string
  name: string | null
  email_address: string
  domain_id: string
  receiving_address: string | null
  from_name: string | null
  unread: number
  drafts: number
  last_received: string | null
  created_at: string
  updated_at: string
}>

type LabelFacts = Readonly<{ id: string; name: string; color: string }>

type ThreadFacts = Readonly<{
  id: string
  subject: string | null
  folder: string
  is_read: boolean
  email_count: number
}>

type InboxEmailFacts = Readonly<{
  id: string
  direction: 'inbound' | 'outbound'
  from: string
  to: readonly string[]
  cc: readonly string[]
  bcc: readonly string[]
  reply_to: readonly string[]
  subject: string | null
  message_id: string | null
  attachments: readonly Readonly<{ id: string; filename: string | null; size: number | null }>[]
  read: boolean
  created_at: string
}>

type ContactFacts = Readonly<{
  id: string
  email: string
  first_name: string | null
  last_name: string | null
  unsubscribed: boolean
  created_at: string
  updated_at: string
}>

/** The email whose link a contact followed to the page on which they made the change. */
export type ChangeSource = Readonly<{ email_id: string | null; broadcast_id: string | null }>

type TopicFacts = Readonly<{
  id: string
  name: string
  description: string | null
  default_subscription: 'opt_in' | 'opt_out'
  created_at: string
}>

type SuppressionFacts = Readonly<{
  id: string
  email: string
  origin: 'bounce' | 'complaint' | 'manual'
  source_id: string | null
  created_at: string
}>

type DomainFacts = Readonly<{
  id: string
  name: string
  status: string
  region: string
  sending: boolean
  receiving: boolean
  created_at: string
}>
