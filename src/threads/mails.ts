// The text and the message of a mail: small ones at once, large ones in a thread, so that nobody waits for them.
import type { SendMailOptions } from 'nodemailer'
import { plainText, QUICK_LENGTH_MAX, simpleText } from '../text/plain-text.ts'
import { ThreadFailed, Threads } from './pool.ts'

/** What is begun one after the other in one thread; tens of thousands of mails may wait elsewhere, in the queue. */
const threads = new Threads({ size: 1, waiting_max: 500 })

/** Ordinary HTML takes 20 ms. */
const TEXT_LIMIT_MS = 2_000
const MESSAGE_LIMIT_MS = 60_000
/** A message is written in a thread from here on: it takes 10 ms. */
const SMALL_LENGTH_MAX = 50_000

/** The text of an HTML body; a plain one when that takes too long. Never throws. */
export async function textOf(html: string): Promise<string> {
  if (html.length <= QUICK_LENGTH_MAX) return plainText(html)
  try {
    return (await threads.run('make_text', { html }, { limit_ms: TEXT_LIMIT_MS })).text
  } catch {
    return simpleText(html)
  }
}

/**
 * The mail with its message written where that takes long; whoever offers it writes the others. Throws when no message
 * can be written, and `ThreadFailed` when it could be another time.
 */
export async function withMessage(mail: SendMailOptions): Promise<SendMailOptions> {
  if (lengthOf(mail.html) + lengthOf(mail.text) <= SMALL_LENGTH_MAX) return mail
  const { raw } = await threads.run('write_message', { mail }, { limit_ms: MESSAGE_LIMIT_MS })
  const { envelope, maxRecipients, disableFileAccess, disableUrlAccess } = mail
  return {
    envelope,
    maxRecipients,
    disableFileAccess,
    disableUrlAccess,
    raw: Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength),
  }
}

export { ThreadFailed }

function lengthOf(content: SendMailOptions['html']): number {
  return typeof content === 'string' ? content.length : 0
}
