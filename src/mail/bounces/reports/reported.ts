// What is read in a report of an email that was handed over.

/** A mail, as far as reports are looked for in it. */
export interface ReportMail {
  headers: readonly { name: string; value: string }[]
  subject: string
  text: string
  parts: readonly { type: string; text: string }[]
}

export type ReportedOutcome = 'bounced' | 'delivery_delayed' | 'delivered'

/** What is said of one recipient. */
export interface ReportedRecipient {
  /** The names that it goes by, in lower case, the one that we gave first; none when none is given. */
  addresses: readonly string[]
  outcome: ReportedOutcome
  /** The SMTP reply code, when there is one. */
  code: number | null
  /** The enhanced status code, when there is one that says something. */
  status?: string
  words: string
}

export type Report =
  | { kind: 'delivery'; recipients: readonly ReportedRecipient[] }
  | { kind: 'complaint'; addresses: readonly string[]; words: string }
