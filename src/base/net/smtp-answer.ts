// The result of offering a mail to a mail server.

/** The server's reply, or what broke. `code` is null without a reply or with one that has no reply code. */
export interface SmtpReply {
  code: number | null
  reply_text: string
}

/** A recipient that the server refused. */
export interface RefusedRecipient {
  address: string
  reply: SmtpReply
}

/** The server that the mail was offered to, as far as it is known. */
interface AnsweredBy {
  host?: string
  /** The IP address of the host. */
  address?: string
  /** Protocol and cipher; `null`: not encrypted. */
  tls?: string | null
}

export type SmtpAnswer = AnsweredBy &
  (
    | /** The message was accepted for all recipients but the refused ones. */
      { taken: true; reply: SmtpReply; refused: RefusedRecipient[] }
    /**
     * It was accepted for no recipient. `about`: the server refused this mail, or the connection failed (login and encryption
     * included), or we refused the mail for its size or form before sending any of it. `handed`: the message may have been
     * complete on the other side, so it is unknown whether it was accepted. `stalled`: we gave up waiting; the server may have
     * waited for a server behind it.
     */
    | { taken: false; about: About; reply: SmtpReply; refused: RefusedRecipient[]; handed: boolean; stalled?: true }
  )

export type About = 'mail' | 'connection' | 'ours'

/** Nothing was sent, so it may be tried again. */
export function notSent(reply_text: string): Extract<SmtpAnswer, { taken: false }> {
  return { taken: false, about: 'connection', reply: { code: null, reply_text }, refused: [], handed: false }
}
