// Delivery status notifications (RFC 3464): a server's fields about each recipient of an email.
import { truncate } from '../../../base/text/length.ts'
import { parseReportedAddress, type Fields, parseFieldGroups, firstField, parseTypedAddress } from './fields.ts'
import { parseReplyCode, textAboutRecipient } from './worded-bounce.ts'
import type { ReportedOutcome, ReportedRecipient, ReportMail } from './report-types.ts'

const TYPES = ['message/delivery-status', 'message/global-delivery-status']
const WORDS_MAX = 500

/** One for each recipient with a final outcome or a delay. */
export function parseDeliveryStatus({ parts, text: human }: ReportMail): ReportedRecipient[] {
  return parts
    .filter(({ type }) => TYPES.includes(type))
    .flatMap(({ text }) => parseFieldGroups(text))
    .flatMap(fields => reportedRecipient(fields, human) ?? [])
}

/** `undefined` for a group without a recipient; the first group describes the message. */
function reportedRecipient(fields: Fields, text: string): ReportedRecipient | undefined {
  const names = ['original-recipient', 'final-recipient', 'x-actual-recipient']
  const values = names.flatMap(name => firstField(fields, name) ?? [])
  if (values.length === 0) return undefined
  const status = /^[245]\.\d{1,3}\.\d{1,3}/.exec(firstField(fields, 'status') ?? '')?.[0]
  const outcome = outcomeOf(firstField(fields, 'action'), status)
  if (!outcome) return undefined
  // some servers send x.0.0 and more details in the text
  const says = status !== undefined && !status.endsWith('.0.0') && { status }
  const addresses = values.flatMap(value => parseTypedAddress(value) ?? parseReportedAddress(value) ?? [])
  const reply = replyIn(fields)
  const words = reply || truncate(textAboutRecipient(addresses[0] ?? '', text), WORDS_MAX)
  const code = reply === '' ? parseReplyCode(words) : codeOf(reply)
  const otherwise = status === undefined ? '' : `Status ${status}`
  return { addresses: [...new Set(addresses)], outcome, code, words: words || otherwise, ...says }
}

const BY_ACTION: Readonly<Record<string, ReportedOutcome>> = {
  failed: 'bounced',
  failure: 'bounced',
  delayed: 'delivery_delayed',
  delivered: 'delivered',
  // forwarded to a server that sends no further reports, or to a list (RFC 3464 2.3.3)
  relayed: 'delivered',
  expanded: 'delivered',
}

function outcomeOf(action: string | undefined, status: string | undefined): ReportedOutcome | undefined {
  const word = /^[a-z]+/.exec(action?.toLowerCase() ?? '')?.[0]
  if (word !== undefined) return BY_ACTION[word]
  if (status === undefined) return undefined
  return ({ 2: 'delivered', 4: 'delivery_delayed', 5: 'bounced' } as const)[status[0] as '2' | '4' | '5']
}

/**
 * The text of a diagnostic code such as `smtp; 550 5.1.1 …` (RFC 3464 2.3.6); a missing type is accepted. Falls back to
 * `X-Supplementary-Info: <host #5.0.0 smtp; 550 …>`. Empty if both are missing.
 */
function replyIn(fields: Fields): string {
  const diagnostic = (firstField(fields, 'diagnostic-code') ?? '').replace(/^\s*[\w.-]{1,30}\s*;/, '').trim()
  if (diagnostic !== '') return truncate(diagnostic, WORDS_MAX)
  const supplementary = firstField(fields, 'x-supplementary-info') ?? ''
  const reply = supplementary.replace(/^\s*<[^;]{0,300};/, '').replace(/>\s*$/, '')
  return truncate(reply.trim(), WORDS_MAX)
}

function codeOf(reply: string): number | null {
  const code = /^[245]\d\d(?=[ -]|$)/.exec(reply)?.[0]
  return code === undefined ? null : Number(code)
}
