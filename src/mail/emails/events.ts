// What can happen to an email on its way, as it is kept.
import type { BounceClass } from '../../base/text/bounce-class.ts'
import type { LastEvent } from './rules.ts'

/**
 * The final outcomes of a recipient: they are never offered the email again. `held`: it is unknown whether they
 * have got it. `withheld`: it was not offered to them.
 */
export type Settled = Readonly<Record<string, 'delivered' | 'permanent' | 'held' | 'withheld'>>

/** What is known of one recipient since the last attempt in which it was offered the email. */
export interface RecipientState {
  /** The bare address. */
  address: string
  status: NewEvent['type'] | 'unknown'
  /** The SMTP reply code; `null` when the server said nothing. */
  code: number | null
  /** The server's own words, or what broke; shortened. */
  reply: string
}

export interface NewEvent {
  type: Extract<LastEvent, 'delivered' | 'delivery_delayed' | 'bounced' | 'failed' | 'complained' | 'suppressed'>
  detail: {
    /** The bare addresses that it happened to. */
    recipients: string[]
    /** The SMTP reply code; `null` when the server said nothing. */
    code: number | null
    /** The server's own words, or what broke. */
    words: string
    /** In which attempt, counted from 1; 0: it was reported later. */
    attempt: number
    /** Of a bounce: what it says about the addresses. */
    bounce?: BounceClass
    /** No server was asked: these are test addresses. */
    test?: true
  }
}

/** Why it is taken that no person opened an email or followed a link. */
export type Machine = 'bot' | 'head' | 'prefetch' | 'privacy_proxy' | 'too_soon' | 'burst'

/** That an email was opened, or a link in it followed. What machines do is kept apart, as nothing is concluded from it. */
export interface VisitEvent {
  type: 'opened' | 'clicked' | 'opened_by_machine' | 'clicked_by_machine'
  detail: NewEvent['detail'] & {
    /** Of a click: where it led. */
    link?: string
    machine?: Machine
  }
}

/** That its recipient left what it was about, or all that goes to many, by a link in it. */
interface LeavingEvent {
  type: 'unsubscribed'
  detail: NewEvent['detail']
}

/** What happened to an email, by what delivering it came to, by who asked for it or by who read it. */
export interface EmailEvent {
  id: string
  /** `scheduled`: it got another time. */
  type: NewEvent['type'] | VisitEvent['type'] | LeavingEvent['type'] | Extract<LastEvent, 'scheduled' | 'canceled'>
  detail: VisitEvent['detail']
  created_at: string
}
