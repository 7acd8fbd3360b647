// The interface of senders, which offer emails to mail servers and return the replies.
import type { SmtpAnswer } from '../../base/net/smtp-answer.ts'
import type { RelayedMail } from '../../base/net/smtp.ts'
import type { Hold } from './routes/gates.ts'
import type { MailWay } from './routes/relays.ts'

export interface Sender {
  /** Offers one email, once. `handing` is called just before the message is complete at the server. */
  send(mail: RelayedMail, handing: () => Promise<void>, way: MailWay): Promise<SmtpAnswer>
  /** Groups these domains by route. An email is split into one part for each group. */
  partsOf?(from_domain: string, to_domains: readonly string[]): string[][]
  /** Why an email must wait now. `undefined`: it need not, and a slot is reserved for it until it is sent or released. */
  holdOf?(way: MailWay): Hold | undefined
  /** Releases the slot reserved for an email. */
  release?(mail: string): void
}
