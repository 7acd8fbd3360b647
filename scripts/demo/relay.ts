// The mail server of the demo. What becomes of a mail depends on the host of the recipient.
import { type MailSink, type SinkAnswer, mailSink } from '../../test/support/mail-sink.ts'

/** Where mail fares otherwise than well. */
export const HOSTS = {
  /** Refused for good. */
  gone: 'gone.example',
  /** Put off until it is too late. */
  busy: 'busy.example',
  /** The connection breaks after the last byte: nobody knows whether it was taken. */
  broken: 'broken.example',
}

export function startRelay(): Promise<MailSink> {
  return mailSink({
    recipient: address => answer(address.split('@')[1]!),
    message: ({ recipients }) => (recipients.some(address => address.endsWith(HOSTS.broken)) ? 'reset' : undefined),
  })
}

function answer(host: string): SinkAnswer {
  if (host === HOSTS.gone) return { code: 550, words: '5.1.1 There is no such mailbox here' }
  if (host === HOSTS.busy) return { code: 451, words: '4.3.2 Too busy, try again later' }
  return undefined
}
