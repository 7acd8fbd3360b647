// The test email of a broadcast: its recipients and its content.
import type { InSchemas } from '../../../../generated/api.ts'
import { refusal } from '../../../base/text/refusal.ts'
import { addressFault, parseAddress } from '../../../base/text/addresses.ts'
import { type ContactValues, fillParts, fillPlaceholders, splitPlaceholders } from '../../../base/text/placeholders.ts'
import { describeValue } from '../../../base/text/describe-value.ts'
import { type MailTemplate, templateOf } from '../../../base/text/mail-template.ts'
import type { BroadcastContent, BroadcastRecord } from '../rules.ts'

/** The source of a test email: a broadcast, or a template in the form of one. */
export interface TestSource {
  broadcast: Pick<BroadcastRecord, 'from' | 'subject' | 'reply_to' | 'preview_text' | 'topic_id'>
  content: BroadcastContent
}

/** The distinct addresses without names. Refuses (422 validation_error) a value that is not an address. */
export function testAddresses(to: string | readonly string[]): string[] {
  const addresses = [to].flat().map(given => {
    const parsed = parseAddress(given)
    if (parsed) return parsed.address
    const form = 'write each address as `name@example.com` or `Name <name@example.com>`'
    throw refusal(
      'validation_error',
      `Invalid \`to\` field: ${addressFault(given, form)}; received ${describeValue(given)}.`,
    )
  })
  return [...new Map(addresses.map(address => [address.toLowerCase(), address])).values()]
}

/** The template of a broadcast's test emails, the same for all recipients. */
export function testTemplate({ broadcast, content }: TestSource): MailTemplate {
  const { preview_text } = broadcast
  return templateOf({ ...content, preview_text }, null, source => splitPlaceholders(source, Number.POSITIVE_INFINITY))
}

/** The email as it will be sent, except for its subject. If it has no text, the text is generated from the HTML. */
export function testMail(
  { broadcast, content }: TestSource,
  template: MailTemplate,
  values: ContactValues,
  to: string,
): InSchemas['SendEmail'] {
  const { from, subject, reply_to } = broadcast
  return {
    from: from ?? '',
    to: [to],
    subject: `[Test] ${fillPlaceholders(subject ?? '', values, 'subject')}`.slice(0, SUBJECT_MAX),
    ...(reply_to && { reply_to }),
    ...(template.html && { html: fillParts(template.html, values, 'html') }),
    ...(content.text !== null && { text: fillParts(template.text, values, 'text') }),
  }
}

const SUBJECT_MAX = 998
