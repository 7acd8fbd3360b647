// The mail server of the demo. The outcome of an email depends on the host of the recipient.
import { type MailSink, type SinkAnswer, mailSink } from '../../test/support/mail-sink.ts'

/** Hosts whose emails do not arrive normally. */
export const HOSTS = {
  /** Rejected permanently. */
  gone: 'gone.example',
  /** Deferred until the email expires. */
  busy: 'busy.example',
  /** The connection fails after the last byte, so the outcome is unknown. */
  broken: 'broken.example',
}

export function startRelay(): Promise<MailSink> {
  return mailSink({
    recipient: address => answer(address.split('@')[1]!),
    message: ({ recipients }) => (recipients.some(address => address.endsWith(HOSTS.broken)) ? 'reset' : undefined),
  })
}

function answer(host: string): SinkAnswer {
  if (host === HOSTS.gone) return { code: 550, words: '5.1.1 No such mailbox' }
  if (host === HOSTS.busy) return { code: 451, words: '4.3.2 Too busy, try again later' }
  return undefined
}
