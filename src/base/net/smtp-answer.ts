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

export type SmtpAnswer = AnsweredBy &
  (
    | /** The message was accepted for all recipients except the refused ones. */
      { taken: true; reply: SmtpReply; refused: RefusedRecipient[] }
    /**
     * The message was accepted for no recipient. `about`: the server refused this message, or the connection failed
     * (login and encryption included), or we refused the message for its size or form before sending any of it.
     * `handed`: the server may have received the complete message, so it is unknown whether it was accepted. `stalled`:
     * we stopped waiting; the server may have been waiting for another server.
     */
    | { taken: false; about: About; reply: SmtpReply; refused: RefusedRecipient[]; handed: boolean; stalled?: true }
  )

export type About = 'mail' | 'connection' | 'ours'

/** Nothing was sent, so the email can be retried. */
export function notSent(reply_text: string): Extract<SmtpAnswer, { taken: false }> {
  return { taken: false, about: 'connection', reply: { code: null, reply_text }, refused: [], handed: false }
}
