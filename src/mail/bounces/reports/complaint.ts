// Complaints in the Abuse Reporting Format (RFC 5965): a person has marked an email as unwanted.
import { truncate } from '../../../base/text/length.ts'
import { parseReportedAddress, type Fields, parseFieldGroups, firstField } from './fields.ts'
import type { Report, ReportMail } from './report-types.ts'

/**
 * Feedback types that are not complaints: the recipient reports that the mail is not spam, or a server reports failed
 * signatures (RFC 6591).
 */
const NO_COMPLAINT = ['not-spam', 'auth-failure']
const WORDS_MAX = 300

export function parseComplaint({ parts }: ReportMail): Extract<Report, { kind: 'complaint' }> | undefined {
  const part = parts.find(({ type }) => type === 'message/feedback-report')
  const [fields] = part ? parseFieldGroups(part.text) : []
  const type = fields && firstField(fields, 'feedback-type')?.toLowerCase()
  if (!fields || type === undefined || type === '' || NO_COMPLAINT.includes(type)) return undefined
  return { kind: 'complaint', addresses: addressesIn(fields), words: wordsOf(type, fields) }
}

/** The recipients named by a complaint; mail services often hide them. */
function addressesIn(fields: Fields): string[] {
  const named = ['original-rcpt-to', 'removal-recipient', 'original-recipient'].flatMap(name => fields.get(name) ?? [])
  return [...new Set(named.flatMap(value => parseReportedAddress(value.replace(/^rfc822;/i, '')) ?? []))]
}

function wordsOf(type: string, fields: Fields): string {
  const agent = firstField(fields, 'user-agent')
  return truncate(`Complaint (${type})${agent ? ` by ${agent}` : ''}`, WORDS_MAX)
}
