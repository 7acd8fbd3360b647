// The one relay for all outgoing mail, given as `SMTP_URL`.
import type { Envelope, MailMessage } from './mail-message.ts'
import { type Encryption, parseRelay } from './relay.ts'
import { type RelayStatus, RelayMonitor } from './relay-status.ts'
import type { SmtpResult } from './smtp-result.ts'
import { type ClientLimits, SmtpClient } from './smtp-client.ts'
import type { NextHop, TlsPolicy } from './smtp-hop.ts'
import { toSmtpFailure } from './smtp-socket.ts'

export interface SmtpSender {
  /** Offers one email, once. `handing`: see `SmtpClient`. */
  send(mail: RelayedMail, handing?: () => Promise<void>): Promise<SmtpResult>
  /** Tests connection and login, without an email. */
  check(): Promise<RelayStatus>
  /** The state of the relay by its last reply. */
  status(): RelayStatus
  /** Accepts no more emails, lets those in progress finish for `patience_ms`, then closes the connections. */
  close(patience_ms?: number): Promise<void>
}

export interface RelayedMail {
  envelope: Envelope
  message: MailMessage
}

export interface SmtpLimits extends ClientLimits {
  encryption: Encryption
  /** Called when the relay becomes unusable or usable again. */
  onChange: (status: RelayStatus) => void
}

/** Creates a sender for the relay at `smtp://` or `smtps://[user:password@]host[:port]`. Throws for any other URL. */
export function smtpSender(
  url: string,
  { encryption = 'opportunistic', onChange, ...limits }: Partial<SmtpLimits> = {},
): SmtpSender {
  const hop = relayHop(url, encryption)
  const client = new SmtpClient(limits)
  const watch = new RelayMonitor(onChange)
  return {
    async send({ envelope, message }, handing) {
      const answer = await client.offer({ hop, envelope, message, handing })
      watch.record(answer)
      return answer
    },
    async check() {
      await client.check(hop).then(
        () => watch.up(),
        (error: unknown) => watch.down(toSmtpFailure(error).reply),
      )
      return watch.status
    },
    status: () => watch.status,
    close: patience_ms => client.close(patience_ms),
  }
}

const POLICIES: Record<Encryption, TlsPolicy> = {
  required: 'required',
  opportunistic: 'opportunistic-checked',
  off: 'off',
}

function relayHop(url: string, encryption: Encryption): NextHop {
  const { host, port, secure, auth } = parseRelay(url)
  return { host, port, secure, tls: POLICIES[encryption], servername: host, ...(auth && { auth }) }
}
