// Events of an email, as stored.
import type { BounceClass } from '../../base/text/bounce-class.ts'
import type { LastEvent } from './rules.ts'

/**
 * The final outcomes of recipients, which are never offered the email again. `held`: it may have been delivered.
 * `withheld`: it was not offered.
 */
export type SettledRecipients = Readonly<Record<string, 'delivered' | 'permanent' | 'held' | 'withheld'>>

/** The state of one recipient after the last attempt in which it was offered the email, or after a later report. */
export interface RecipientState {
  /** The bare address. */
  address: string
  status: NewEvent['type'] | 'unknown'
  /** The SMTP reply code; `null` without a reply. */
  code: number | null
  /** The server's reply, or the connection error; shortened. */
  reply: string
}

export interface NewEvent {
  type: Extract<LastEvent, 'delivered' | 'delivery_delayed' | 'bounced' | 'failed' | 'complained' | 'suppressed'>
  detail: {
    /** The bare addresses of the affected recipients. */
    recipients: string[]
    /** The SMTP reply code; `null` without a reply. */
    code: number | null
    /** The server's reply, or the connection error. */
    words: string
    /** The number of the attempt, from 1; 0 for a later report. */
    attempt: number
    /** The class of a bounce. */
    bounce?: BounceClass
    /** The recipients are test addresses; no server was involved. */
    test?: true
  }
}

/** Why an open or click counts as a machine's. */
export type Machine = 'bot' | 'head' | 'prefetch' | 'privacy_proxy' | 'too_soon' | 'burst'

/**
 * An email was opened or a link in it was followed. Visits by machines have separate types, because they have no consequences.
 */
export interface VisitEvent {
  type: 'opened' | 'clicked' | 'opened_by_machine' | 'clicked_by_machine'
  detail: NewEvent['detail'] & {
    /** The URL that a click led to. */
    link?: string
    machine?: Machine
  }
}

/** The recipient unsubscribed with a link in the email, from its topic or from all marketing email. */
interface LeavingEvent {
  type: 'unsubscribed'
  detail: NewEvent['detail']
}

/** One event of an email: from its delivery, its sender or its recipient. */
export interface EmailEvent {
  id: string
  /** `scheduled`: the email was rescheduled. */
  type: NewEvent['type'] | VisitEvent['type'] | LeavingEvent['type'] | Extract<LastEvent, 'scheduled' | 'canceled'>
  detail: VisitEvent['detail']
  created_at: string
}
