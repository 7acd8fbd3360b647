// Types of received emails, and the refusal of one above the quota.
import { refusal } from '../../base/text/refusal.ts'

/** Refuses (403) an email that was received when the team had no quota left. */
export function refuseAboveQuota({ above_quota }: { above_quota: boolean }): void {
  if (!above_quota) return
  const words =
    'This email came when the quota of the team was used up. It is stored, and what it says is not answered.'
  throw refusal('email_above_quota', words)
}

/** The result of SPF, DKIM or DMARC, in the form of the API. */
export type AuthenticationWord = 'pass' | 'fail' | 'gray' | 'processing_failed' | 'unknown'

export interface Authentication {
  spf: AuthenticationWord
  dkim: AuthenticationWord
  dmarc: AuthenticationWord
}

/** The SMTP client that delivered an email. */
export interface Peer {
  ip: string
  /** The name that it sent with `EHLO`. */
  helo: string
  /** The transmission type of RFC 3848: `ESMTPS` is ESMTP with TLS. */
  protocol: string
}

/** A parsed email with its checks. Large bodies and all files are already stored as blobs. */
export interface ReadEmail {
  state: 'read' | 'unreadable'
  from_address: string | null
  from_name: string | null
  to: string[]
  cc: string[]
  bcc: string[]
  reply_to: string[]
  received_for: string[]
  subject: string | null
  message_id: string | null
  in_reply_to: string[]
  references: string[]
  snippet: string | null
  /** The distinct words of the bodies, for the search in inboxes; they are not stored with the email. */
  words: string
  is_automatic: boolean
  verdict: 'ok' | 'spam'
  authentication: Authentication | null
  problems: string[]
  trace: string
  headers: [name: string, value: string][]
  html: string | null
  text: string | null
  html_blob_id: string | null
  text_blob_id: string | null
  files: readonly ReadFile[]
}

interface ReadFile {
  filename: string | null
  content_type: string
  content_id: string | null
  content_disposition: string | null
  size: number
  blob_id: string
}
