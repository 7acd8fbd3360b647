// The outcome of offering an email to a mail server.

/** The server's reply, or the connection error. `code` is null without a reply or if the reply has no code. */
export interface SmtpReply {
  code: number | null
  reply_text: string
}

/** A recipient that the server refused. */
export interface RefusedRecipient {
  address: string
  reply: SmtpReply
}

/** The server that the email was offered to, as far as known. */
interface AnsweredBy {
  host?: string
  /** The IP address of the host. */
  address?: string
  /** Protocol and cipher; `null`: not encrypted. */
  tls?: string | null
}

export type SmtpResult = AnsweredBy &
  (
    | /** The message was accepted for all recipients except the refused ones. */
      { accepted: true; reply: SmtpReply; refused: RefusedRecipient[] }
    /**
     * The message was accepted for no recipient. `scope`: the server refused this message, or the connection failed
     * (login and encryption included), or we refused the message for its size or form before sending any of it.
     * `wasHandedOver`: the server may have received the complete message, so it is unknown whether it was accepted. `stalled`:
     * we stopped waiting; the server may have been waiting for another server.
     */
    | {
        accepted: false
        scope: FailureScope
        reply: SmtpReply
        refused: RefusedRecipient[]
        wasHandedOver: boolean
        stalled?: true
      }
  )

export type FailureScope = 'mail' | 'connection' | 'ours'

/** Nothing was sent, so the email can be retried. */
export function notSentResult(reply_text: string): Extract<SmtpResult, { accepted: false }> {
  return { accepted: false, scope: 'connection', reply: { code: null, reply_text }, refused: [], wasHandedOver: false }
}
