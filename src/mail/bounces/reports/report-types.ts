// The parsed form of a report about an email.

/** The parts of a message that can contain a report. */
export interface ReportMail {
  headers: readonly { name: string; value: string }[]
  subject: string
  text: string
  parts: readonly { type: string; text: string }[]
}

export type ReportedOutcome = 'bounced' | 'delivery_delayed' | 'delivered'

/** The report on one recipient. */
export interface ReportedRecipient {
  /** Addresses of the recipient, in lower case; the first is the one that this server used. Empty if the report names none. */
  addresses: readonly string[]
  outcome: ReportedOutcome
  /** The SMTP reply code, if the report contains one. */
  code: number | null
  /** The enhanced status code, unless missing or x.0.0. */
  status?: string
  words: string
}

export type Report =
  | { kind: 'delivery'; recipients: readonly ReportedRecipient[] }
  | { kind: 'complaint'; addresses: readonly string[]; words: string }
