// Emails and attachments as responses show them.
import type { Schemas } from '../../../generated/api.ts'
import type { StoredAttachment } from '../attachments/rules.ts'
import type { ListedEmail, EmailDetails } from '../emails/store.ts'

/** The response of getEmail. */
export function emailResponse(email: EmailDetails): Schemas['Email'] {
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

/** An item in the response of listEmails. Here, unlike above, an empty list of addresses is `null`. */
export function emailItem(email: ListedEmail): Schemas['EmailItem'] {
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

/** An attachment in a response. */
export function attachmentItem(
  { id, filename, content_type, content_id, bytes }: StoredAttachment,
  { url, expires_at }: { url: string; expires_at: Date },
): Schemas['Attachment'] {
  return {
    id,
    filename,
    size: bytes,
    content_type,
    content_disposition: content_id === null ? 'attachment' : 'inline',
    content_id,
    download_url: url,
    expires_at: expires_at.toISOString(),
  }
}
