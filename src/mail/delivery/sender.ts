// The interface to what delivery hands mails to: it offers each to a mail server and returns the answer.
import type { SmtpAnswer } from '../../base/net/smtp-answer.ts'
import type { RelayedMail } from '../../base/net/smtp.ts'
import type { Hold } from './routes/gates.ts'
import type { MailWay } from './routes/relays.ts'

export interface Sender {
  /** Offers one mail, once. `handing`: as for `SmtpClient`. */
  send(mail: RelayedMail, handing: () => Promise<void>, way: MailWay): Promise<SmtpAnswer>
  /** Mail to these domains is offered in parts, each by its own way; one part: all of it goes together. */
  partsOf?(from_domain: string, to_domains: readonly string[]): string[][]
  /** Why mail has to wait now, if it has to. If not, it has room until it is sent or released. */
  holdOf?(way: MailWay): Hold | undefined
  /** This mail needs no room any more. */
  release?(mail: string): void
}
