// What comes of offering a mail to a mail server.

/** What the server said, or what broke. `code` is null when it said nothing, or nothing that has a reply code. */
export interface SmtpReply {
  code: number | null
  reply_text: string
}

/** A recipient that the server did not take. */
export interface RefusedRecipient {
  address: string
  reply: SmtpReply
}

/** Whom the mail was offered to, as far as that is known. */
interface AnsweredBy {
  host?: string
  /** Of the host. */
  address?: string
  /** Protocol and cipher; `null` for none. */
  tls?: string | null
}

export type SmtpAnswer = AnsweredBy &
  (
    | /** The message was taken for every recipient but the refused ones. */
      { taken: true; reply: SmtpReply; refused: RefusedRecipient[] }
    /**
     * It was taken for no recipient. `about`: the server judged this mail, or the connection (its login and encryption too)
     * failed, or we refused the mail ourselves, for its size or form, before we sent anything of it. `handed`: the message
     * may have been complete on the other side, so it is not known whether it was taken. `stalled`: we gave up, be it that
     * the server waited for a server behind it.
     */
    | { taken: false; about: About; reply: SmtpReply; refused: RefusedRecipient[]; handed: boolean; stalled?: true }
  )

export type About = 'mail' | 'connection' | 'ours'

/** Nothing was sent, so it may be tried again. */
export function notSent(reply_text: string): Extract<SmtpAnswer, { taken: false }> {
  return { taken: false, about: 'connection', reply: { code: null, reply_text }, refused: [], handed: false }
}
