// An email as nodemailer is to write it. Nodemailer opens files, fetches URLs and splits addresses when values look like
// it should, so it only gets plain text and addresses that are already parsed.
import type { SendMailOptions } from 'nodemailer'
import { encodeWord } from 'nodemailer/lib/mime-funcs'
import type { Email } from '../emails/rules.ts'
import { type Address, parsedAddress } from '../text/addresses.ts'
import { plainText } from '../text/plain-text.ts'

/** The bare addresses an email goes to, each once, in the order they were given. */
export function recipientsOf(email: Pick<Email, 'to' | 'cc' | 'bcc'>): string[] {
  const all = [...email.to, ...email.cc, ...email.bcc]
  // what is no address has no message either, and that is found when one is to be made
  return [...new Set(all.map(text => parsedAddress(text)?.address ?? text))]
}

/** The mail to offer to `recipients`: those of `recipientsOf` that have not got it yet. */
export function mailOf(email: Email, recipients: readonly string[]): SendMailOptions {
  const from = addressOf(email.from)
  return {
    from,
    to: email.to.map(addressOf),
    cc: email.cc.map(addressOf),
    replyTo: email.reply_to.map(addressOf),
    messageId: email.message_id,
    date: new Date(email.created_at),
    ...headersOf(email),
    ...contentOf(email),
    // given, so that it is not made from the headers: blind copies are in none of them
    envelope: { from: addressOnly(from.address), to: recipients.map(addressOnly) },
    maxRecipients: recipients.length,
    xMailer: false,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** A subject whose line could not be folded goes as encoded words, which nodemailer uses only for other scripts. */
function headersOf({ subject, headers }: Email): Pick<SendMailOptions, 'subject' | 'headers'> {
  const others = Object.entries(headers).map(([key, value]) => ({ key, value }))
  if (!/[!-~]{900}/.test(subject)) return { subject, headers: others }
  const value = encodeWord(subject, 'Q', 52)
  return { headers: [{ key: 'Subject', value: { prepared: true, foldLines: true, value } }, ...others] }
}

function contentOf({ html, text }: Email): Pick<SendMailOptions, 'html' | 'text'> {
  const plain = text ?? (html === null ? '' : plainText(html))
  return { ...(html === null ? {} : { html }), ...(plain === '' ? {} : { text: plain }) }
}

function addressOf(text: string): Address {
  const address = parsedAddress(text)
  // nothing is stored that was not parsed before
  if (!address) throw new Error('A stored email has an address that cannot be parsed.')
  return address
}

function addressOnly(address: string): Address {
  return { name: '', address }
}
