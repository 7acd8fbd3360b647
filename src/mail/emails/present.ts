// How an email looks in answers.
import type { Schemas } from '../../../generated/api.ts'
import type { RecipientState } from './events.ts'
import type { Email } from './rules.ts'

/** What an answer may leave out of what is kept: headers are for the mail server only. */
export interface ShownEmail extends Omit<Email, 'headers'> {
  recipients: RecipientState[]
  /** What had it sent, when no request did. */
  origin_kind: 'broadcast' | 'automation_run' | null
}

/** What the answer to getEmail shows. */
export function presentedEmail(email: ShownEmail): Schemas['Email'] {
  return {
    object: 'email',
    id: email.id,
    message_id: email.message_id,
    to: email.to,
    from: email.from,
    created_at: email.created_at,
    subject: email.subject,
    last_event: email.last_event,
    scheduled_at: email.scheduled_at,
    topic_id: email.topic_id,
    html: email.html,
    text: email.text,
    cc: email.cc,
    bcc: email.bcc,
    reply_to: email.reply_to,
    tags: email.tags,
    recipients: email.recipients,
  }
}

/** A list leaves out the content, too. */
export type ListedEmail = Omit<
  ShownEmail,
  'html' | 'text' | 'tags' | 'recipients' | 'origin_kind' | 'broadcast_id' | 'contact_id'
>

/** One item of the answer to listEmails. On the wire an empty list of addresses is `null` here, unlike above. */
export function presentedItem(email: ListedEmail): Schemas['EmailItem'] {
  return {
    ...presentedCore(email),
    cc: orNull(email.cc),
    bcc: orNull(email.bcc),
    reply_to: orNull(email.reply_to),
  }
}

function presentedCore(email: ListedEmail): Omit<Schemas['EmailItem'], 'cc' | 'bcc' | 'reply_to'> {
  const { id, message_id, to, from, created_at, subject, last_event, scheduled_at, topic_id } = email
  return { id, message_id, to, from, created_at, subject, last_event, scheduled_at, topic_id }
}

function orNull(list: string[]): string[] | null {
  return list.length > 0 ? list : null
}
