// The interface of senders, which offer emails to mail servers and return the replies.
import type { SmtpResult } from '../../base/net/smtp-result.ts'
import type { RelayedMail } from '../../base/net/smtp.ts'
import type { WaitReason } from './routes/gates.ts'
import type { MailRoute } from './routes/relays.ts'

export interface Sender {
  /** Offers one email, once. `handing` is called just before the message is complete at the server. */
  send(mail: RelayedMail, handing: () => Promise<void>, way: MailRoute): Promise<SmtpResult>
  /** Groups these domains by route. An email is split into one part for each group. */
  partsOf?(from_domain: string, to_domains: readonly string[]): string[][]
  /** Why an email must wait now. `undefined`: it need not, and a slot is reserved for it until it is sent or released. */
  waitReasonOf?(way: MailRoute): WaitReason | undefined
  /** Releases the slot reserved for an email. */
  release?(mail: string): void
}
