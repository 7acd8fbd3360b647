// The interface of what offers mails to mail servers and returns their answers.
import type { SmtpAnswer } from '../../base/net/smtp-answer.ts'
import type { RelayedMail } from '../../base/net/smtp.ts'
import type { Hold } from './routes/gates.ts'
import type { MailWay } from './routes/relays.ts'

export interface Sender {
  /** Offers one mail, once. `handing` is called just before the message is complete at the server. */
  send(mail: RelayedMail, handing: () => Promise<void>, way: MailWay): Promise<SmtpAnswer>
  /** Groups these domains by route: mail is split into one part for each group. */
  partsOf?(from_domain: string, to_domains: readonly string[]): string[][]
  /** Why a mail must wait now. `undefined`: it need not, and room is reserved for it until it is sent or released. */
  holdOf?(way: MailWay): Hold | undefined
  /** Gives back the room reserved for a mail. */
  release?(mail: string): void
}
